import Foundation
import RKDiagnostics
import Testing

@testable import RKAuthoring
@testable import RKMapping

@Suite("The page of a report")
struct ReportPageTests {
  private static let spec = """
    {"mappers": [{"id": "m", "target": "M", "attributes": ["a", {"from": "b</script>", "to": "c"}]}]}
    """

  private func page(
    _ input: String,
    spec: String = spec,
    findings: [Diagnostic] = []
  ) throws -> String {
    let mapping = try Mapping(text: spec)
    let mapper = try Mapper(mapping, options: Explainer.options(MapperOptions()))
    let survey = MappingSurvey()
    let reported = Explainer(mapper, ExplainRequest()).report(
      on: .bytes(Array(input.utf8), name: "<i>.json"),
      surveying: survey
    )
    let coverage = mapper.coverage(in: survey, inputCount: 1)
    let section = ReportSection(
      reported,
      hasFailed: false,
      percent: coverage.percent,
      findings: findings
    )
    return ReportPage(coverage, mapping.sourceFiles, [section], findings: []).text
  }

  @Test("nothing of the data or the spec becomes markup")
  func escapes() throws {
    let page = try page(#"{"a": "</script><b>", "b</script>": 1}"#)
    #expect(page.components(separatedBy: "</script>").count == 3)
    #expect(!page.contains("<b>"))
    #expect(page.contains(#"\u003c/script>"#))
  }

  @Test("leaves have states, cells their rules and sources")
  func data() throws {
    let page = try page(#"{"a": 1.50, "x": [], "y": {"z": null}}"#)
    #expect(page.contains(#""states":{"/a":"mapped","/x":"unmapped","/y/z":"unmapped"}"#))
    #expect(
      page.contains(
        #""attribute":"a","rule":"mappers.m.attributes.a","value":"1.50","from":["/a"]"#
      )
    )
    #expect(page.contains(#""state":"passed","percent":33.3"#))
  }

  @Test("what is in a structure that does not convert has failed with it")
  func failedStructure() throws {
    let spec = """
      {"mappers": [{"id": "m", "target": "M", "attributes": [
        "a", {"to": "t", "type": "string"}, {"to": "l", "type": "[integer]"}
      ]}]}
      """
    let input = #"{"a": {"x": 1}, "t": {"x": 1, "y": {"z": []}}, "l": [1, "x", 3]}"#
    let page = try page(input, spec: spec)
    let states = [
      "a/x": "mapped", "t/x": "failed", "t/y/z": "failed", "l/0": "mapped", "l/1": "failed",
      "l/2": "mapped",
    ]
    for (pointer, state) in states {
      #expect(page.contains(#""/\#(pointer)":"\#(state)""#), "\(pointer)")
    }
  }

  @Test("the text of each rule is marked, also of rules within rules")
  func listing() throws {
    let page = try page("{}")
    let start = #"<span data-rule="mappers.m.attributes.a" data-hits="0" tabindex="0">"#
    #expect(page.contains(start + "&quot;a&quot;</span>"))
    #expect(
      page.components(separatedBy: "<span data-rule").count
        == page.components(separatedBy: "</span>").count
    )
  }

  @Test("a large page is packed, and a small one is not")
  func packing() throws {
    let item = #"{"a": "0123456789", "n": [1, 2, 3, 4, 5, 6, 7, 8]}"#
    let large = try page("[" + Array(repeating: item, count: 4000).joined(separator: ",") + "]")
    #expect(large.contains(#""count":4000,"packed":""#))
    #expect(!large.contains(#""documents":[{"#))
    #expect(large.utf8.count < 500_000)
    #expect(try page("[\(item)]").contains(#""documents":[{"#))
  }
}
