import RKMapping
import Testing

/// What the reference of RKMapperOperation describes, heading by heading; each test is named after its
/// heading.
@Suite("RKMapperOperation: the reference")
struct MapperOperationTests {
  private static let document = #"""
    {"tags": ["hacking", "phreaking"], "authors": ["Captain Crunch", "Emmanuel Goldstein"],
     "magazine": {"title": "2600 The Hacker Quarterly"}}
    """#

  @Test("Mappings Dictionary: key paths of one document, mapped independently")
  func mappingsDictionary() throws {
    let spec = #"""
      {"descriptors": [{"keyPath": "tags", "root-map-ref": "tag"},
         {"keyPath": "authors", "root-map-ref": "author"},
         {"keyPath": "magazine", "root-map-ref": "magazine"}],
       "mappers": [
        {"id": "tag", "target": "Tag", "attributes": [{"from": "", "to": "name"}]},
        {"id": "author", "target": "Author", "attributes": [{"from": "", "to": "name"}]},
        {"id": "magazine", "target": "Magazine", "attributes": ["title"]}]}
      """#
    #expect(
      try map(Self.document, by: spec)
        == #"{"tags":[{"name":"hacking"},{"name":"phreaking"}],"#
        + #""authors":[{"name":"Captain Crunch"},{"name":"Emmanuel Goldstein"}],"#
        + #""magazine":{"title":"2600 The Hacker Quarterly"}}"#
    )
  }

  @Test("not all the mappings are required to match; none that does is an error") func notFound()
    throws
  {
    let spec = #"""
      {"descriptors": [{"keyPath": "magazine", "root-map-ref": "m"},
         {"keyPath": "publisher", "root-map-ref": "m"}],
       "mappers": [{"id": "m", "target": "Magazine", "attributes": ["title"]}]}
      """#
    #expect(
      try map(Self.document, by: spec) == #"{"magazine":{"title":"2600 The Hacker Quarterly"}}"#
    )
    #expect(try MappingTrial(spec, #"{"tags": []}"#).findings == ["RK1001 "])
  }

  @Test("Mapping the Root Object Representation, and key paths beside it") func root() throws {
    let spec = #"""
      {"descriptors": [{"root-map-ref": "issue"}, {"keyPath": "magazine", "root-map-ref": "m"}],
       "mappers": [{"id": "issue", "target": "Issue", "attributes": {"magazine.title": "name"}},
         {"id": "m", "target": "Magazine", "attributes": ["title"]}]}
      """#
    #expect(
      try map(Self.document, by: spec)
        == #"{"":{"name":"2600 The Hacker Quarterly"},"#
        + #""magazine":{"title":"2600 The Hacker Quarterly"}}"#
    )
  }

  @Test("Metadata Mapping: @metadata.mapping.rootKeyPath") func rootKeyPath() throws {
    let spec = #"""
      {"keyPath": "magazine", "mappers": [{"id": "m", "target": "M",
        "attributes": ["title", {"@metadata.mapping.rootKeyPath": "list"}]}]}
      """#
    #expect(
      try map(Self.document, by: spec)
        == #"{"title":"2600 The Hacker Quarterly","list":"magazine"}"#
    )
  }

  @Test("Metadata Mapping: @metadata.mapping.collectionIndex") func collectionIndex() throws {
    let spec = #"""
      {"keyPath": "tags", "mappers": [{"id": "t", "target": "Tag", "attributes":
        [{"from": "", "to": "name"}, {"@metadata.mapping.collectionIndex": "position"}]}]}
      """#
    #expect(
      try map(Self.document, by: spec)
        == #"[{"name":"hacking","position":0},{"name":"phreaking","position":1}]"#
    )
  }
}
