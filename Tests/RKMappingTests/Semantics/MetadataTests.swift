import RKMapping
import Testing

@Suite("@metadata.mapping")
struct MetadataTests {
  private func spec(_ path: String, keyPath: String = "items") -> String {
    #"""
    {"keyPath": "\#(keyPath)", "mappers": [{"id": "a",
      "attributes": {"n": "n", "@metadata.mapping.\#(path)": "m"}}]}
    """#
  }

  @Test("rootKeyPath is the descriptor's key path")
  func rootKeyPath() throws {
    #expect(
      try map(#"{"a":{"b":[{"n":1}]}}"#, by: spec("rootKeyPath", keyPath: "a.b"))
        == #"[{"n":1,"m":"a.b"}]"#
    )
  }

  @Test("rootKeyPath of the whole document is null")
  func rootKeyPathOfDocument() throws {
    #expect(try map(#"{"n":1}"#, by: spec("rootKeyPath", keyPath: "")) == #"{"n":1,"m":null}"#)
  }

  @Test("collectionIndex counts the elements of the list from 0")
  func collectionIndex() throws {
    #expect(
      try map(#"{"items":[{"n":1},null,{"n":2}]}"#, by: spec("collectionIndex"))
        == #"[{"n":1,"m":0},{"n":2,"m":2}]"#
    )
  }

  @Test("a single representation has no collectionIndex")
  func noCollectionIndex() throws {
    #expect(try map(#"{"items":{"n":1}}"#, by: spec("collectionIndex")) == #"{"n":1}"#)
  }

  @Test("in a stream collectionIndex is the number of the document")
  func collectionIndexInStream() throws {
    #expect(
      try map("{\"n\":1}\n{\"n\":2}\n", by: spec("collectionIndex", keyPath: ""))
        == "{\"n\":1,\"m\":0}\n{\"n\":2,\"m\":1}"
    )
  }

  @Test("the same below a key path, even if the second document comes late")
  func collectionIndexInStreamOfKeyPaths() throws {
    #expect(
      try map("{\"a\":{\"n\":1}}\n{\"a\":{\"n\":2}}\n", by: spec("collectionIndex", keyPath: "a"))
        == "{\"n\":1,\"m\":0}\n{\"n\":2,\"m\":1}"
    )
  }

  @Test("collectionIndex of children is their index in the relationship, null for a single child")
  func collectionIndexOfChildren() throws {
    let spec = #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "relationships": [{"from": "kids", "to": "kids", "map-ref": "k"},
          {"from": "kid", "to": "kid", "map-ref": "k"}]},
        {"id": "k", "attributes": {"n": "n", "@metadata.mapping.collectionIndex": "i"}}]}
      """#
    #expect(
      try map(#"[{"kids":[{"n":1}]},{"kids":[{"n":2},{"n":3}],"kid":{"n":4}}]"#, by: spec)
        == #"[{"kids":[{"n":1,"i":0}]},"#
        + #"{"kids":[{"n":2,"i":0},{"n":3,"i":1}],"kid":{"n":4,"i":null}}]"#
    )
  }

  @Test("parentObject has the attributes of the owner's record as they were converted")
  func parentObject() throws {
    let spec = #"""
      {"root-map-ref": "house", "mappers": [
        {"id": "house", "attributes": {"id": {"to": "houseID", "type": "integer"}},
          "relationships": [{"from": "people", "to": "people", "map-ref": "person"}]},
        {"id": "person",
          "attributes": {"n": "n", "@metadata.mapping.parentObject.houseID": "house"}}]}
      """#
    #expect(
      try map(#"{"id":"7","people":[{"n":1},{"n":2}]}"#, by: spec)
        == #"{"houseID":7,"people":[{"n":1,"house":7},{"n":2,"house":7}]}"#
    )
  }

  @Test("parentObject of a record without an owner, or of an attribute it lacks, is missing")
  func noParentObject() throws {
    let spec = #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "attributes": {"n": "n", "@metadata.mapping.parentObject.n": "up"},
          "relationships": [{"from": "k", "to": "k", "map-ref": "k"}]},
        {"id": "k", "attributes": {"n": "n", "@metadata.mapping.parentObject.other": "up"}}]}
      """#
    #expect(try map(#"{"n":1,"k":{"n":2}}"#, by: spec) == #"{"n":1,"k":{"n":2}}"#)
  }
}
