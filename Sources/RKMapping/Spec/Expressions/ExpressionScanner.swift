internal import RKDiagnostics
internal import RKEngine

/// Scans the words, signs and literals of a predicate or an expression, in order.
struct ExpressionScanner {
  let bytes: [UInt8]
  /// The position of the next byte.
  var at = 0
  /// The position after the last consumed item.
  private(set) var end = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  // MARK: - Examining

  var byte: UInt8? { at < bytes.count ? bytes[at] : nil }

  func byte(_ distance: Int) -> UInt8? {
    at + distance < bytes.count ? bytes[at + distance] : nil
  }

  mutating func skipSpace() {
    while at < bytes.count && bytes[at].isWhitespace { at += 1 }
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Whether a byte can occur in a key or a keyword without being escaped.
  static func isWordByte(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == .ascii("_") || byte >= 0x80
  }

  /// The range of the word at this position; empty if there is none.
  var word: Range<Int> {
    var end = at
    while end < bytes.count && Self.isWordByte(bytes[end]) { end += 1 }
    return at..<end
  }

  /// The keyword at this position; case is ignored.
  var keyword: ExpressionKeyword? {
    let range = word
    guard !range.isEmpty, range.count <= ExpressionKeyword.longest else { return nil }
    return ExpressionKeyword(rawValue: text(range).uppercased())
  }

  /// The operator sign at this position: consecutive characters of operators.
  private var sign: Range<Int> {
    var end = at
    while end < bytes.count && "=<>!&|+-*/%^~?:;".utf8.contains(bytes[end]) { end += 1 }
    return at..<end
  }

  /// The range of the next item.
  var next: Range<Int> {
    if at == bytes.count { return at..<at }
    if !word.isEmpty { return word }
    return sign.isEmpty ? at..<(at + 1) : sign
  }

  /// The next item, for messages.
  var nameOfNext: String {
    guard let byte else { return "the end" }
    if !word.isEmpty { return "'\(text(word.lowerBound..<min(word.upperBound, at + 60)))'" }
    if !sign.isEmpty { return "'\(text(sign.lowerBound..<min(sign.upperBound, at + 8)))'" }
    if byte < 0x20 || byte == 0x7F { return "a control character" }
    return byte == .ascii("'") || byte == .quote ? "a text" : "'\(text(at..<(at + 1)))'"
  }

  // MARK: - Receiving

  /// Consumes some bytes.
  mutating func advance(_ count: Int) {
    at += count
    end = at
  }

  mutating func accept(sign: String) -> Bool {
    skipSpace()
    guard bytes[at...].starts(with: sign.utf8) else { return false }
    advance(sign.utf8.count)
    return true
  }

  mutating func accept(_ keyword: ExpressionKeyword) -> Bool {
    skipSpace()
    guard self.keyword == keyword else { return false }
    advance(word.count)
    return true
  }

  // MARK: - Literals

  /// Scans a number in JSON's notation.
  mutating func scanNumber() throws(ExpressionError) -> String {
    let start = at
    func countDigits(from first: Int) -> Int {
      var end = first
      while end < bytes.count && bytes[end].isDigit { end += 1 }
      return end - first
    }
    advance(countDigits(from: at))
    var text = self.text(start..<at).drop { $0 == "0" }
    if text.isEmpty { text = "0" }
    let after = at
    if byte == .period {
      let count = countDigits(from: at + 1)
      guard count > 0 else {
        throw ExpressionError("digits are missing after the point", at: start..<(at + 1))
      }
      advance(1 + count)
    }
    if let letter = byte, letter | 0x20 == .ascii("e") {
      let signed = byte(1) == .plus || byte(1) == .minus ? 2 : 1
      let count = countDigits(from: at + signed)
      if count > 0 { advance(signed + count) }
    }
    guard word.isEmpty else {
      let name = self.text(start..<word.upperBound)
      throw ExpressionError(
        "'\(name)' is no number",
        at: start..<word.upperBound,
        help: "a key that begins with a digit is written [\"\(name)\"]"
      )
    }
    return text + self.text(after..<at)
  }

  /// Scans a text in quotes.
  mutating func scanString() throws(ExpressionError) -> String {
    let start = at
    let quote = bytes[at]
    var text: [UInt8] = []
    at += 1
    while let byte, byte != quote {
      if byte == .backslash {
        try scanEscape(into: &text)
      } else {
        text.append(byte)
        at += 1
      }
    }
    guard byte != nil else {
      let name = String(UnicodeScalar(quote))
      throw ExpressionError(
        "this quote is not closed",
        at: start..<(start + 1),
        help: "a quote inside the text is written \\\(name)"
      )
    }
    advance(1)
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func scanEscape(into text: inout [UInt8]) throws(ExpressionError) {
    let start = at
    let letter = byte(1)
    at = min(at + 2, bytes.count)
    switch letter {
    case .ascii("'"), .quote, .backslash, .solidus: text.append(letter ?? 0)
    case .ascii("n"): text.append(.lineFeed)
    case .ascii("t"): text.append(.tab)
    case .ascii("r"): text.append(.carriageReturn)
    case .ascii("u"):
      guard let scalar = scanUnicodeEscape() else {
        throw ExpressionError("this escape is no character", at: start..<at)
      }
      text += String(scalar).utf8
    default:
      while let byte, byte & 0xC0 == 0x80 { at += 1 }
      throw ExpressionError(
        "'\(self.text(start..<at))' is no escape",
        at: start..<at,
        help: "a backslash itself is written \\\\, and in the JSON text of the spec \\\\\\\\"
      )
    }
  }

  private mutating func scanUnicodeEscape() -> Unicode.Scalar? {
    guard let first = scanFourDigits() else { return nil }
    guard first & 0xFC00 == 0xD800 else { return Unicode.Scalar(first) }
    guard byte == .backslash, byte(1) == .ascii("u") else { return nil }
    at += 2
    guard let second = scanFourDigits(), second & 0xFC00 == 0xDC00 else { return nil }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private mutating func scanFourDigits() -> UInt32? {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = byte?.hexadecimalValue else { return nil }
      value = value << 4 | UInt32(digit)
      at += 1
    }
    return value
  }
}
