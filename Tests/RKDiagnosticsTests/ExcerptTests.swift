import RKDiagnostics
import TestSupport
import Testing

@Suite("Excerpts of lines")
struct ExcerptTests {
  /// Texts of a line, how they are shown, and their widths in columns.
  private static let pieces: [(text: String, shown: String, width: Int)] = [
    ("a", "a", 1), ("{\"k\": 1}, ", "{\"k\": 1}, ", 10), ("\t", " ", 1), (" ", " ", 1),
    ("\u{E9}", "\u{E9}", 1), ("e\u{301}", "e\u{301}", 1), ("\u{5D0}", "\u{5D0}", 1),
    ("\u{65E5}", "\u{65E5}", 2), ("\u{D55C}", "\u{D55C}", 2), ("\u{FF21}", "\u{FF21}", 2),
    ("\u{FF71}", "\u{FF71}", 1), ("\u{3002}", "\u{3002}", 2), ("\u{20000}", "\u{20000}", 2),
    ("\u{1F600}", "\u{1F600}", 2), ("\u{2705}", "\u{2705}", 2), ("\u{26A0}", "\u{26A0}", 1),
    ("\u{2764}\u{FE0F}", "\u{2764}\u{FE0F}", 2), ("\u{1F1E9}\u{1F1EA}", "\u{1F1E9}\u{1F1EA}", 2),
    ("\u{1F44D}\u{1F3FD}", "\u{1F44D}\u{1F3FD}", 2),
    (
      "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",
      2
    ),
    ("\u{1B}", "\\u{1B}", 6), ("\u{202E}", "\\u{202E}", 8), ("\u{200B}", "\\u{200B}", 8),
    ("\u{FEFF}", "\\u{FEFF}", 8), ("\u{9B}", "\\u{9B}", 6), ("\r", "\\u{D}", 5),
  ]

  private static func width(of shown: Substring) -> Int {
    var rest = shown
    var width = 0
    while let first = rest.first {
      if let piece = pieces.first(where: { $0.shown.count > 1 && rest.hasPrefix($0.shown) }) {
        width += piece.width
        rest = rest.dropFirst(piece.shown.count)
      } else {
        width += pieces.first { $0.shown == String(first) }?.width ?? 1
        rest = rest.dropFirst()
      }
    }
    return width
  }

  /// The line of an excerpt and the carets under it.
  private func excerpt(_ location: Location, width: Int = 100) throws -> (
    line: String, carets: String
  ) {
    let text = TextRenderer(excerptWidth: width).render(Diagnostic(.notFound, "", at: location))
    let lines = text.split(separator: "\n")
    try #require(lines.count == 5)
    let margin = location.line.description.count + 4
    return (String(lines[3].dropFirst(margin)), String(lines[4].dropFirst(margin)))
  }

  @Test("the carets are under the marked text, in lines of any characters and lengths")
  func carets() throws {
    var generator = SeededGenerator(seed: 7)
    for round in 0..<2000 {
      func some(_ most: Int) -> String {
        let count = Int.random(in: 0...most, using: &generator)
        return (0..<count).map { _ in
          Self.pieces.randomElement(using: &generator)?.text ?? ""
        }.joined()
      }
      let before = some(round % 3 == 0 ? 600 : 20)
      let marked = "#" + some(round % 5 == 0 ? 300 : 6) + "#"
      let head = round % 2 == 0 ? "\u{FEFF}" : "first\r\n"
      let line = before + marked + some(round % 7 == 0 ? 600 : 20)
      let file = SourceFile(
        name: "f",
        bytes: Array("\(head)\(line)\(["", "\n", "\r\n", "\nlast"][round % 4])".utf8)
      )
      let start = head.utf8.count + before.utf8.count
      let location = file.location(of: start..<(start + marked.utf8.count))
      let width = [20, 40, 100][round % 3]
      let excerpt = try excerpt(location, width: width)
      let mark = try #require(excerpt.line.firstIndex(of: "#"), "\(excerpt)")
      let indent = excerpt.carets.prefix { $0 == " " }.count
      #expect(indent == Self.width(of: excerpt.line[..<mark]))
      // The marks of what was trimmed are added to text that fills the width.
      #expect(Self.width(of: excerpt.line[...]) <= width + 2)
      let shown = excerpt.line[mark...]
      if let end = shown.dropFirst().firstIndex(of: "#") {
        #expect(excerpt.carets.count - indent == Self.width(of: shown[...end]))
      } else {
        #expect(excerpt.carets.count - indent >= 1)
        #expect(excerpt.carets.count <= width + 1)
      }
    }
  }

  @Test("a line trimmed within a character shows no broken character")
  func cutCharacters() throws {
    let side = String(repeating: "\u{1F468}\u{200D}\u{1F469}", count: 200)
    let file = SourceFile(name: "f", bytes: Array("\(side)#x#\(side)".utf8))
    let start = side.utf8.count
    let excerpt = try excerpt(file.location(of: start..<(start + 3)), width: 200)
    #expect(!excerpt.line.contains("\u{FFFD}"))
    #expect(excerpt.line.hasPrefix("\u{2026}"))
  }

  @Test(
    "a place at the end of a text has its line",
    arguments: [("", 0, 1), ("ab", 2, 1), ("ab\n", 3, 2), ("\u{FEFF}", 3, 1), ("a\r\n", 1, 1)]
  )
  func end(text: String, offset: Int, line: Int) {
    let location = SourceFile(name: "f", bytes: Array(text.utf8)).location(of: offset..<offset)
    #expect(location.line == line)
    #expect(location.lineOffset <= location.lineText.count)
    #expect(!TextRenderer().render(Diagnostic(.notFound, "", at: location)).contains("\u{FFFD}"))
  }

  @Test("an incomplete character at the end of the text is not shown")
  func cutCharacter() throws {
    for count in 1...3 {
      let location = Location(
        file: "f",
        byteRange: 0..<1,
        line: 1,
        column: 1,
        lineText: Array("#a".utf8) + Array("\u{1F600}".utf8.prefix(count)),
        lineOffset: 0,
        markedCount: 1
      )
      #expect(try excerpt(location) == ("#a", "^"))
    }
  }
}
