@testable import RKEngine
import TestSupport
import Testing

@Suite("StringText")
struct StringTextTests {
  private static func decode(_ text: String) -> String? {
    let (bytes, range) = padded(text)
    var output = UniqueArray<UInt8>()
    guard StringText.append(bytes.span, range, to: &output) else { return nil }
    return String(validating: (0..<output.count).map { output[$0] }, as: UTF8.self)
  }

  /// The same into an output, which copies the text between escapes.
  private static func decodeToOutput(_ text: String) -> String? {
    let (bytes, range) = padded(text)
    var output = OutputBuffer(capacity: 1)
    guard StringText.append(bytes.span, range, to: &output) else { return nil }
    return String(validating: (0..<output.count).map { output[$0] }, as: UTF8.self)
  }

  private static func equals(_ text: String, _ other: String) -> Bool {
    let (bytes, range) = padded(text)
    let (others, wanted) = padded(other)
    return StringText.equals(bytes.span, range, others.span, wanted)
  }

  /// Checks the first `count` bytes, or all.
  private static func hasLoneSurrogate(_ text: String, first count: Int? = nil) -> Bool {
    let (bytes, range) = padded(text)
    return StringText.hasLoneSurrogate(bytes.span, range.prefix(count ?? range.count))
  }

  private static func hasBackslash(_ text: String, first count: Int? = nil) -> Bool {
    let (bytes, range) = padded(text)
    return StringText.hasBackslash(bytes.span, range.prefix(count ?? range.count))
  }

  @Test(
    "escapes are decoded (RFC 8259, section 7)",
    arguments: [
      (#"plain"#, "plain"), (#""#, ""), (#"\"\\\/"#, "\"\\/"), (#"\b\f\n\r\t"#, "\u{8}\u{C}\n\r\t"),
      (#"\u0041\u00e9\u20AC"#, "A\u{E9}\u{20AC}"), (#"\u0000"#, "\u{0}"),
      (#"\uD834\uDD1E"#, "\u{1D11E}"), (#"\ud83d\ude00x"#, "\u{1F600}x"),
      (#"\uD800\uDC00\uDBFF\uDFFF"#, "\u{10000}\u{10FFFF}"), (#"\\u0041"#, "\\u0041"),
      (#"\uFFFF\uE000\uD7FF"#, "\u{FFFF}\u{E000}\u{D7FF}"),
    ]
  )
  func decoding(text: String, meaning: String) {
    #expect(Self.decode(text) == meaning)
    #expect(Self.decodeToOutput(text) == meaning)
  }

  @Test("every scalar is decoded from its escapes")
  func everyScalar() {
    for value in stride(from: UInt32(0), through: 0x10FFFF, by: 7) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(scalar).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
      if Self.decodeToOutput(text.joined()) != String(scalar) { Issue.record("\(value)") }
    }
  }

  @Test("a text is equal to what it decodes to, and to nothing else", arguments: 0..<200)
  func randomEquality(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      func text(_ generator: inout SeededGenerator) -> String {
        let parts = ["a", "b", "n", "\\n", "\\\\", "\\u0061", "\\ud83d\\ude00", "u0061"]
        return (0..<Int.random(in: 0...4, using: &generator)).map { _ in generator.pick(parts) }
          .joined()
      }
      let one = text(&generator)
      let other = try #require(Self.decode(generator.oneIn(3) ? one : text(&generator)))
      let plain = generator.oneIn(4) ? one : other
      #expect(Self.equals(one, plain) == (Self.decode(one) == plain), "\(generator.recreation)")
    }
  }

  @Test("escapes and what lies between them go to an output in their order", arguments: 0...40)
  func runs(length: Int) {
    let run = String(repeating: "x", count: length)
    let text = run + #"\n\u0041"# + run + #"\\"# + run
    #expect(Self.decodeToOutput(text) == run + "\nA" + run + "\\" + run)
  }

  static let lone = [
    #"\uD800"#, #"\uDC00"#, #"a\uDBFFb"#, #"\uD800\uD800"#, #"\uDC00\uD800"#, #"\uD800\n"#,
    #"\uD800\\uDC00"#, #"\uD834\u0041"#, #"\uD800\uDC00\uDFFF"#, #"\uD800\u"#.dropLast(2) + "x",
  ].map { String($0) }

  @Test("a lone surrogate has no text", arguments: lone)
  func loneSurrogates(text: String) {
    #expect(Self.decode(text) == nil)
    #expect(Self.decodeToOutput(text) == nil)
    #expect(Self.hasLoneSurrogate(text))
  }

  @Test("a lone surrogate equals nothing", arguments: lone)
  func loneSurrogatesAreUnequal(text: String) {
    #expect(!Self.equals(text, text))
  }

  @Test("half a pair at the end does not read what lies after")
  func halfAtTheEnd() {
    #expect(Self.hasLoneSurrogate(#"\uD800\uDC00"#, first: 6))
    #expect(!Self.hasLoneSurrogate(#"\uD800\uDC00"#))
  }

  @Test("an escaped backslash before a u is not a surrogate")
  func escapedBackslash() {
    #expect(!Self.hasLoneSurrogate(#"\\uD800 \\\\uDC00 \" \uD834\uDD1E"#))
  }

  @Test("a backslash is found at every place", arguments: 0..<80)
  func backslashes(count: Int) {
    let text = String(repeating: "]", count: count)
    #expect(Self.hasBackslash(text + #"\n"#))
    #expect(!Self.hasBackslash(text + #"\n"#, first: count))
    #expect(Self.hasLoneSurrogate(text + #"\uD800"#))
  }

  @Test(
    "strings are compared decoded",
    arguments: [
      (#"a\u0062"#, "ab", true), (#"ab"#, "ab", true), (#""#, "", true), (#"ab"#, "abc", false),
      (#"abc"#, "ab", false), (#"\n"#, "\n", true), (#"\\n"#, "\n", false),
      (#"\uD83D\uDE00"#, "\u{1F600}", true), (#"A"#, "a", false), ("\u{E9}", "e\u{301}", false),
    ]
  )
  func equality(text: String, other: String, isEqual: Bool) {
    #expect(Self.equals(text, other) == isEqual)
  }
}
