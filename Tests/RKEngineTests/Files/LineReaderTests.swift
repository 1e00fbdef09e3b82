import RKEngine
import Testing

@Suite("LineReader")
struct LineReaderTests {
  private static func lines(_ text: String, chunkSize: Int, longest: Int = .max) throws -> [String]
  {
    var reader = LineReader(
      InputSource(bytes: Array(text.utf8), chunkSize: chunkSize),
      longestLine: longest
    )
    var lines: [String] = []
    while true {
      if let line = reader.next() {
        lines.append(line.isTooLong ? "too long" : String(decoding: line.text, as: UTF8.self))
      } else if reader.isAtEnd {
        return lines
      } else {
        try reader.read()
      }
    }
  }

  @Test(
    "lines come as they are, in any chunks, and the last one without its end",
    arguments: [
      ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]),
      ("a\n\nb\r\n \nc", ["a", "", "b\r", " ", "c"]),
    ]
  )
  func lines(text: String, lines: [String]) throws {
    for chunkSize in [1, 2, 3, 100] {
      #expect(try Self.lines(text, chunkSize: chunkSize) == lines)
    }
  }

  @Test("of a line that is too long nothing is kept, and the next one is whole")
  func longLines() throws {
    let text = "\(String(repeating: "x", count: 100))\nabc\n\(String(repeating: "y", count: 100))"
    #expect(try Self.lines(text, chunkSize: 10, longest: 20) == ["too long", "abc", "too long"])
  }
}
