@testable import RKEngine
import Testing

/// The faults that the scan finds in bytes, before any grammar.
@Suite("Faults of the scan")
struct ScanFaultTests {
  @Test("a control character in a string is at fault", arguments: UInt8(0)..<0x20)
  func controlCharacters(byte: UInt8) {
    expect([.quote, .ascii("a"), byte, .quote], fault: .controlCharacter, at: 2)
  }

  @Test(
    "a control character outside strings is not white space",
    arguments: [0x00, 0x0B, 0x0C, 0x1A]
  )
  func controlCharactersOutside(byte: UInt8) {
    expect([.openArray, byte, .closeArray], fault: .literal, expected: .value, at: 1)
  }

  @Test("DEL and everything above it is allowed in a string")
  func upperCharacters() {
    expect("\"\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}\"", tokens: "\"")
  }

  @Test("the escapes of RFC 8259 are allowed", arguments: Array("\"\\/bfnrt"))
  func escapes(letter: Character) {
    expect("[\"\\\(letter)\"]", tokens: "[\"]")
  }

  @Test("any other letter after a backslash is at fault", arguments: Array("aUx0'1 N\u{E9}"))
  func wrongEscapes(letter: Character) {
    expect("[\"\\^\(letter)\"]", fault: .escape)
  }

  @Test("four hexadecimal digits follow a u, in either case")
  func hexadecimalDigits() {
    expect("\"\\u0000\\uabcd\\uABCD\\u09aF\"", tokens: "\"")
    expect("\"\\u^g000\"", fault: .escape)
    expect("\"\\u0^G00\"", fault: .escape)
    expect("\"\\u00^-0\"", fault: .escape)
    expect("\"\\u000^\"", fault: .escape)
    expect("\"\\u^\\\"", fault: .escape)
  }

  @Test("a lone surrogate is not a fault of the text")
  func loneSurrogates() {
    expect("[\"\\uD800\",\"\\uDC00x\",\"\\uD800\\uD800\"]", tokens: "[\",\",\"]")
  }

  @Test(
    "a string that does not end is at fault from its beginning",
    arguments: [
      "^\"", "[^\"abc", "[1,^\"a\\\"", "^\"\\", "^\"\\u", "^\"\\u12", "{^\"a", "{\"a\":^\"b ",
    ]
  )
  func unterminated(text: String) {
    expect(text, fault: .unterminatedString)
  }

  @Test("a string that does not end is at fault however long it is", arguments: 0..<140)
  func unterminatedAtEveryLength(count: Int) {
    let text = String(repeating: "x", count: count)
    expect("[\"\", ^\"\(text)", fault: .unterminatedString)
    expect("[\"\", ^\"\(text)\\", fault: .unterminatedString)
    expect("[\"\", ^\"\(text)\\u00", fault: .unterminatedString)
  }

  @Test("a faulty string does not blame the value before", arguments: ["1", "\"a\"", "null", "[]"])
  func valueBeforeFaultyString(value: String) throws {
    expect("\(value) \"b\\^x\"", fault: .escape)
    expect("[\(value) \"b\\^x\"", fault: .escape)
    var window = InputWindow(
      source: InputSource(bytes: Array("\(value) \"b\u{1}\"".utf8)),
      options: ReadingOptions(),
      kernel: .best
    )
    while try window.fill() != nil {}
    let ends = window.view.position(window.view.count)
    #expect(ends == value.utf8.count + 1)
  }

  @Test("a quote right after a number is the number's fault")
  func quoteBehindNumber() {
    expect("[1^\"a\"]", fault: .number)
    expect("[1^\"a", fault: .number)
    expect("1^\"", fault: .number)
  }

  // MARK: - UTF-8

  /// One of each kind of sequence that RFC 3629 forbids.
  static let malformed: [[UInt8]] = [
    [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xC2, 0xC2],
    [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xE1], [0xE1, 0x80], [0xE1, 0x80, 0x41],
    [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xEF, 0xBF], [0xF0, 0x80, 0x80, 0x80],
    [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x90, 0x80], [0xF1, 0x80], [0xF4, 0x90, 0x80, 0x80],
    [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF],
  ]

  @Test("a malformed sequence is at fault from its first byte", arguments: malformed)
  func malformedSequences(sequence: [UInt8]) {
    expect([.quote, .ascii("a")] + sequence + [.ascii("b"), .quote], fault: .utf8, at: 2)
    expect([.quote] + sequence + [.quote], fault: .utf8, at: 1)
    expect([.quote] + sequence, fault: .utf8, at: 1)
    expect([.openArray] + sequence, fault: .utf8, at: 1)
  }

  @Test("a malformed sequence is found at every place of a block", arguments: malformed)
  func malformedEverywhere(sequence: [UInt8]) {
    for count in 56..<66 {
      let before = [UInt8](repeating: .ascii("x"), count: count)
      expect([.quote] + before + sequence + [.quote], fault: .utf8, at: count + 1)
    }
  }

  @Test("a truncated sequence before a control character is at fault, not that")
  func cutSequence() {
    expect([.quote, 0xE2, 0x82, .lineFeed, .quote], fault: .utf8, at: 1)
  }

  @Test(
    "a character is whole at every place of a block",
    arguments: ["\u{E9}", "\u{20AC}", "\u{1F600}"]
  )
  func characters(character: String) {
    for count in 56..<66 {
      expect("[\"" + String(repeating: "x", count: count) + character + "\"]", tokens: "[\"]")
    }
  }
}
