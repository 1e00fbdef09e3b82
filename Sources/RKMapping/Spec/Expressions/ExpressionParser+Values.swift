internal import RKDiagnostics
internal import RKEngine

/// Arithmetic, literals, functions and key paths.
extension ExpressionParser {
  // MARK: - Arithmetic

  mutating func parseSum() throws(ExpressionError) -> Part {
    scanner.skipSpace()
    let start = scanner.at
    var left = try parseProduct()
    while true {
      scanner.skipSpace()
      let operation: ArithmeticOperator
      switch scanner.byte {
      case .plus: operation = .add
      case .minus: operation = .subtract
      default: return left
      }
      scanner.advance(1)
      // Parsed first, because the joined part ends at the parser's position.
      let right = try parseProduct()
      left = try join(left, operation, right, from: start)
    }
  }

  private mutating func parseProduct() throws(ExpressionError) -> Part {
    scanner.skipSpace()
    let start = scanner.at
    var left = try parseSigned()
    while true {
      scanner.skipSpace()
      let operation: ArithmeticOperator
      switch scanner.byte {
      case .ascii("*"): operation = .multiply
      case .solidus: operation = .divide
      default: return left
      }
      scanner.advance(1)
      // Parsed first, because the joined part ends at the parser's position.
      let right = try parseSigned()
      left = try join(left, operation, right, from: start)
    }
  }

  private mutating func parseSigned() throws(ExpressionError) -> Part {
    scanner.skipSpace()
    let start = scanner.at
    guard scanner.byte == .minus else { return try parsePower() }
    scanner.advance(1)
    let inner = try nested { (self) throws(ExpressionError) in try self.parseSigned() }
    if case .constant(let value) = inner.expression.kind, value.kind == .number {
      let text = value.text.hasPrefix("-") ? String(value.text.dropFirst()) : "-" + value.text
      return try make(.constant(ConstantValue(number: text)), from: start)
    }
    try demandNumber(inner.expression)
    return try make(.negative(inner.expression), from: start, of: [inner])
  }

  /// Powers are right-associative, as in mathematics.
  private mutating func parsePower() throws(ExpressionError) -> Part {
    scanner.skipSpace()
    let start = scanner.at
    let base = try parseOperand()
    guard scanner.accept(sign: "**") else { return base }
    let exponent = try nested { (self) throws(ExpressionError) in try self.parseSigned() }
    return try join(base, .power, exponent, from: start)
  }

  private func join(_ left: Part, _ operation: ArithmeticOperator, _ right: Part, from start: Int)
    throws(ExpressionError) -> Part
  {
    try demandNumber(left.expression)
    try demandNumber(right.expression)
    return try make(
      .arithmetic(operation, left.expression, right.expression),
      from: start,
      of: [left, right]
    )
  }

  // MARK: - Operands

  private mutating func parseOperand() throws(ExpressionError) -> Part {
    scanner.skipSpace()
    let start = scanner.at
    guard let byte = scanner.byte else { throw noValue() }
    switch byte {
    case .ascii("("): return isNestingPath ? try parsePath() : try parseParenthesis()
    case .openObject:
      let items = try parseList()
      return try parseSuffix(
        try make(.list(items.map(\.expression)), from: start, of: items),
        from: start
      )
    case .quote, .ascii("'"):
      let text = try scanner.scanString()
      return try make(.constant(ConstantValue(string: text)), from: start)
    case _ where byte.isDigit:
      let number = try scanner.scanNumber()
      return try make(.constant(ConstantValue(number: number)), from: start)
    case .ascii("$"): return try parseVariable()
    case .ascii("@"), .openArray, .ascii("#"), .backslash, .period, .ascii("*"):
      return try parsePath()
    case _ where ExpressionScanner.isWordByte(byte): return try parseWord()
    default: throw noValue()
    }
  }

