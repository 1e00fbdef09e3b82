@testable import RKEngine
import TestSupport
import Testing

@Suite("TokenView")
struct TokenViewTests {
  // {"a": [1, "x"]} is the document that StructuralIndex and docs/engine.md walk through.
  static let example = #"{"a": [1, "x"]}"#

  @Test("has the tokens and positions of the walked document")
  func example() throws {
    try look(at: Self.example) { view in
      #expect(view.count == 9)
      let tokens = (0..<view.count).map { view.token($0) }
      #expect(tokens == Array(#"{":[1,"]}"#.utf8))
      let positions = (0..<view.count).map { view.position($0) }
      #expect(positions == [0, 1, 4, 6, 7, 8, 10, 13, 14])
    }
  }

  @Test("a container closes at its own bracket")
  func closes() throws {
    try look(at: Self.example) { view in
      #expect(view.close(of: 0) == 8)
      #expect(view.close(of: 3) == 7)
    }
    try look(at: "[[],[[]],{}]") { view in
      #expect(view.close(of: 0) == 11)
      #expect(view.close(of: 1) == 2)
      #expect(view.close(of: 4) == 7)
      #expect(view.close(of: 5) == 6)
    }
  }

  @Test("a container closes however many tokens lie between", arguments: 0..<200)
  func farCloses(count: Int) throws {
    let text = "[" + String(repeating: "[],", count: count) + "{}]"
    try look(at: text) { view in
      #expect(view.close(of: 0) == view.count - 1)
      #expect(view.next(after: 0) == view.count)
    }
  }

