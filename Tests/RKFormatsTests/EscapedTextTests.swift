import RKEngine
import Testing

@testable import RKFormats

@Suite("EscapedText")
struct EscapedTextTests {
  /// The text of a string, and where each of its bytes comes from.
  private static func read(_ string: String) -> (text: [UInt8], sources: [Int]) {
    let padding = [UInt8](repeating: .space, count: 64)
    let bytes = [.quote] + Array(string.utf8) + padding
    let literal = 1..<(string.utf8.count + 1)
    let text = EscapedText.unescaped(bytes.span, literal)
    let map = EscapedText(bytes.span, literal)
    return (text, (0...text.count).map { map.source(of: $0, bytes.span) - 1 })
  }

  @Test(
    "Each byte comes from the beginning of its escape",
    arguments: [
      ("ab", "ab", [0, 1, 2]), ("", "", [0]), (#"a\"b"#, "a\"b", [0, 1, 3, 4]),
      (#"\b\f\n\r\t\/\\"#, "\u{8}\u{C}\n\r\t/\\", [0, 2, 4, 6, 8, 10, 12, 14]),
      (#"\u00e9x"#, "\u{E9}x", [0, 0, 6, 7]),
      (#"\ud83d\ude00x"#, "\u{1F600}x", [0, 0, 0, 0, 12, 13]),
      ("\u{E9}x", "\u{E9}x", [0, 1, 2, 3]),
    ]
  )
  func escapes(string: String, text: String, sources: [Int]) {
    let read = Self.read(string)
    #expect(String(decoding: read.text, as: UTF8.self) == text)
    #expect(read.sources == sources)
  }

  @Test("A lone surrogate is not UTF-8", arguments: [#"\ud83d"#, #"\ude00x"#, #"\ud83d\n"#])
  func surrogates(string: String) {
    let text = Self.read(string).text
    #expect(String(validating: text, as: UTF8.self) == nil)
  }

  @Test("Places far after the first are found from a mark near them")
  func longText() {
    let string = String(repeating: #"a\n\u00e9"#, count: 5000)
    let (text, sources) = Self.read(string)
    #expect(text.count == 20_000)
    for repetition in [0, 1, 1023, 1024, 1025, 4999] {
      let (at, source) = (4 * repetition, 9 * repetition)
      #expect(Array(sources[at..<(at + 4)]) == [source, source + 1, source + 3, source + 3])
    }
    #expect(sources.last == 45_000)
  }
}
