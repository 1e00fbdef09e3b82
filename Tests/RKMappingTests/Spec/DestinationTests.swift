import RKDiagnostics
import RKMapping
import Testing

@Suite("The destinations of a mapper")
struct DestinationTests {
  @Test(
    "RK2012: two rules of one destination are an error at the second",
    arguments: [
      #"{"mappers": [{"id": "a", "attributes": {"x": "z", "y": «RK2012»"z"}}]}"#,
      #"{"mappers": [{"id": "a", "attributes": ["x", «RK2012»"x"]}]}"#,
      #"{"mappers": [{"id": "a", "attributes": ["x", {"from": "y", "to": «RK2012»"x"}]}]}"#,
      #"{"mappers": [{"id": "a", "attributes": {"x": "z", "y": «RK2012»"z.w"}}]}"#,
      #"{"mappers": [{"id": "a", "attributes": {"x": "z.w.v", "y": «RK2012»"z.w"}}]}"#,
      #"{"mappers": [{"id": "a", "attributes": {"x": "a.b", "y": «RK2012»"[\"a\"].b"}}]}"#,
      #"{"mappers": [{"id": "a", "keyAttribute": "k", "attributes": {"x": «RK2012»"k"}}]}"#,
      #"""
      {"mappers": [{"id": "a", "attributes": {"x": "z"}, "relationships": [
        {"from": "y", "to": «RK2012»"z", "map-ref": "a"}]}]}
      """#,
      #"""
      {"mappers": [{"id": "a", "relationships": [
        {"from": "x", "to": "z", "map-ref": "a"}, {"from": "y", "to": «RK2012»"z", "map-ref": "a"}]}]}
      """#,
    ]
  )
  func duplicateDestination(marked: String) {
    #expect(annotated(marked) == marked)
  }

  @Test(
    "rules side by side, and one source of several destinations, are fine",
    arguments: [
      #"{"mappers": [{"id": "a", "attributes": {"x": "z.w", "y": "z.v"}}]}"#,
      #"{"mappers": [{"id": "a", "attributes": [{"x": "y"}, {"x": "z"}]}]}"#,
      #"{"mappers": [{"id": "a", "attributes": {"x": "z.w", "y": "z\\.w"}}]}"#,
    ]
  )
  func noOverlap(spec: String) {
    #expect(annotated(spec) == spec)
  }

  @Test("an attribute with a dotted source may fill a member of a relationship's record")
  func insideRelationship() {
    let spec = #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "attributes": {"extra.city": "address.city"},
          "relationships": [{"from": "address", "to": "address", "map-ref": "ad"}]},
        {"id": "ad", "attributes": ["street"]}]}
      """#
    #expect(annotated(spec) == spec)
  }

  @Test("such a member may be one that the related mapper fills, too")
  func sameMemberInsideRelationship() {
    let spec = #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "attributes": {"extra.city": "address.city"},
          "relationships": [{"from": "address", "to": "address", "map-ref": "ad"}]},
        {"id": "ad", "attributes": ["city"]}]}
      """#
    #expect(annotated(spec) == spec)
  }

  @Test(
    "RK2012: such a member may not be inside another one, nor contain it",
    arguments: [
      #""attributes": {"x": "city"}"#, #""attributes": {"x": "city.name.short"}"#,
      #""relationships": [{"from": "x", "to": "city", "map-ref": "ad"}]"#,
    ]
  )
  func overlapInsideRelationship(members: String) {
    let marked = #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "attributes": {"extra.city": «RK2012»"address.city.name"},
          "relationships": [{"from": "address", "to": "address", "map-ref": "ad"}]},
        {"id": "ad", \#(members)}]}
      """#
    #expect(annotated(marked) == marked)
  }

  @Test("RK2012: such a member may not be a relationship of the related mapper")
  func relationshipInsideRelationship() {
    let marked = #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "attributes": {"extra.city": «RK2012»"address.city"},
          "relationships": [{"from": "address", "to": "address", "map-ref": "ad"}]},
        {"id": "ad", "relationships": [{"from": "x", "to": "city", "map-ref": "p"}]}]}
      """#
    #expect(annotated(marked) == marked)
  }

  @Test(
    "RK2018: a destination has no index",
    arguments: ["x«RK2018»[0]", "«RK2018»[0]", "x«RK2018»[-1].y"]
  )
  func indexInDestination(destination: String) {
    let marked = #"{"mappers": [{"id": "a", "attributes": {"s": "\#(destination)"}}]}"#
    #expect(annotated(marked) == marked)
  }
}
