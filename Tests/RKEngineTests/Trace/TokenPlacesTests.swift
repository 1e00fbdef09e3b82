import Testing

@testable import RKEngine

@Suite("Values by pointers, and pointers of values")
struct TokenPlacesTests {
  @Test(
    "a pointer leads to a value, and the value's token to the pointer",
    arguments: [
      ("", "{\"a\":[1,{\"b/c\":2},[]],\"~\":{\"\":3},\"0\":4,\"~1\":5}"),
      ("/a", "[1,{\"b/c\":2},[]]"),
      ("/a/0", "1"), ("/a/1/b~1c", "2"), ("/a/2", "[]"), ("/~0", "{\"\":3}"), ("/~0/", "3"),
      ("/0", "4"), ("/~01", "5"),
    ]
  )
  func thereAndBack(pointer: String, value: String) throws {
    try look(at: "{\"a\":[1,{\"b/c\":2},[]],\"~\":{\"\":3},\"0\":4,\"~1\":5}") { view in
      let place = view.find(Array(pointer.utf8), from: 0)
      let found = try #require(place)
      let end = view.end(ofValueEndingWith: view.next(after: found.token) - 1)
      let bytes = (view.position(found.token)..<end).map { view.byte($0) }
      #expect(String(decoding: bytes, as: UTF8.self) == value)
      var places = TokenPlaces([found.token])
      places.pass(from: 0, view)
      #expect(places.pointers == [found.token: Array(pointer.utf8)])
    }
  }

  @Test(
    "what a document does not have is not found",
    arguments: ["/b", "/a/3", "/a/01", "/a/-", "/a/-1", "/a/0/x", "a", "/~2"]
  )
  func nothing(pointer: String) throws {
    try look(at: "{\"a\":[1,{\"b/c\":2},[]],\"0\":4}") { view in
      let isFound = view.find(Array(pointer.utf8), from: 0) != nil
      #expect(!isFound)
    }
  }

  @Test("of equal keys the last one counts")
  func repeated() throws {
    try look(at: "{\"a\":1,\"a\":2}") { view in
      let place = view.find(Array("/a".utf8), from: 0)
      let found = try #require(place)
      #expect(view.byte(view.position(found.token)) == UInt8(ascii: "2"))
    }
  }

  @Test("many tokens are found in one pass, keys as their values")
  func many() throws {
    try look(at: "[{\"a\":1},{\"b\":{\"c\":[2,3]}}]") { view in
      let all = Set(
        (0..<view.count).filter { view.token($0) != .comma && view.token($0) != .colon }
      )
      var places = TokenPlaces(all)
      places.pass(from: 0, view)
      let pointers = Set(places.pointers.values.map { String(decoding: $0, as: UTF8.self) })
      #expect(pointers == ["", "/0", "/0/a", "/1", "/1/b", "/1/b/c", "/1/b/c/0", "/1/b/c/1"])
    }
  }
}
