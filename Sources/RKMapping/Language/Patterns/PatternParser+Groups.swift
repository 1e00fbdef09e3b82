extension PatternParser {
  /// Parses a part in parentheses.
  ///
  /// Returns nil for a comment, or for flags alone, which apply to the end of the enclosing group.
  mutating func parseGroup() throws(TextError) -> PatternNode? {
    let start = at
    at += 1
    if peek() == "*" { throw unsupported("'(*'", at: start) }
    guard accept("?") else {
      let number = flags.onlyNamedCapture ? nil : takeGroup()
      return try parseInside(from: start) { inner in number.map { .group($0, inner) } ?? inner }
    }
    if accept("#") {
      while let scalar = peek(), scalar != ")" {
        _ = scalar
        at += 1
      }
      try expect(")", "the comment is not closed")
      return nil
    }
    if accept(":") { return try parseInside(from: start) { $0 } }
    for sign in ["=", "!", "<=", "<!"] where text(from: at, upTo: at + sign.count - 1) == sign {
      throw nonlinear(
        sign.count == 1 ? "a lookahead" : "a lookbehind",
        at: start,
        "match the text around it, and keep it with a group: \"replace:/(a)b/$1c/\"; a predicate "
          + "may have two conditions"
      )
    }
    if peek() == ">" {
      throw nonlinear("an atomic group", at: start, "write '(?:' in place of '(?>'")
    }
    if accept("P<") || accept("<") { return try parseNamed(from: start, until: ">") }
    if accept("'") { return try parseNamed(from: start, until: "'") }
    return try parseFlags(from: start)
  }

  /// Parses the rest of a group; the flags set in it end with it.
  private mutating func parseInside(from start: Int, _ make: (PatternNode) -> PatternNode)
    throws(TextError) -> PatternNode
  {
    guard depth < Self.deepest else {
      throw error("groups are nested deeper than \(Self.deepest) times", at: start)
    }
    depth += 1
    let outer = flags
    let inner = try parseChoice()
    guard accept(")") else { throw error("the group is not closed", at: start) }
    flags = outer
    depth -= 1
    return make(inner)
  }

  private mutating func parseNamed(from start: Int, until end: Unicode.Scalar)
    throws(TextError) -> PatternNode
  {
    let place = at
    let name = try parseName(until: end)
    guard names[name] == nil else { throw error("the name '\(name)' is taken", at: place) }
    let number = takeGroup()
    names[name] = number
    return try parseInside(from: start) { .group(number, $0) }
  }

  /// Parses the name of a group, and its closing character.
  mutating func parseName(until end: Unicode.Scalar) throws(TextError) -> String {
    let start = at
    var name = String.UnicodeScalarView()
    while let scalar = peek(), scalar != end {
      let isFirst = name.isEmpty
      let isAllowed = scalar.properties.isAlphabetic || scalar == "_"
      guard isAllowed || !isFirst && scalar.properties.generalCategory == .decimalNumber else {
        throw error("the name of a group is made of letters, digits and '_', a digit not first")
      }
      name.append(scalar)
      at += 1
    }
    guard at < scalars.count else { throw error("the name of a group is not closed", at: start) }
    guard !name.isEmpty else { throw error("the name of a group is missing") }
    at += 1
    return String(name)
  }

  /// Parses `(?i-s)` or `(?i-s:...)`.
  private mutating func parseFlags(from start: Int) throws(TextError) -> PatternNode? {
    var changed = flags
    var turnsOn = true
    while let scalar = peek() {
      switch scalar {
      case "i": changed.ignoresCase = turnsOn
      case "s": changed.dotTakesBreaks = turnsOn
      case "m": changed.anchorsAreOfLines = turnsOn
      case "x": changed.ignoresSpace = turnsOn
      case "n": changed.onlyNamedCapture = turnsOn
      case "-" where turnsOn: turnsOn = false
      case ")":
        at += 1
        flags = changed
        if let next = peek(), "*+?".unicodeScalars.contains(next) {
          throw error("'\(next)' has nothing to repeat")
        }
        return nil
      case ":":
        at += 1
        let outer = flags
        flags = changed
        let node = try parseInside(from: start) { $0 }
        flags = outer
        return node
      default: throw unsupported("'(?\(text(from: start + 2, upTo: at))'", at: start)
      }
      at += 1
    }
    throw error("the group is not closed", at: start)
  }

  /// Returns a part of the pattern's text, for messages.
  func text(from start: Int, upTo last: Int) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[min(start, scalars.count)..<min(last + 1, scalars.count)])
    return String(view)
  }
}
