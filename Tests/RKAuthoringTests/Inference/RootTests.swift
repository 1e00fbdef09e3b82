import RKAuthoring
import Testing

struct RootTests {
  @Test("The elements of a list of scalars are records")
  func scalars() throws {
    let spec = try inferredSpec(#"["red", "green", "blue"]"#)
    #expect(spec.contains(#""properties":{"value":"string"}"#))
    #expect(!spec.contains(#""many":false"#))
    #expect(spec.contains("1 document, 3 records"))
    #expect(try inferredSpec("[1, 2]").contains(#""value":"integer""#))
    #expect(try inferredSpec(#"["a", 2]"#).contains(#""value":"any""#))
  }

  @Test("Several lists of one length are rows, as is one after its names")
  func rows() throws {
    #expect(try inferredSpec(#"["a", 2]"#, #"["b", 3]"#).contains(#""many":false"#))
    #expect(try inferredSpec(#"["name", "n"]"#, #"["b", 3]"#).contains(#""n":"integer""#))
    // The same list twice is one.
    #expect(try !inferredSpec(#"["a", 2]"#, #"["a", 2]"#).contains(#""many":false"#))
  }
}
