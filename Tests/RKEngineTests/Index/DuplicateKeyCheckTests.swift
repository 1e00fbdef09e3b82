@testable import RKEngine
import Testing

@Suite("DuplicateKeyCheck")
struct DuplicateKeyCheckTests {
  private static func duplicate(in text: String) throws -> Int? {
    try look(at: text) { view in
      DuplicateKeyCheck.check(view, from: 0, to: view.count - 1).map { view.position($0) }
    }
  }

  @Test(
    "objects with unique keys have none",
    arguments: [
      "{}", "[]", "1", "\"a\"", #"{"a":1,"b":2}"#, #"{"a":{"a":{"a":1}}}"#, #"[{"a":1},{"a":2}]"#,
      #"{"a":"a","b":"a"}"#, #"{"a":1,"A":2}"#, #"["a","a"]"#, "{\"\u{E9}\":1,\"e\u{301}\":2}",
    ]
  )
  func none(text: String) throws {
    #expect(try Self.duplicate(in: text) == nil)
  }

  @Test(
    "the second occurrence of a key is found",
    arguments: [
      (#"{"a":1,"a":1}"#, 7), (#"{"a":1,"b":{"a":2},"a":3}"#, 19),
      (#"[{"a":1},{"b":1,"b":2}]"#, 16),
      (#"{"a":1,"\u0061":2}"#, 7), (#"{"":1,"":2}"#, 6), (#"{"x":[{"k":[],"k":{}}]}"#, 14),
    ]
  )
  func found(text: String, offset: Int) throws {
    #expect(try Self.duplicate(in: text) == offset)
  }
}

@Suite("JSONKind")
struct JSONKindTests {
  @Test(
    "is told by a value's first byte",
    arguments: [
      ("null", .null), ("true", .boolean), ("false", .boolean), ("-1", .number), ("0", .number),
      ("\"\"", .string), ("[]", .array), ("{}", .object),
    ] as [(String, JSONKind)]
  )
  func firstBytes(text: String, kind: JSONKind) throws {
    let byte = try #require(text.utf8.first)
    #expect(JSONKind(firstByte: byte) == kind)
  }
}

@Suite("JSONPointer")
struct JSONPointerTests {
  private static func pointer(to value: String, in text: String) throws -> String {
    let offset = try #require(text.utf8Offset(of: value))
    return try look(at: text) { view in
      let token = try #require((0..<view.count).first { view.position($0) == offset })
      var pointer: [UInt8] = []
      JSONPointer.append(view, from: 0, to: token, to: &pointer)
      return String(decoding: pointer, as: UTF8.self)
    }
  }

  // The document of RFC 6901, section 5.
  static let example = ##"""
    {"foo":["bar","baz"],"":10,"a/b":11,"c%d":12,"e^f":13,"g|h":14,"i\\j":15,"k\"l":16," ":17,"m~n":18}
    """##

  @Test(
    "leads to the values of RFC 6901, section 5",
    arguments: [
      ("[", "/foo"), ("\"bar\"", "/foo/0"), ("\"baz\"", "/foo/1"), ("10", "/"), ("11", "/a~1b"),
      ("12", "/c%d"), ("13", "/e^f"), ("14", "/g|h"), ("15", "/i\\j"), ("16", "/k\"l"),
      ("17", "/ "),
      ("18", "/m~0n"), ("{", ""),
    ]
  )
  func standard(value: String, pointer: String) throws {
    #expect(try Self.pointer(to: value, in: Self.example) == pointer)
  }

  @Test("leads through everything that lies before a value")
  func deep() throws {
    let text = #"[{"a":[]},{"b":{},"c":[[1],[2,{"d":"here"}]]},{}]"#
    #expect(try Self.pointer(to: "\"here\"", in: text) == "/1/c/1/1/d")
    #expect(try Self.pointer(to: "{}]", in: text) == "/2")
  }

  @Test("a key is pointed at by its value")
  func keys() throws {
    #expect(try Self.pointer(to: "\"b\"", in: #"{"a":[1,{"b":[2]}]}"#) == "/a/1/b")
  }

  @Test("an escaped key is decoded in it")
  func escapedKeys() throws {
    #expect(try Self.pointer(to: "1", in: #"{"\u007e\u002F\u00e9":1}"#) == "/~0~1\u{E9}")
  }

  @Test("an index is a number in it")
  func indices() {
    var pointer: [UInt8] = []
    JSONPointer.append(index: 10, to: &pointer)
    JSONPointer.append(key: "~1/".utf8, to: &pointer)
    #expect(String(decoding: pointer, as: UTF8.self) == "/10/~01~1")
  }
}

extension String {
  /// Where another text begins in this one.
  fileprivate func utf8Offset(of text: String) -> Int? {
    firstRange(of: text).map { utf8.distance(from: startIndex, to: $0.lowerBound) }
  }
}