  /// The error that a value is expected here.
  func noValue() -> ExpressionError {
    var help: String?
    if let keyword = scanner.keyword {
      help = "a key of that name is written #\(scanner.text(scanner.word))"
      if keyword == .not { help = "NOT stands before a whole comparison, or before a parenthesis" }
    } else if scanner.byte == .ascii("%") {
      help = "there are no arguments to fill in; write the key path or the value itself"
    }
    return ExpressionError(
      "expected a value, found \(scanner.nameOfNext)",
      at: scanner.next,
      help: help
    )
  }

  private mutating func parseParenthesis() throws(ExpressionError) -> Part {
    let start = scanner.at
    scanner.advance(1)
    let inner = try nested { (self) throws(ExpressionError) in try self.parseOr() }
    if !scanner.accept(sign: ")") { throw unclosed("(", "')'", at: start) }
    return try parseSuffix(inner, from: start)
  }

  /// Parses a list, `{a, b}`.
  private mutating func parseList() throws(ExpressionError) -> [Part] {
    let start = scanner.at
    scanner.advance(1)
    if scanner.accept(sign: "}") { return [] }
    return try parseItems(closedBy: "}") { (self) in self.unclosed("{", "',' or '}'", at: start) }
  }

  private mutating func parseItems(
    closedBy closer: String,
    _ unclosed: (ExpressionParser) -> ExpressionError
  ) throws(ExpressionError) -> [Part] {
    var items: [Part] = []
    repeat {
      items.append(try nested { (self) throws(ExpressionError) in try self.parseOr() })
    } while scanner.accept(sign: ",")
    if !scanner.accept(sign: closer) { throw unclosed(self) }
    return items
  }

  private func unclosed(_ opener: String, _ wanted: String, at start: Int) -> ExpressionError {
    var scanner = scanner
    scanner.skipSpace()
    if scanner.byte == nil {
      return ExpressionError("this '\(opener)' is not closed", at: start..<(start + 1))
    }
    return unexpected("an operator, \(wanted)")
  }

  // MARK: - Words

  /// Parses a keyword, a function or a key path.
  private mutating func parseWord() throws(ExpressionError) -> Part {
    let start = scanner.at
    let word = scanner.text(scanner.word)
    switch scanner.keyword {
    case .nil, .null: return try parseKeyword(.constant(.null))
    case .true, .yes: return try parseKeyword(.constant(ConstantValue(true)))
    case .false, .no: return try parseKeyword(.constant(ConstantValue(false)))
    case .truePredicate: return try parseKeyword(.truth(true))
    case .falsePredicate: return try parseKeyword(.truth(false))
    case .self, nil: break
    default: throw noValue()
    }
    if let quote = word.unicodeScalars.first,
      "\u{2018}\u{2019}\u{201C}\u{201D}\u{201E}"
        .unicodeScalars.contains(quote)
    {
      throw ExpressionError(
        "'\(quote)' is no quote of this language",
        at: start..<(start + 3),
        help: "texts stand between ' or \""
      )
    }
    guard scanner.keyword == nil, isCall(after: scanner.word.upperBound) else {
      return try parsePath()
    }
    switch word.uppercased() {
    case "TERNARY": return try parseTernary()
    case "SUBQUERY": return try parseSubquery()
    default: return try parseFunction(word)
    }
  }

  private mutating func parseKeyword(_ kind: Expression.Kind) throws(ExpressionError) -> Part {
    let start = scanner.at
    scanner.advance(scanner.word.count)
    return try make(kind, from: start)
  }

  /// Whether a parenthesis follows a word.
  private func isCall(after end: Int) -> Bool {
    var end = end
    while end < scanner.bytes.count && scanner.bytes[end].isWhitespace { end += 1 }
    return end < scanner.bytes.count && scanner.bytes[end] == .ascii("(")
  }

  // MARK: - Functions

