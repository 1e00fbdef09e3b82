internal import RKEngine

extension PatternParser {
  /// Parses an escape outside of classes.
  mutating func parseEscape() throws(TextError) -> PatternNode {
    let start = at
    if let terms = try parseSetEscape() { return .set(try addClass(terms)) }
    guard let letter = peek(1) else { throw error("a backslash stands alone at the end") }
    switch letter {
    case "b", "B", "A", "z", "Z":
      at += 2
      let place: PatternNode.Place =
        switch letter {
        case "b": .wordBoundary
        case "B": .noWordBoundary
        case "A": .textStart
        case "z": .textEnd
        default: .lastLineEnd
        }
      return .place(place)
    case "R":
      at += 2
      let single = try addClass(ScalarSets.verticalSpace)
      return .choice([.sequence([.scalar("\r"), .scalar("\n")]), .set(single)])
    case "1"..."9", "k":
      throw nonlinear(
        "a back reference",
        at: start,
        "write the text itself, or compare values in \"validate\""
      )
    default: return try literal(try parseScalarEscape())
    }
  }

  // MARK: - Sets

  /// Parses an escape for a set, such as `\d` and `\p{L}`, to the terms of a class.
  ///
  /// Returns nil for other escapes.
  mutating func parseSetEscape() throws(TextError) -> [PatternTerm]? {
    guard let letter = peek(1) else { return nil }
    let terms: [PatternTerm]
    switch letter {
    case "d", "D": terms = ScalarSets.digit
    case "w", "W": terms = PatternTerm.word
    case "s", "S": terms = ScalarSets.space
    case "h", "H": terms = ScalarSets.horizontalSpace
    case "v", "V": terms = ScalarSets.verticalSpace
    case "p", "P":
      at += 2
      let place = at
      try expect("{", "'\\\(letter)' is followed by a property in braces: '\\\(letter){L}'")
      let name = at
      while let scalar = peek(), scalar != "}" { if scalar == "{" { break } else { at += 1 } }
      let text = text(from: name, upTo: at - 1)
      guard accept("}") else { throw error("the property is not closed", at: place) }
      let found = try property(text, at: name)
      return letter == "P" ? found + [.not] : found
    default: return nil
    }
    at += 2
    return ("A"..."Z") ~= letter ? terms + [.not] : terms
  }

  /// Returns the terms of a property, given its name.
  func property(_ text: String, at place: Int) throws(TextError) -> [PatternTerm] {
    if let terms = ScalarSets.named(text) { return terms }
    let name = ScalarSets.plain(text)
    if ["script", "sc", "scx", "scriptextensions", "block", "blk"].contains(
      name.prefix { $0 != "=" }
    ) {
      throw unsupported("the property '\(text)'", at: place)
    }
    throw error("'\(text)' is no property that rkmap knows", at: place)
  }

  // MARK: - Scalars

  /// Parses an escape for a single scalar.
  mutating func parseScalarEscape() throws(TextError) -> Unicode.Scalar {
    let start = at
    guard let letter = peek(1) else { throw error("a backslash stands alone at the end") }
    at += 2
    switch letter {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "f": return "\u{0C}"
    case "a": return "\u{07}"
    case "e": return "\u{1B}"
    case "0": return try parseCode(from: start, most: 2, radix: 8, canBeEmpty: true)
    case "x":
      if accept("{") { return try parseBraces(from: start, radix: 16) }
      return try parseCode(from: start, most: 2, radix: 16)
    case "u":
      if accept("{") { return try parseBraces(from: start, radix: 16) }
      return try parseCode(from: start, least: 4, most: 4, radix: 16)
    case "U": return try parseCode(from: start, least: 8, most: 8, radix: 16)
    case "o" where accept("{"): return try parseBraces(from: start, radix: 8)
    case "c", "C", "g", "G", "K", "N", "O", "X", "y", "Y":
      throw unsupported("'\\\(letter)'", at: start)
    default: break
    }
    let isWord = "0"..."9" ~= letter || "a"..."z" ~= letter || "A"..."Z" ~= letter
    guard letter.isASCII, !isWord else { throw error("'\\\(letter)' is no escape", at: start) }
    return letter
  }

  private mutating func parseBraces(from start: Int, radix: UInt32)
    throws(TextError) -> Unicode.Scalar
  {
    let scalar = try parseCode(from: start, most: 8, radix: radix)
    guard accept("}") else { throw error("'}' is missing after the number of a character") }
    return scalar
  }

  /// Reads a scalar by its number.
  private mutating func parseCode(
    from start: Int,
    least: Int = 1,
    most: Int,
    radix: UInt32,
    canBeEmpty: Bool = false
  ) throws(TextError) -> Unicode.Scalar {
    var (value, count) = (UInt64(0), 0)
    while count < most, let scalar = peek(), scalar.isASCII,
      let digit = UInt8(scalar.value).hexadecimalValue, digit < radix
    {
      value = value * UInt64(radix) + UInt64(digit)
      (count, at) = (count + 1, at + 1)
    }
    guard count >= least || canBeEmpty else {
      let digits = least == 1 ? "digits are" : "\(least) digits are"
      throw error("\(digits) missing in the number of a character", at: start)
    }
    guard let code = UInt32(exactly: value), let scalar = Unicode.Scalar(code) else {
      throw error("there is no character of this number", at: start)
    }
    return scalar
  }
}
