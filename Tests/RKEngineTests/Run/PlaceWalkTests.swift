import Testing

@testable import RKEngine

@Suite("Places of many bytes")
struct PlaceWalkTests {
  private func walk(_ text: String, at offsets: [Int], findsPointers: Bool = true) -> PlaceWalk {
    var walk = PlaceWalk(offsets, findsPointers: findsPointers)
    walk.pass(InputSource(bytes: Array(text.utf8)))
    return walk
  }

  @Test("lines, columns in bytes, documents and pointers")
  func places() {
    let text = "{\"a\":[1,{\"b\u{E9}\":2}]}\n [3]\n\"x\" 4"
    let walk = walk(text, at: [0, 6, 15, 18, 21])
    #expect(walk.documentCount >= 2)
    #expect(walk.found[0].map { [$0.line, $0.column, $0.document] } == [1, 1, 1])
    #expect(walk.found[6]?.pointer == "/a/0")
    #expect(walk.found[15]?.pointer == "/a/1/b\u{E9}")
    #expect(walk.found[18].map { [$0.line, $0.column] } == [1, 19])
    #expect(walk.found[21].map { [$0.line, $0.column, $0.document] } == [2, 2, 2])
    #expect(walk.found[21]?.pointer == "")
  }

  @Test("without pointers lines and columns are the same")
  func lines() {
    let text = (0..<500).map { "{\"n\":\($0),\"text\":\"a \\\" { [\"}\n" }.joined()
    let offsets = Array(stride(from: 0, to: text.utf8.count, by: 97))
    let plain = walk(text, at: offsets, findsPointers: false)
    let whole = walk(text, at: offsets)
    #expect(plain.found.count == offsets.count)
    for offset in offsets {
      #expect(plain.found[offset]?.line == whole.found[offset]?.line)
      #expect(plain.found[offset]?.column == whole.found[offset]?.column)
    }
  }

  @Test("a byte order mark is no column, and what follows the input is nowhere")
  func ends() {
    let walk = walk("\u{FEFF}[1]", at: [4, 99], findsPointers: false)
    #expect(walk.found[4].map { [$0.line, $0.column] } == [1, 2])
    #expect(walk.found[99] == nil)
  }
}
