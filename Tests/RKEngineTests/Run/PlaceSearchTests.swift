import RKEngine
import TestSupport
import Testing

@Suite("Positions that are searched for after a run")
struct PlaceSearchTests {
  private static func place(_ offset: Int, _ path: String) throws -> InputPlace? {
    PlaceSearch.place(ofByte: offset, inInput: path, InputSource(file: try .reading(path)))
  }

  @Test(
    "the place of an object has its line, its column and its pointer",
    arguments: [
      ("^{}", "", 1, 1), ("[{}, ^{}]", "/1", 1, 6),
      ("{\"a\": [1, 2,\n ^{\"b\": 1}]}", "/a/2", 2, 2),
      ("{}\n{\"x\": \"}\"}\n^{}\n", "", 3, 1), ("\u{FEFF}^[]", "", 1, 1),
      ("{\"a/b\": {\"c~\": ^{}}}", "/a~1b/c~0", 1, 16),
      ("{\"x\": \"\\\"[\", \"y\": ^[]}", "/y", 1, 19),
      ("{\"\u{65E5}\": ^{}}", "/\u{65E5}", 1, 9),
    ]
  )
  func places(marked: String, pointer: String, line: Int, column: Int) throws {
    let parts = marked.split(separator: "^", omittingEmptySubsequences: false)
    let folder = try ScratchFolder()
    let path = try folder.write(parts.joined(), to: "in.json")
    let place = try #require(try Self.place(parts[0].utf8.count, path))
    #expect(place.pointer == pointer)
    #expect(place.line == line)
    #expect(place.column == column)
    let text = String(parts[1].prefix { $0 != "\n" })
    #expect(String(decoding: place.excerpt, as: UTF8.self).hasSuffix(text))
  }

  @Test("the marked text ends with the object, or with its line")
  func marks() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("[{\"a\": 1}, [2,\n3]]", to: "in.json")
    #expect(try Self.place(1, path)?.markedCount == 8)
    #expect(try Self.place(11, path)?.markedCount == 3)
  }

  @Test("a long line is trimmed around the position")
  func longLine() throws {
    let folder = try ScratchFolder()
    let side = String(repeating: "1,", count: 100_000)
    let path = try folder.write("[\(side){\"x\":0},\(side)1]", to: "in.json")
    let place = try #require(try Self.place(side.utf8.count + 1, path))
    #expect(place.pointer == "/100000")
    #expect(place.column == side.utf8.count + 2)
    #expect(place.excerpt.count < 1000)
    #expect(place.excerpt[place.excerptOffset...].starts(with: "{\"x\":0}".utf8))
    #expect(place.markedCount == 7)
  }

  @Test("where no object begins there is no place")
  func nothing() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("[\"{\", 1]", to: "in.json")
    for offset in [1, 2, 6, 8, 90] {
      #expect(try Self.place(offset, path) == nil)
    }
  }

  @Test("a key with escapes on the path gives no pointer")
  func escapes() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("{\"a\\u0062\": {}}", to: "in.json")
    let place = try #require(try Self.place(12, path))
    #expect(place.pointer == nil)
  }
}