  @Test("deep containers close at their own brackets", arguments: [1, 31, 32, 33, 63, 64, 65, 200])
  func deepCloses(depth: Int) throws {
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    try look(at: text) { view in
      for level in 0..<depth { #expect(view.close(of: level) == 2 * depth - 1 - level) }
    }
  }

  @Test("closes agree with a stack on random documents", arguments: 0..<40)
  func randomCloses(seed: Int) throws {
    var json = RandomJSON(seed: UInt64(seed))
    let text = String(decoding: json.document(size: 2000), as: UTF8.self)
    try look(at: text) { view in
      var open: [Int] = []
      for token in 0..<view.count {
        switch view.token(token) {
        case .openObject, .openArray: open.append(token)
        case .closeObject, .closeArray:
          let opened = open.removeLast()
          #expect(view.close(of: opened) == token, "\(json.generator.recreation)")
        default: break
        }
      }
    }
  }

  @Test("a container that has not closed yet has no close")
  func unclosed() throws {
    var window = InputWindow(
      source: InputSource(bytes: Array("[1,2,[3],".utf8)),
      options: ReadingOptions(),
      kernel: .best
    )
    while try window.fill() != nil {}
    let closes = [window.view.close(of: 0), window.view.close(of: 5)]
    #expect(closes == [nil, 7])
  }

  // MARK: - Places

  @Test("a scalar ends after its last byte", arguments: ["1", "12.5e3", "null", "false"])
  func scalarEnds(scalar: String) throws {
    for (before, after) in [("", ""), ("[", "]"), ("[ ", " \n]"), ("[", ",1]"), (" ", "\t ")] {
      try look(at: before + scalar + after) { view in
        let token = view.count > 1 ? 1 : 0
        #expect(view.position(token) == before.utf8.count)
        #expect(view.end(ofScalar: token) == before.utf8.count + scalar.utf8.count)
      }
    }
  }

  @Test("a string ends at its closing quote, whatever white space follows")
  func stringEnds() throws {
    try look(at: #"{"key" : "a\"b]" , "c":""}"#) { view in
      #expect(view.content(ofString: 1) == 2..<5)
      #expect(view.closingQuote(of: 1) == 5)
      #expect(view.content(ofString: 3) == 10..<15)
      #expect(view.content(ofString: 7) == 24..<24)
    }
  }

  @Test("strings of every length lie where they are", arguments: 0...200)
  func stringLengths(count: Int) throws {
    let text = String(repeating: "x", count: count)
    try look(at: "[\"\(text)\" ,\"\(text)\"]") { view in
      #expect(view.content(ofString: 1) == 2..<(2 + count))
      #expect(view.content(ofString: 3) == (6 + count)..<(6 + 2 * count))
    }
  }

  @Test("a step leads after a value of any kind")
  func steps() throws {
    try look(at: #"[1,"a",[2],{"b":3},null]"#) { view in
      let after = [1, 3, 5, 9, 15].map { view.next(after: $0) }
      #expect(after == [2, 4, 8, 14, 16])
      #expect(view.afterComma(2) == 3)
      #expect(view.afterComma(16) == 16)
    }
  }

  // MARK: - Notes

  @Test("escapes are noted wherever they stand in a string", arguments: 0..<200)
  func escapes(count: Int) throws {
    let text = String(repeating: "x", count: count)
    try look(at: "\"\(text)\\n\(text)\"") { view in
      let mayHaveEscapes = view.mayHaveEscapes(view.content(ofString: 0))
      #expect(mayHaveEscapes)
    }
    try look(at: "\"\(text)\"") { view in
      let mayHaveEscapes = view.mayHaveEscapes(0..<(count + 2))
      #expect(!mayHaveEscapes)
    }
  }

  @Test("an escape is noted in each block of a long string, and in no other", arguments: 0..<40)
  func escapesOfLongStrings(block: Int) throws {
    var bytes = Array("\"\(String(repeating: "x", count: 40 * 64))\"".utf8)
    bytes[block * 64 + 30] = .backslash
    bytes[block * 64 + 31] = .ascii("n")
    try look(at: String(decoding: bytes, as: UTF8.self)) { view in
      for first in 0...40 {
        for last in first...40 {
          let range = max(first * 64, 1)..<min(last * 64 + 64, bytes.count - 1)
          let mayHaveEscapes = view.mayHaveEscapes(range)
          #expect(mayHaveEscapes == (first...last).contains(block), "\(first) to \(last)")
        }
      }
    }
  }

  // MARK: - Looking up

  @Test("the last of several members of one name is found, or the first")
  func duplicates() throws {
    let text = #"{"a":1,"b":[{}],"a":2,"\u0061":3}"#
    let key = Array("a".utf8)
    try look(at: text) { view in
      let range = ByteRange(0..<1)
      #expect(view.member(range, of: 0, in: key.span, keepsFirst: true).value == 3)
      let last = view.member(range, of: 0, in: key.span, keepsFirst: false)
      #expect(last.value.map { view.token($0) } == .ascii("3"))
      #expect(last.repeatedKey == last.value.map { $0 - 2 })
    }
  }

  @Test("longer, shorter and different keys are not found")
  func missingMembers() throws {
    let key = Array("key".utf8)
    try look(at: #"{"ke":1,"keyy":2,"kez":3,"":4}"#) { view in
      #expect(view.member(ByteRange(0..<3), of: 0, in: key.span, keepsFirst: false).value == nil)
      #expect(view.member(ByteRange(0..<0), of: 0, in: key.span, keepsFirst: false).value == 15)
    }
    try look(at: "{}") { view in
      #expect(view.member(ByteRange(0..<3), of: 0, in: key.span, keepsFirst: false).value == nil)
    }
  }

  @Test("elements are counted from both ends")
  func elements() throws {
    try look(at: "[10,[11],12]") { view in
      #expect(view.elementCount(of: 0) == 3)
      let elements = (-4...3).map { view.element($0, of: 0) }
      #expect(elements == [nil, 1, 3, 7, 1, 3, 7, nil])
    }
    try look(at: "[]") { view in
      #expect(view.elementCount(of: 0) == 0)
      #expect(view.element(0, of: 0) == nil)
      #expect(view.element(-1, of: 0) == nil)
    }
  }

  @Test("a value knows the key that it is a member by")
  func keyOfMember() throws {
    try look(at: #"{"a":[1]}"#) { view in
      #expect(view.key(ofMember: 3).kind == .token)
      #expect(view.key(ofMember: 3).first == 1)
      #expect(view.key(ofMember: 4).kind == .missing)
      #expect(view.key(ofMember: 0).kind == .missing)
    }
  }

  @Test("the text of a string is decoded, or its bytes if it contains a lone surrogate")
  func texts() throws {
    try look(at: #"["a\n\u00e9", "\uD800x"]"#) { view in
      #expect(view.text(ofString: 1) == Array("a\n\u{E9}".utf8))
      #expect(view.text(ofString: 3) == Array(#"\uD800x"#.utf8))
    }
  }

  @Test("the keys of an object stand in its order; nothing else has any")
  func keys() throws {
    try look(at: #"{"b":{"c":1},"a":[2]}"#) { view in
      #expect(view.keys(of: 0) == [Array("b".utf8), Array("a".utf8)])
      #expect(view.keys(of: 11) == [])
    }
  }
}
