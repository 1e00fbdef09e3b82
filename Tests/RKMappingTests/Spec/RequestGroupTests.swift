import RKDiagnostics
import RKMapping
import Testing

@Suite("Groups of descriptors")
struct RequestGroupTests {
  private static let mapper = #""mappers": [{"id": "m", "target": "M", "attributes": ["id"]}]"#

  @Test(
    "descriptors instead of a group are one error, which says where they belong",
    arguments: [
      #"«RK2009»{"name": "a", "method": "POST", "path": "/a", "root-map-ref": "m"}"#,
      #"[«RK2009»{"name": "a", "path": "/a", "root-map-ref": "m"}, {"path": "/b", "root-map-ref": "m"}]"#,
    ],
    ["requestDescriptors", "responseDescriptors"]
  )
  func flat(descriptors: String, member: String) throws {
    let marked = #"{"\#(member)": \#(descriptors), \#(Self.mapper)}"#
    #expect(annotated(marked) == marked)
    let finding = try #require(MarkedSpec(marked).findings().first)
    #expect(finding.message.hasSuffix(" stand inside 'requests'"))
    let mended = MarkedSpec(marked).mended()
    #expect(MarkedSpec(mended).findings().isEmpty)
  }

  @Test("a misspelt member of a group is reported")
  func misspelt() {
    let marked = #"""
      {"requestDescriptors": [{"«RK2005»request": [{"path": "/a", "root-map-ref": "m"}]}], \#(Self.mapper)}
      """#
    #expect(annotated(marked).contains("RK2005"))
  }
}
