import Testing

@Suite("RK2115: relationships without a mapper")
struct CopiedRelationshipsTests {
  @Test("one that copies something is reported once, also if it is inherited")
  func copied() {
    let marked = """
      {"root-map-ref": "b", "mappers": [
       {"id": "a", "target": "A", "attributes": ["id"],
        "relationships": [«RK2115»{"from": "lines", "to": "c"}, {"from": "", "to": "d"},
                          {"from": null, "to": "e"}]},
       {"id": "b", "extends": "a", "target": "B"}]}
      """
    #expect(linted(marked) == marked)
    #expect(
      lintMessages(MarkedSpec(marked).text) == [
        "the relationship 'lines' has no map-ref and copies the value as it is"
      ]
    )
  }

  @Test("as an attribute it means the same, and is not reported")
  func attribute() {
    let spec = """
      {"mappers": [{"id": "a", "target": "A", "attributes": [{"from": "lines", "to": "c"}]}]}
      """
    #expect(linted(spec) == spec)
  }
}
