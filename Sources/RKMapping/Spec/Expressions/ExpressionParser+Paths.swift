internal import RKDiagnostics
internal import RKEngine

/// Key paths inside predicates and expressions.
///
/// This code finds the end of a key path. The parser for key paths interprets it.
extension ExpressionParser {
  /// The text of a key path in the form used elsewhere in a spec, and the origin of each of its bytes.
  private struct PathText {
    var bytes: [UInt8] = []
    var offsets: [Int] = []

    mutating func append(_ byte: UInt8, at offset: Int) {
      bytes.append(byte)
      offsets.append(offset)
    }

    mutating func append(_ text: some Sequence<UInt8>, at offset: Int) {
      for byte in text { append(byte, at: offset) }
    }
  }

  /// Whether it is a value under a nesting attribute: `(name).rest` or `(name)[0]`.
  var isNestingPath: Bool {
    var end = scanner.at + 1
    let bytes = scanner.bytes
    while end < bytes.count && ExpressionScanner.isWordByte(bytes[end]) { end += 1 }
    guard end > scanner.at + 1, end + 1 < bytes.count, bytes[end] == .ascii(")") else {
      return false
    }
    return bytes[end + 1] == .period || bytes[end + 1] == .openArray
  }

  mutating func parsePath() throws(ExpressionError) -> Part {
    let start = scanner.at
    if scanner.keyword == .self {
      scanner.advance(scanner.word.count)
      let subject = SourceKeyPath(components: [], text: "self")
      return try parseSuffix(try make(.keyPath(subject), from: start), from: start)
    }
    var path = PathText()
    if scanner.byte == .ascii("(") {
      while let byte = scanner.byte, byte != .ascii(")") { copy(byte, into: &path) }
      copy(.ascii(")"), into: &path)
    } else {
      try scanComponent(into: &path)
    }
    try scanRest(into: &path)
    // A backslash at the end of the text begins no key.
    guard scanner.at > start else { throw noValue() }
    let source = try source(path, start..<scanner.end)
    return try make(.keyPath(source), from: start)
  }

  mutating func parseVariable() throws(ExpressionError) -> Part {
    let start = scanner.at
    scanner.advance(1)
    let name = scanner.text(scanner.word)
    scanner.advance(scanner.word.count)
    guard variables.contains(name) else {
      let suggestion = NearestName.suggestion(for: name, among: variables)
      throw ExpressionError(
        "there is no SUBQUERY around '$\(name)' that has this variable\(suggestion)",
        at: start..<scanner.end,
        help: "a key that begins with $ is written [\"$\(name)\"]"
      )
    }
    let steps = try parseSteps()
    return try make(.variable(name, steps), from: start)
  }

  /// Parses a look-up in a value, if one follows.
  mutating func parseSuffix(_ part: Part, from start: Int) throws(ExpressionError) -> Part {
    let components = try parseSteps()
    if components.isEmpty { return part }
    return try make(.path(part.expression, components), from: start, of: [part])
  }

  /// Parses the components directly after a value.
  private mutating func parseSteps() throws(ExpressionError) -> [SourceKeyPath.Component] {
    guard scanner.byte == .period || scanner.byte == .openArray else { return [] }
    let start = scanner.at
    var path = PathText()
    path.append("self".utf8, at: start)
    try scanRest(into: &path)
    return try source(path, start..<scanner.end).components
  }

  private func source(_ path: PathText, _ range: Range<Int>) throws(ExpressionError)
    -> SourceKeyPath
  {
    do throws(TextError) {
      return try KeyPathParser.source(String(decoding: path.bytes, as: UTF8.self))
    } catch {
      let start = error.offset < path.offsets.count ? path.offsets[error.offset] : range.upperBound
      throw ExpressionError(
        error.message,
        at: start..<max(start, range.upperBound),
        help: error.help
      )
    }
  }

  // MARK: - Text

  private mutating func copy(_ byte: UInt8, into path: inout PathText) {
    path.append(byte, at: scanner.at)
    scanner.advance(1)
  }

  /// Scans brackets, and dots with what follows them.
  private mutating func scanRest(into path: inout PathText) throws(ExpressionError) {
    while let byte = scanner.byte {
      if byte == .openArray {
        try scanBracket(into: &path)
      } else if byte == .period {
        copy(byte, into: &path)
        try scanComponent(into: &path)
      } else {
        return
      }
    }
  }

  private mutating func scanComponent(into path: inout PathText) throws(ExpressionError) {
    switch scanner.byte {
    case .openArray: try scanBracket(into: &path)
    case .ascii("#"): try scanEscapedKey(into: &path)
    case let byte?:
      // A later star suggests arithmetic: `price*2`.
      if byte == .ascii("*") || byte == .ascii("@") || byte == .ascii("$") {
        copy(byte, into: &path)
      }
      while let byte = scanner.byte {
        if byte == .backslash, let next = scanner.byte(1) {
          copy(byte, into: &path)
          copy(next, into: &path)
        } else if ExpressionScanner.isWordByte(byte) {
          copy(byte, into: &path)
        } else {
          return
        }
      }
    case nil: return
    }
  }

  /// Scans `#in`: a key that is a reserved word.
  private mutating func scanEscapedKey(into path: inout PathText) throws(ExpressionError) {
    let start = scanner.at
    scanner.advance(1)
    let word = scanner.word
    guard !word.isEmpty else {
      throw ExpressionError(
        "a key is missing after '#'",
        at: start..<scanner.end,
        help: "#name is the key 'name', also where that is a reserved word"
      )
    }
    path.append("[\"".utf8, at: start)
    for number in word { path.append(scanner.bytes[number], at: number) }
    path.append("\"]".utf8, at: word.upperBound - 1)
    scanner.advance(word.count)
  }

  private mutating func scanBracket(into path: inout PathText) throws(ExpressionError) {
    let start = scanner.at
    copy(.openArray, into: &path)
    if scanner.byte == .quote || scanner.byte == .ascii("'") {
      let place = scanner.at
      let key = try scanner.scanString()
      path.append(JSONObjectText.quoted(key).utf8, at: place)
    } else {
      while let byte = scanner.byte, byte != .closeArray { copy(byte, into: &path) }
    }
    guard scanner.byte == .closeArray else {
      throw ExpressionError("this '[' is not closed", at: start..<(start + 1))
    }
    copy(.closeArray, into: &path)
  }
}
