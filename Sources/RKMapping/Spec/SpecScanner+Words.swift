internal import RKDiagnostics

extension SpecScanner {
  // MARK: - Space

  /// Skips white space and comments; returns whether a line ended there.
  @discardableResult
  mutating func skipSpace() -> Bool {
    var hasNewLine = false
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\n"):
        hasNewLine = true
        at += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): at += 1
      case UInt8(ascii: "#"): skipLine()
      case UInt8(ascii: "/") where next == UInt8(ascii: "/"): skipLine()
      case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
        if skipBlockComment() { hasNewLine = true }
      default: return hasNewLine
      }
    }
    return hasNewLine
  }

  private var next: UInt8? { at + 1 < bytes.count ? bytes[at + 1] : nil }

  private mutating func skipLine() {
    let start = at
    while at < bytes.count && bytes[at] != UInt8(ascii: "\n") { at += 1 }
    keepComment(start..<at)
  }

  private mutating func skipBlockComment() -> Bool {
    let start = at
    var hasNewLine = false
    at += 2
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "*") && next == UInt8(ascii: "/") {
        at += 2
        keepComment(start..<at)
        return hasNewLine
      }
      if bytes[at] == UInt8(ascii: "\n") { hasNewLine = true }
      at += 1
    }
    refuse("this comment is not closed", start..<(start + 2))
    hasLostTrack = true
    return hasNewLine
  }

  // MARK: - Words

  /// Whether a byte can be part of a word without quotes.
  static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      true
    case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
      UInt8(ascii: "$"), UInt8(ascii: "@"):
      true
    default: false
    }
  }

  /// Whether a byte can begin a value or the name of a member.
  func beginsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "'"): true
    default: Self.isWordByte(byte)
    }
  }

  mutating func scanBareText() -> String {
    let start = at
    while at < bytes.count && Self.isWordByte(bytes[at]) { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  /// Scans a literal, a number, or a word without quotes.
  mutating func scanWord() -> SpecNode? {
    let start = at
    let text = scanBareText()
    if bytes[at...].starts(with: "://".utf8) { return refuseAddress(from: start) }
    let range = start..<at
    switch text {
    case "true": return SpecNode(.boolean(true), at: place(range))
    case "false": return SpecNode(.boolean(false), at: place(range))
    case "null": return SpecNode(.null, at: place(range))
    case _ where Self.isNumber(text): return SpecNode(.number(text), at: place(range))
    default:
      findings.reportBareWord(
        text,
        readAs: text == "nil" ? "null" : "a text",
        better: text == "nil" ? "null" : "\"\(text)\"",
        at: place(range)
      )
      return SpecNode(.word(text), at: place(range))
    }
  }

  /// Rejects an address without quotes, which would be read as a name and a comment.
  private mutating func refuseAddress(from start: Int) -> SpecNode? {
    let end = bytes[at...].firstIndex { $0 <= 0x20 || ",]}\"'".utf8.contains($0) }
    at = end ?? bytes.count
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    refuse(
      "a text with \":\" in it needs quotes",
      start..<at,
      help: "write \(JSONObjectText.quoted(text))"
    )
    return nil
  }

  /// Whether a text is a number in JSON's notation (RFC 8259).
  package static func isNumber(_ text: String) -> Bool {
    var rest = text.utf8[...]
    func digits() -> Int {
      let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let integerCount = digits()
    guard integerCount == 1 || (integerCount > 1 && !startsWithZero) else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard digits() > 0 else { return false }
    }
    if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      guard digits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  // MARK: - Strings

  /// Scans a string, and returns its text without quotes and escapes; nil if something in it was rejected.
  mutating func scanString() -> String? {
    let start = at
    guard let quote = SpecQuote(bytes, at: at) else { return nil }
    at += quote.length
    // A shortcut: most strings have no escapes.
    var text = passOverPlainText(quote)
    var isSound = true
    var hasLineEnd = false
    var end = 0
    while at < bytes.count {
      end = quote.closingLength(bytes, at: at)
      if end > 0 { break }
      switch bytes[at] {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if !hasLineEnd {
          guard isClosedBelow(quote.byte) else { return refuseOpenString(from: start) }
          let help = "a line end in a string is written \\n"
          refuse("a line ends inside this string", start..<at, help: help)
        }
        hasLineEnd = true
        at += 1
      case UInt8(ascii: "\\"): if !scanEscape(quote.byte, into: &text) { isSound = false }
      case 0..<0x20:
        let name = bytes[at] == 0 ? "NUL byte" : "control character"
        refuse("a \(name) in a string", at..<(at + 1), help: "write it as an escape")
        isSound = false
        at += 1
      default: text += passOverPlainText(quote)
      }
    }
    guard at < bytes.count else { return refuseOpenString(from: start) }
    at += end
    guard isSound && !hasLineEnd else { return nil }
    let result = String(decoding: text, as: UTF8.self)
    if !isData && result.hasTooManyMarks {
      refuse(
        "more than \(String.mostMarks) combining marks follow one another in this string",
        start..<at
      )
      return nil
    }
    if quote.isTypographic || quote.byte == UInt8(ascii: "'") {
      let better = JSONObjectText.quoted(result)
      warn(
        quote.isTypographic ? "typographic quotes" : "single quotes",
        start..<at,
        [FixIt("write \(better)", replacing: start..<at, with: better)]
      )
    }
    return result
  }

  /// Skips the bytes of a string, up to its end or to something that is not literal.
  private mutating func passOverPlainText(_ quote: SpecQuote) -> ArraySlice<UInt8> {
    let start = at
    let (byte, isTypographic) = (quote.byte, quote.isTypographic)
    while at < bytes.count, bytes[at] >= 0x20, bytes[at] != byte, bytes[at] != UInt8(ascii: "\\") {
      if isTypographic && quote.closingLength(bytes, at: at) > 0 { break }
      at += 1
    }
    return bytes[start..<at]
  }

  /// Whether the next quote on later lines looks like the end of a string.
  private func isClosedBelow(_ quote: UInt8) -> Bool {
    guard let end = bytes[at...].firstIndex(of: quote) else { return false }
    let after = bytes[(end + 1)...].first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    return after.map { ",]}:\r\n".utf8.contains($0) } ?? true
  }

  /// Rejects a string that does not end.
  ///
  /// Skips its line, except for characters at the end of it that may belong to the surrounding text.
  private mutating func refuseOpenString(from start: Int) -> String? {
    refuse("this string is not closed on its line", start..<(start + 1))
    at = start + 1
    passOverLine()
    return nil
  }

  /// Skips the rest of a line, except for characters at its end that may belong to the surrounding text.
  mutating func passOverLine() {
    let start = at
    hasLostTrack = true
    while at < bytes.count && bytes[at] != UInt8(ascii: "\n") { at += 1 }
    while at > start && ",]} \t\r".utf8.contains(bytes[at - 1]) { at -= 1 }
  }

  /// Scans an escape; returns false if JSON has no such escape.
  private mutating func scanEscape(_ quote: UInt8, into text: inout ArraySlice<UInt8>) -> Bool {
    let start = at
    let letter = next
    at += 2
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), quote: text.append(letter ?? 0)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      guard let scalar = scanUnicodeEscape() else {
        refuse("an escape that is no character", start..<min(at, bytes.count))
        return false
      }
      text += String(scalar).utf8
    default:
      at = min(at, bytes.count)
      refuse(
        "an escape that JSON does not have",
        start..<at,
        help: "a backslash itself is written \\\\"
      )
      return false
    }
    return true
  }

  private mutating func scanUnicodeEscape() -> Unicode.Scalar? {
    guard let first = scanFourDigits() else { return nil }
    guard first & 0xFC00 == 0xD800 else { return Unicode.Scalar(first) }
    guard at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"), next == UInt8(ascii: "u") else {
      return nil
    }
    at += 2
    guard let second = scanFourDigits(), second & 0xFC00 == 0xDC00 else { return nil }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private mutating func scanFourDigits() -> UInt32? {
    guard at + 4 <= bytes.count,
      bytes[at..<(at + 4)].allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }),
      let value = UInt32(String(decoding: bytes[at..<(at + 4)], as: UTF8.self), radix: 16)
    else { return nil }
    at += 4
    return value
  }

  // MARK: -

  /// The next item, for messages.
  var nameOfNext: String {
    guard at < bytes.count else { return "the end of the text" }
    let start = at
    let end = bytes[start...].prefix { Self.isWordByte($0) }.endIndex
    if end > start { return String(decoding: bytes[start..<min(end, start + 20)], as: UTF8.self) }
    let byte = bytes[at]
    if byte == 0 { return "a NUL byte" }
    if byte == UInt8(ascii: "\"") { return "a quote" }
    return byte < 0x20 || byte == 0x7F
      ? "a control character" : "\"\(String(UnicodeScalar(byte)))\""
  }
}
