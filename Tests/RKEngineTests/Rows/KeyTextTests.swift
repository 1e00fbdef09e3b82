@testable import RKEngine
import Testing

@Suite("KeyText")
struct KeyTextTests {
  private func key(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    var key = UniqueArray<UInt8>(minimumCapacity: 64)
    KeyText.append(.structure, bytes.span, 0..<bytes.count, to: &key)
    return (0..<key.count).map { key[$0] }
  }

  @Test("a structure is its text without white space outside strings")
  func structures() {
    #expect(key(#"{ "a" : [1, "x y"] }"#) == key(#"{"a":[1,"x y"]}"#))
    #expect(key(#"{"a":1}"#) != key(#"{"a":2}"#))
    #expect(key(#"{"a":"x y"}"#) != key(#"{"a":"xy"}"#))
    #expect(key(#"["\" ,"]"#) != key(#"["\","]"#))
    #expect(key(#"["\\" , 1]"#) == key(#"["\\",1]"#))
  }
}
