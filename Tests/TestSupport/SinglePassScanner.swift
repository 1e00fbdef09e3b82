/// Reads JSON text (RFC 8259) byte by byte, by recursive descent: the oracle for the engine's
/// kernels and masks.
///
/// It shares no code with the engine, and is written to be obviously right, not fast. It agrees
/// with the engine on which fault comes first:
///
/// - a fault inside a string comes before one of the string's position;
/// - a number is wrong where it leaves the grammar, a word that is not a literal at its beginning,
///   a string without end at its opening quote, a sequence that is not UTF-8 at its first byte;
/// - an input that ends too soon is wrong after its last byte that is not white space.
///
/// A lone surrogate escape is not a fault of the text; only the value is at fault, when it is read.
package struct SinglePassScanner {
  /// One of `{ } [ ] : ,`, a separator, or the first byte of a string, number or literal.
  package struct Token: Hashable, Sendable, CustomStringConvertible {
    package var offset: Int
    package var byte: UInt8

    package init(offset: Int, byte: UInt8) {
      self.offset = offset
      self.byte = byte
    }

    package var description: String { "\(offset):\(Unicode.Scalar(byte))" }
  }

  /// The result of reading.
  package struct Result: Sendable {
    /// The tokens before the first fault.
    package var tokens: [Token] = []
    /// The number of complete documents.
    package var documentCount = 0
    /// The position of the first fault; nil if everything is JSON text.
    package var firstFault: Int?
    /// The kind of fault, named as in the engine; nil if two names would be correct.
    package var kind: Kind?
  }

  /// The kinds of faults, named as in `JSONSyntaxError.Fault`.
  package enum Kind: Sendable {
    case unexpected, unexpectedEnd, lineEnd, secondOnLine, number, literal, controlCharacter
    case escape, utf8, unterminatedString, tooDeep
  }

  private struct Fault: Error {
    var offset: Int
    var kind: Kind
  }

  private let bytes: [UInt8]
  private let separator: UInt8?
  private let maximumDepth: Int
  private var at = 0
  private var result = Result()

  /// Reads consecutive documents.
  ///
  /// If there is a separator, at most one document may be between two of them.
  package static func scan(
    _ bytes: [UInt8],
    separator: UInt8? = nil,
    maximumDepth: Int = 1024
  ) -> Result {
    var scanner = SinglePassScanner(bytes, separator, maximumDepth)
    do {
      try scanner.documents()
    } catch {
      scanner.result.firstFault = error.offset
      scanner.result.kind = scanner.hasOneName(error) ? error.kind : nil
    }
    return scanner.result
  }

  private init(_ bytes: [UInt8], _ separator: UInt8?, _ maximumDepth: Int) {
    self.bytes = bytes
    self.separator = separator
    self.maximumDepth = maximumDepth
  }

  // MARK: - Bytes

  /// Whether a fault has only one correct name.
  ///
  /// A byte that is allowed nowhere can be reported as such, or as unexpected at its position.
  private func hasOneName(_ fault: Fault) -> Bool {
    switch fault.kind {
    case .controlCharacter, .utf8, .unterminatedString, .unexpectedEnd: return true
    default: break
    }
    guard fault.offset < bytes.count else { return true }
    let byte = bytes[fault.offset]
    return byte == separator || (0x20..<0x7F).contains(byte)
  }

  private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// The position after the last byte that is not white space.
  private var textEnd: Int { (bytes.lastIndex { !Self.isBlank($0) } ?? -1) + 1 }

  private mutating func skipBlanks() {
    while let byte = next, Self.isBlank(byte), byte != separator { at += 1 }
  }

  private mutating func emit() {
    result.tokens.append(Token(offset: at, byte: bytes[at]))
    at += 1
  }

  /// The fault that something else is expected here.
  private mutating func unexpected(_ kind: Kind = .unexpected) -> Fault {
    guard let byte = next else { return Fault(offset: textEnd, kind: .unexpectedEnd) }
    let place = at
    // A faulty string is reported for the fault inside of it.
    if byte == UInt8(ascii: "\"") {
      do { try string() } catch { return error }
      result.tokens.removeLast()
    }
    return Fault(offset: place, kind: byte == separator ? .lineEnd : kind)
  }

  // MARK: - Documents

  private mutating func documents() throws(Fault) {
    var mayBegin = true
    skipBlanks()
    while let byte = next {
      if byte == separator {
        emit()
        mayBegin = true
      } else {
        guard mayBegin || separator == nil else { throw unexpected(.secondOnLine) }
        try value(level: 1)
        result.documentCount += 1
        mayBegin = false
      }
      skipBlanks()
    }
  }

  private mutating func value(level: Int) throws(Fault) {
    guard let byte = next else { throw unexpected() }
    switch byte {
    case UInt8(ascii: "{"): try object(level)
    case UInt8(ascii: "["): try array(level)
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    case UInt8(ascii: "t"): try literal("true")
    case UInt8(ascii: "f"): try literal("false")
    case UInt8(ascii: "n"): try literal("null")
    case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ":"):
      throw unexpected()
    default: throw unexpected(.literal)
    }
  }

  private mutating func open(_ level: Int) throws(Fault) {
    guard level <= maximumDepth else { throw Fault(offset: at, kind: .tooDeep) }
    emit()
    skipBlanks()
  }

  private mutating func object(_ level: Int) throws(Fault) {
    try open(level)
    if next == UInt8(ascii: "}") { return emit() }
    while true {
      guard next == UInt8(ascii: "\"") else { throw unexpected() }
      try string()
      skipBlanks()
      guard next == UInt8(ascii: ":") else {
        guard let byte = next else { throw unexpected() }
        throw Fault(offset: at, kind: byte == separator ? .lineEnd : .unexpected)
      }
      emit()
      skipBlanks()
      try value(level: level + 1)
      skipBlanks()
      if next == UInt8(ascii: "}") { return emit() }
      guard next == UInt8(ascii: ",") else { throw unexpected() }
      emit()
      skipBlanks()
    }
  }

  private mutating func array(_ level: Int) throws(Fault) {
    try open(level)
    if next == UInt8(ascii: "]") { return emit() }
    while true {
      try value(level: level + 1)
      skipBlanks()
      if next == UInt8(ascii: "]") { return emit() }
      guard next == UInt8(ascii: ",") else { throw unexpected() }
      emit()
      skipBlanks()
    }
  }

  // MARK: - Scalars

  /// Whether a number or a literal ends here: before a byte that may follow it, or before one of
  /// two control characters that are allowed nowhere and that the engine treats as separate words.
  private var isDelimited: Bool {
    guard let byte = next else { return true }
    return Self.isBlank(byte) || byte == separator || "{}[]:,\u{C}\u{1A}".utf8.contains(byte)
  }

  /// Whether the next bytes are not valid UTF-8; then that is the fault, not the word before them.
  private var isBehindText: Bool { next.map { $0 >= 0x80 } ?? false && sequenceLength == nil }

  private mutating func end(scalarFrom start: Int) throws(Fault) {
    if isDelimited || isBehindText {
      result.tokens.append(Token(offset: start, byte: bytes[start]))
    }
    if !isDelimited { throw Fault(offset: at, kind: isBehindText ? .utf8 : .number) }
  }

  private mutating func literal(_ word: String) throws(Fault) {
    let start = at
    guard bytes[at...].starts(with: word.utf8) else { throw Fault(offset: start, kind: .literal) }
    at += word.utf8.count
    guard isDelimited || isBehindText else { throw Fault(offset: start, kind: .literal) }
    try end(scalarFrom: start)
  }

  private mutating func number() throws(Fault) {
    let start = at
    if next == UInt8(ascii: "-") { at += 1 }
    if next == UInt8(ascii: "0") { at += 1 } else { try digits() }
    if next == UInt8(ascii: ".") {
      at += 1
      try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      at += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { at += 1 }
      try digits()
    }
    try end(scalarFrom: start)
  }

  private mutating func digits() throws(Fault) {
    let start = at
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { at += 1 }
    if at == start { throw Fault(offset: at, kind: .number) }
  }

  private mutating func string() throws(Fault) {
    let start = at
    at += 1
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        at += 1
        result.tokens.append(Token(offset: start, byte: byte))
        return
      case UInt8(ascii: "\\"): try escape(inStringAt: start)
      case 0x00..<0x20: throw Fault(offset: at, kind: .controlCharacter)
      case 0x20..<0x80: at += 1
      default:
        guard let length = sequenceLength else { throw Fault(offset: at, kind: .utf8) }
        at += length
      }
    }
    throw Fault(offset: start, kind: .unterminatedString)
  }

  private mutating func escape(inStringAt start: Int) throws(Fault) {
    at += 1
    guard let letter = next else { throw Fault(offset: start, kind: .unterminatedString) }
    guard "\"\\/bfnrtu".utf8.contains(letter) else { throw Fault(offset: at, kind: .escape) }
    at += 1
    guard letter == UInt8(ascii: "u") else { return }
    for _ in 0..<4 {
      guard let digit = next else { throw Fault(offset: start, kind: .unterminatedString) }
      guard "0123456789abcdefABCDEF".utf8.contains(digit) else {
        throw Fault(offset: at, kind: .escape)
      }
      at += 1
    }
  }

  /// The length of the character that begins here; nil if it is not valid UTF-8 (RFC 3629, section
  /// 4).
  private var sequenceLength: Int? {
    let (first, rest) = (bytes[at], bytes[(at + 1)...])
    let second: ClosedRange<UInt8>
    let length: Int
    switch first {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard rest.count >= length - 1, rest.first.map(second.contains) == true,
      rest.prefix(length - 1).dropFirst().allSatisfy({ (0x80...0xBF).contains($0) })
    else { return nil }
    return length
  }
}
