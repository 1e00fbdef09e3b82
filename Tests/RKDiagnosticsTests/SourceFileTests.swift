import RKDiagnostics
import Testing

@Suite("Places in a text")
struct SourceFileTests {
  private func location(_ text: String, _ range: Range<Int>) -> Location {
    SourceFile(name: "a.json", bytes: Array(text.utf8)).location(of: range)
  }

  @Test(
    "lines and columns count from 1, and a line feed belongs to the line it ends",
    arguments: [
      (0, "1:1"), (1, "1:2"), (2, "1:3"), (3, "2:1"), (4, "3:1"), (6, "3:3"),
    ]
  )
  func linesAndColumns(offset: Int, expected: String) {
    // Bytes: a b LF | LF | c d
    #expect(location("ab\n\ncd", offset..<offset).text == "a.json:" + expected)
  }

  @Test("columns count bytes of UTF-8")
  func bytesNotCharacters() {
    let text = "\u{E9}\u{20AC}x"
    #expect(location(text, 5..<6).column == 6)
  }

  @Test("a byte order mark is in no column and in no excerpt")
  func byteOrderMark() {
    let place = location("\u{FEFF}abc\nd", 4..<5)
    #expect(place.text == "a.json:1:2")
    #expect(place.lineText == Array("abc".utf8))
    #expect(place.lineOffset == 1)
    #expect(place.byteRange == 4..<5)
  }

  @Test("the end of an empty text is line 1, column 1")
  func empty() {
    #expect(location("", 0..<0).text == "a.json:1:1")
  }

  @Test("after a last line feed a new line begins")
  func behindLastLineFeed() {
    #expect(location("a\n", 2..<2).text == "a.json:2:1")
  }

  @Test("the line of an excerpt has no line end, of either kind", arguments: ["\n", "\r\n"])
  func lineText(lineEnd: String) {
    let text = "first" + lineEnd + "second" + lineEnd
    let offset = text.utf8.count - lineEnd.utf8.count - 3
    let place = location(text, offset..<(offset + 1))
    #expect(String(decoding: place.lineText, as: UTF8.self) == "second")
    #expect(place.lineOffset == 3)
  }

  @Test(
    "of a long line only the part around the place is kept",
    arguments: ["x", "\u{E9}\u{20AC}"]
  )
  func longLine(filler: String) {
    let side = String(repeating: filler, count: 100_000)
    let place = location(side + "!" + side, side.utf8.count..<(side.utf8.count + 1))
    let text = String(decoding: place.lineText, as: UTF8.self)
    #expect(place.lineText.count < 2000)
    #expect(text.split(separator: "!").allSatisfy { $0.count >= 100 && side.contains($0) })
    #expect(place.lineText[place.lineOffset] == UInt8(ascii: "!"))
    #expect(place.column == side.utf8.count + 1)
  }

  @Test("bytes over several lines are marked to the end of the first")
  func severalLines() {
    #expect(location("[1,\n2]", 0..<6).markedCount == 3)
  }

  @Test("a place without bytes is marked by one caret")
  func emptyRange() {
    #expect(location("[1 2]", 2..<2).markedCount == 1)
  }
}

@Suite("Columns in characters")
struct CharacterColumnTests {
  @Test(
    "they count UTF-16 code units, from the line's beginning",
    arguments: [
      "abc", "\u{E9}\u{1F600}x", "one\n\u{E9}\u{1F600} two\n three", "\u{FEFF}\u{E9}x",
      String(repeating: "\u{1F600}\u{E9} ", count: 700) + "end",
      String(repeating: "\u{E9}\n", count: 900),
    ]
  )
  func columns(text: String) {
    let file = SourceFile(name: "f", bytes: Array(text.utf8))
    var offset = 0
    var column = 1
    for scalar in text.unicodeScalars {
      let isMark = offset == 0 && scalar == "\u{FEFF}"
      if !isMark { #expect(file.location(of: offset..<offset).characterColumn == column) }
      offset += UTF8.width(scalar)
      column = scalar == "\n" || isMark ? 1 : column + UTF16.width(scalar)
    }
  }
}
