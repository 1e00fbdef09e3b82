internal import RKDiagnostics
internal import RKEngine

/// Parses predicates and expressions in NSPredicate's format language (docs/spec-format.md,
/// "Predicates and expressions").
///
/// Values and predicates share one grammar, from OR down to parentheses, so that a parenthesis is
/// read only once. Whether a part must be a value or a predicate is checked once it is known.
package struct ExpressionParser {
  /// The most levels of a tree, and of open parts during parsing.
  static let deepest = 100

  /// A part of the tree, and the number of its levels.
  struct Part {
    var expression: Expression
    var height: Int
  }

  var scanner: ExpressionScanner
  /// The variables of the enclosing SUBQUERYs, innermost last.
  var variables: [String] = []
  private var depth = 0

  private init(_ text: String) { scanner = ExpressionScanner(text) }

  /// Parses a predicate, which is true or false.
  package static func predicate(_ text: String) throws(ExpressionError) -> Expression {
    var parser = ExpressionParser(text)
    let whole = try parser.parseWhole("predicate")
    try parser.demandPredicate(whole.expression)
    return whole.expression
  }

  /// Parses an expression; the value of a predicate is a boolean.
  package static func expression(_ text: String) throws(ExpressionError) -> Expression {
    var parser = ExpressionParser(text)
    return try parser.parseWhole("expression").expression
  }

  private mutating func parseWhole(_ noun: String) throws(ExpressionError) -> Part {
    scanner.skipSpace()
    if scanner.byte == nil {
      throw ExpressionError("the \(noun) is empty", at: 0..<scanner.bytes.count)
    }
    if scanner.byte == .ascii("<"), scanner.bytes.last == .ascii(">") {
      throw ExpressionError(
        "this is a placeholder",
        at: 0..<scanner.bytes.count,
        help: "replace it by what it describes"
      )
    }
    let part = try parseOr()
    scanner.skipSpace()
    if scanner.byte != nil { throw unexpected("an operator or the end") }
    return part
  }

  // MARK: - Making parts

  /// Creates a part from others; its range extends from `start` to the current position.
  func make(_ kind: Expression.Kind, from start: Int, of parts: [Part] = [])
    throws(ExpressionError) -> Part
  {
    let height = 1 + (parts.map(\.height).max() ?? 0)
    if height > Self.deepest { throw tooDeep(at: start..<scanner.end) }
    return Part(expression: Expression(kind, at: start..<scanner.end), height: height)
  }

  /// Parses something nested, and limits the depth.
  mutating func nested(
    _ read: (inout ExpressionParser) throws(ExpressionError) -> Part
  ) throws(ExpressionError) -> Part {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.deepest { throw tooDeep(at: scanner.next) }
    return try read(&self)
  }

  private func tooDeep(at range: Range<Int>) -> ExpressionError {
    ExpressionError("it is nested more than \(Self.deepest) levels deep", at: range)
  }

  // MARK: - Logic

  mutating func parseOr() throws(ExpressionError) -> Part {
    scanner.skipSpace()
    let start = scanner.at
    let first = try parseAnd()
    var parts = [first]
    while try accept(pair: "||") || scanner.accept(.or) { parts.append(try parseAnd()) }
    if parts.count == 1 { return first }
    for part in parts { try demandPredicate(part.expression) }
    return try make(.or(parts.map(\.expression)), from: start, of: parts)
  }

  private mutating func parseAnd() throws(ExpressionError) -> Part {
    scanner.skipSpace()
    let start = scanner.at
    let first = try parseNot()
    var parts = [first]
    while try accept(pair: "&&") || scanner.accept(.and) { parts.append(try parseNot()) }
    if parts.count == 1 { return first }
    for part in parts { try demandPredicate(part.expression) }
    return try make(.and(parts.map(\.expression)), from: start, of: parts)
  }

  /// Accepts a sign of two characters; one of them alone is an error.
  private mutating func accept(pair sign: String) throws(ExpressionError) -> Bool {
    if scanner.accept(sign: sign) { return true }
    if scanner.byte == sign.utf8.first {
      throw ExpressionError(
        "\(scanner.nameOfNext) is no operator",
        at: scanner.next,
        help: "write \(sign)"
      )
    }
    return false
  }

  private mutating func parseNot() throws(ExpressionError) -> Part {
    scanner.skipSpace()
    let start = scanner.at
    let isSign = scanner.byte == .ascii("!") && scanner.byte(1) != .ascii("=")
    guard isSign ? scanner.accept(sign: "!") : scanner.accept(.not) else {
      return try parseComparison()
    }
    let inner = try nested { (self) throws(ExpressionError) in try self.parseNot() }
    try demandPredicate(inner.expression)
    return try make(.not(inner.expression), from: start, of: [inner])
  }

  // MARK: - Comparisons

  private mutating func parseComparison() throws(ExpressionError) -> Part {
    scanner.skipSpace()
    let start = scanner.at
    let quantifier = scanner.keyword?.quantifier
    let word = scanner.next
    if quantifier != nil { scanner.advance(scanner.word.count) }
    let left = try parseSum()
    guard var comparison = try parseComparator() else {
      if quantifier == nil { return left }
      let name = scanner.text(word).uppercased()
      throw unexpected("a comparison after \(name)")
    }
    comparison.quantifier = quantifier ?? .none
    let right = try parseSum()
    let part = try make(
      .comparison(comparison, left.expression, right.expression),
      from: start,
      of: [left, right]
    )
    try check(comparison, left.expression, right.expression)
    let after = scanner.next
    if try parseComparator() != nil {
      throw ExpressionError(
        "a comparison cannot be compared again without parentheses",
        at: after,
        help: "two comparisons are joined by AND or OR"
      )
    }
    return part
  }

  private mutating func parseComparator() throws(ExpressionError) -> Comparison? {
    scanner.skipSpace()
    let start = scanner.at
    var comparison: Comparison
    if let word = scanner.keyword?.comparator {
      scanner.advance(scanner.word.count)
      comparison = Comparison(word)
    } else if let sign = acceptComparisonSign() {
      comparison = Comparison(sign)
    } else {
      return nil
    }
    let end = scanner.end
    scanner.skipSpace()
    guard scanner.byte == .openArray, let letter = scanner.byte(1), letter.isLetter else {
      return comparison
    }
    if comparison.comparator == .between {
      throw ExpressionError("BETWEEN takes no options", at: start..<end)
    }
    try parseOptions(into: &comparison)
    return comparison
  }

  private mutating func acceptComparisonSign() -> ComparisonOperator? {
    switch (scanner.byte, scanner.byte(1)) {
    case (.ascii("="), .ascii("=")): consume(2, .equal)
    case (.ascii("="), .ascii("<")): consume(2, .lessOrEqual)
    case (.ascii("="), .ascii(">")): consume(2, .greaterOrEqual)
    case (.ascii("="), _): consume(1, .equal)
    case (.ascii("!"), .ascii("=")), (.ascii("<"), .ascii(">")): consume(2, .notEqual)
    case (.ascii("<"), .ascii("=")): consume(2, .lessOrEqual)
    case (.ascii("<"), _): consume(1, .less)
    case (.ascii(">"), .ascii("=")): consume(2, .greaterOrEqual)
    case (.ascii(">"), _): consume(1, .greater)
    default: nil
    }
  }

  private mutating func consume(_ count: Int, _ comparator: ComparisonOperator)
    -> ComparisonOperator
  {
    scanner.advance(count)
    return comparator
  }

  /// Parses `[c]`, `[d]` or `[cd]`.
  private mutating func parseOptions(into comparison: inout Comparison) throws(ExpressionError) {
    let start = scanner.at
    scanner.advance(1)
    let letters = scanner.word
    for byte in scanner.bytes[letters] {
      switch byte | 0x20 {
      case .ascii("c"): comparison.ignoresCase = true
      case .ascii("d"): comparison.ignoresDiacritics = true
      default:
        throw ExpressionError(
          "'[\(scanner.text(letters))]' is no option of a comparison",
          at: start..<letters.upperBound,
          help: "there are [c], which ignores case, [d], which ignores accents, and [cd]"
        )
      }
    }
    scanner.advance(letters.count)
    if !scanner.accept(sign: "]") { throw unexpected("']'") }
  }

  // MARK: - Findings

  /// The error that something else is expected here.
  func unexpected(_ wanted: String) -> ExpressionError {
    var scanner = scanner
    scanner.skipSpace()
    let message = "expected \(wanted), found \(scanner.nameOfNext)"
    let word = scanner.text(scanner.word)
    if word.isEmpty { return ExpressionError(message, at: scanner.next) }
    switch word.uppercased() {
    case "NOT":
      return ExpressionError(
        message,
        at: scanner.next,
        help: "NOT stands before the whole comparison: NOT name IN {'a', 'b'}"
      )
    case "IS":
      return ExpressionError(message, at: scanner.next, help: "write == NIL or != NIL")
    default:
      let suggestion = NearestName.suggestion(for: word, among: ExpressionKeyword.operators)
      return ExpressionError(message + suggestion, at: scanner.next)
    }
  }
}
