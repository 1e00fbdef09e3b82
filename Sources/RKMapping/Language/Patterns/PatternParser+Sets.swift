internal import RKEngine

extension PatternParser {
  /// The deepest nesting of classes; each level may stack two results, and at most 64 may be stacked.
  private static let deepestSet = 20
  /// The longest range for which the other case of each member is looked up.
  private static let longestFolded: UInt32 = 512

  /// Parses a class in brackets.
  mutating func parseSet() throws(TextError) -> PatternNode {
    let first = terms.count
    if let named = try parsePOSIX() {
      terms += named
    } else {
      try parseBrackets(depth: 1)
    }
    return .set(try addClass(from: first))
  }

  /// Parses a class to its closing bracket, and adds its terms to the result on top.
  private mutating func parseBrackets(depth: Int) throws(TextError) {
    let start = at
    guard depth <= Self.deepestSet else {
      throw error("classes are nested deeper than \(Self.deepestSet) times")
    }
    at += 1
    let isNegated = accept("^")
    var pending: PatternTerm.Operation?
    var hasMembers = false
    while true {
      if flags.ignoresSpace {
        while let scalar = peek(), scalar.properties.isPatternWhitespace { at += 1 }
      }
      guard peek() != nil else { throw error("the class is not closed", at: start) }
      let place = at
      let operation: PatternTerm.Operation? =
        if accept("&&") { .intersection } else if accept("--") { .subtraction } else if accept("~~")
        { .symmetricDifference } else { nil }
      let isLast = operation == nil && accept("]")
      guard operation != nil || isLast else {
        try parseMember(depth: depth)
        try checkSize()
        hasMembers = true
        continue
      }
      guard hasMembers else { throw error("a class needs members here", at: place) }
      if let pending { terms.append(.close(pending)) }
      if isLast { break }
      pending = operation
      hasMembers = false
      terms.append(.open)
    }
    if isNegated { terms.append(.not) }
  }

  private mutating func parseMember(depth: Int) throws(TextError) {
    if peek() == "[" {
      if let named = try parsePOSIX() { return add(named) }
      terms.append(.open)
      try parseBrackets(depth: depth + 1)
      return terms.append(.close(.union))
    }
    if peek() == "\\" {
      if let set = try parseSetEscape() {
        add(set)
        if peek() == "-", let next = peek(1), next != "]", next != "-" {
          throw error("a range cannot begin with a class")
        }
        return
      }
      if accept("\\Q") {
        while at < scalars.count && !accept("\\E") {
          addRange(scalars[at].value, scalars[at].value)
          at += 1
        }
        return
      }
    }
    let start = at
    let first = try parseMemberScalar()
    guard peek() == "-", let next = peek(1), next != "]", next != "-" else {
      return addRange(first.value, first.value)
    }
    at += 1
    if next == "[" { throw error("a range cannot end with a class") }
    let place = at
    if next == "\\", try parseSetEscape() != nil {
      throw error("a range cannot end with a class", at: place)
    }
    let last = try parseMemberScalar()
    guard first.value <= last.value else {
      throw error("the range ends before it begins", at: start)
    }
    addRange(first.value, last.value)
  }

  private mutating func parseMemberScalar() throws(TextError) -> Unicode.Scalar {
    if accept("\\b") { return "\u{08}" }
    if peek() == "\\" { return try parseScalarEscape() }
    guard let scalar = peek() else { throw error("the class is not closed") }
    at += 1
    return scalar
  }

  /// Parses `[:name:]` or `[:^name:]`.
  ///
  /// Returns nil if there is none.
  private mutating func parsePOSIX() throws(TextError) -> [PatternTerm]? {
    let start = at
    guard accept("[:") else { return nil }
    let isNegated = accept("^")
    let name = at
    while let scalar = peek(), scalar.isASCII, scalar.properties.isAlphabetic { at += 1 }
    let text = text(from: name, upTo: at - 1)
    guard accept(":]"), !text.isEmpty else {
      at = start
      return nil
    }
    let terms = try property(text, at: name)
    return isNegated ? terms + [.not] : terms
  }

  // MARK: - Terms

  /// Adds a separate class to the result on top.
  private mutating func add(_ set: [PatternTerm]) {
    terms.append(.open)
    terms += set
    terms.append(.close(.union))
  }

  private mutating func addRange(_ first: UInt32, _ last: UInt32) {
    terms.append(.scalars(first, last, isFolded: flags.ignoresCase))
    guard flags.ignoresCase, last >= 0x80, last - first < Self.longestFolded else { return }
    // The folded case of each member is added if it is outside the range.
    var run: (first: UInt32, last: UInt32)?
    for value in first...last {
      let folded = ScalarCase.folded(value)
      if folded >= first && folded <= last { continue }
      if let open = run, folded == open.last + 1 || folded == open.last {
        run = (open.first, folded)
        continue
      }
      if let run { terms.append(.scalars(run.first, run.last, isFolded: true)) }
      run = (folded, folded)
    }
    if let run { terms.append(.scalars(run.first, run.last, isFolded: true)) }
  }
}