  private mutating func parseFunction(_ word: String) throws(ExpressionError) -> Part {
    let start = scanner.at
    let place = scanner.word
    guard let function = ExpressionFunction(rawValue: word.lowercased()) else {
      let names = ExpressionFunction.allCases.map(\.rawValue) + ["TERNARY", "SUBQUERY"]
      let suggestion = NearestName.suggestion(for: word, among: names)
      throw ExpressionError(
        "there is no function '\(word)'\(suggestion)",
        at: place,
        help: word.lowercased() == "now"
          ? "runs can be repeated: the time may be given by --meta, and read as @metadata.name"
          : "there are \(names.joined(separator: ", "))"
      )
    }
    let arguments = try parseArguments()
    let wanted = function.arity
    guard wanted.contains(arguments.count) else {
      let words =
        function == .date ? "a value and a format" : wanted == 1...1 ? "one value" : "two values"
      throw ExpressionError(
        "\(function.rawValue) takes \(words), found \(arguments.count)",
        at: place,
        help: function == .date
          ? "date(at) reads the formats of the spec, date(at, 'd/M/yyyy') its own"
          : wanted == 1...1 && arguments.count > 1
            ? "a list of values is written \(function.rawValue)({a, b})" : nil
      )
    }
    if function == .date { try checkFormat(arguments.dropFirst().first?.expression) }
    return try parseSuffix(
      try make(.function(function, arguments.map(\.expression)), from: start, of: arguments),
      from: start
    )
  }

  /// Parses the arguments in the parentheses after a word.
  private mutating func parseArguments() throws(ExpressionError) -> [Part] {
    let start = openArguments()
    if scanner.accept(sign: ")") { return [] }
    return try parseItems(closedBy: ")") { (self) in self.unclosed("(", "',' or ')'", at: start) }
  }

  /// Consumes a word and the opening parenthesis; returns the position of the parenthesis.
  private mutating func openArguments() -> Int {
    scanner.advance(scanner.word.count)
    _ = scanner.accept(sign: "(")
    return scanner.end - 1
  }

  private mutating func parseTernary() throws(ExpressionError) -> Part {
    let start = scanner.at
    let place = scanner.word
    let parts = try parseArguments()
    guard parts.count == 3 else {
      throw ExpressionError(
        "TERNARY takes a predicate and two values, found \(parts.count)",
        at: place,
        help: "TERNARY(predicate, value if it is true, value if it is false)"
      )
    }
    try demandPredicate(parts[0].expression)
    let kind = Expression.Kind.ternary(
      parts[0].expression,
      parts[1].expression,
      parts[2].expression
    )
    return try parseSuffix(try make(kind, from: start, of: parts), from: start)
  }

  private mutating func parseSubquery() throws(ExpressionError) -> Part {
    let start = scanner.at
    let opener = openArguments()
    let collection = try nested { (self) throws(ExpressionError) in try self.parseOr() }
    if !scanner.accept(sign: ",") { throw unexpected("',' and a variable such as $x") }
    scanner.skipSpace()
    guard scanner.accept(sign: "$"), !scanner.word.isEmpty else {
      throw unexpected("a variable such as $x")
    }
    let name = scanner.text(scanner.word)
    scanner.advance(scanner.word.count)
    if !scanner.accept(sign: ",") { throw unexpected("',' and a predicate") }
    variables.append(name)
    defer { variables.removeLast() }
    let predicate = try nested { (self) throws(ExpressionError) in try self.parseOr() }
    try demandPredicate(predicate.expression)
    if !scanner.accept(sign: ")") { throw unclosed("(", "')'", at: opener) }
    let kind = Expression.Kind.subquery(
      collection.expression,
      variable: name,
      predicate.expression
    )
    return try parseSuffix(
      try make(kind, from: start, of: [collection, predicate]),
      from: start
    )
  }
}

extension ConstantValue {
  static var null: ConstantValue { ConstantValue(kind: .null, text: "null", plainText: "null") }

  init(_ value: Bool) {
    self.init(kind: value ? .true : .false, text: "\(value)", plainText: "\(value)")
  }

  init(number text: String) { self.init(kind: .number, text: text, plainText: text) }

  init(string text: String) {
    self.init(kind: .string, text: JSONObjectText.quoted(text), plainText: text)
  }
}
