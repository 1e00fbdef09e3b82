import RKDiagnostics
@testable import RKEngine
@testable import RKMapping
import Testing

@Suite("Messages about value maps")
struct ValueMapMessageTests {
  @Test("RK1002: a value without an entry is named, with its map")
  func unmapped() throws {
    let graph = try Mapping(text: spec(attributes: #"["sex"]"#)).graph
    let compiled = PlanCompiler.compile(graph, descriptors: graph.descriptors)
    let site = try #require(compiled.plan.attributes.first?.site)
    let place = InputPlace(
      input: "in.json",
      byteOffset: 7,
      line: 1,
      column: 8,
      pointer: "/sex",
      excerpt: Array(#"{"sex":"x"}"#.utf8),
      excerptOffset: 7,
      markedCount: 3,
      value: Array(#""x""#.utf8)
    )
    let fault = MappingFault(.unmapped, isError: false, site: site, token: 3)
    let finding = FaultExplainer(graph: graph, compiled: compiled)
      .diagnostic(fault, at: place, keys: [])
    #expect(finding.code == .conversionFailed)
    #expect(finding.message == #"the value map of A.sex has no entry for string "x""#)
    #expect(finding.expected == "an entry of the value map")
    #expect(finding.actual == #"string "x""#)
    #expect(finding.help == [#"add the entry to the map, or a "default""#])
  }
}
