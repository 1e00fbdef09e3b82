import RKEngine
@testable import RKMapping
import Testing

@Suite("ValueMapping")
struct ValueMappingTests {
  /// The plan of a spec whose first attribute is changed.
  private func compile(
    _ attributes: String,
    maps: [ValueMapping] = [],
    _ change: (inout AttributeMapping) -> Void
  ) throws -> (listing: String, plan: MappingPlan) {
    var graph = try Mapping(text: spec(attributes: attributes)).graph
    graph.valueMaps = maps
    guard case .object(var mapping) = graph.mappings[0] else { return ("", MappingPlan()) }
    change(&mapping.attributes[0])
    graph.mappings[0] = .object(mapping)
    let compiled = PlanCompiler.compile(graph, descriptors: graph.descriptors)
    return (PlanListing.text(of: compiled, graph), compiled.plan)
  }

  private let one = ConstantValue(kind: .number, text: "1", plainText: "1")
  private let two = ConstantValue(kind: .number, text: "2", plainText: "2")

  @Test("a map is compiled with its entries in order, the last of equal ones counting")
  func entries() throws {
    let map = ValueMapping(
      name: "sex",
      entries: [
        .init(text: "bb", value: one), .init(text: "a", value: one), .init(text: "b", value: one),
        .init(text: "a", value: two),
      ],
      otherwise: two
    )
    let (listing, plan) = try compile(#"["v", "w"]"#, maps: [map]) {
      $0.valueMap = ValueMappingID(0)
    }
    #expect(listing.contains("column 0 A.v, <- slot 0, map sex\n"))
    #expect(plan.valueMaps.count == 1)
    let texts = plan.valueMapEntries.map { entry in
      String(decoding: plan.text[entry.text.range], as: UTF8.self)
        + String(decoding: plan.text[entry.value.range], as: UTF8.self)
    }
    #expect(texts == ["a2", "b1", "bb1"])
    #expect(plan.valueMaps.first?.otherwise.kind == .number)
  }

  @Test("an attribute that changes nothing is a copy")
  func copies() throws {
    #expect(try compile(#"[{"to": "v", "type": "any"}]"#) { _ in }.listing.contains("copied"))
    let (listing, plan) = try compile(#"["v"]"#) { $0.emptyIsNull = true }
    #expect(listing.contains("column 0 A.v, <- slot 0, emptyString null\n"))
    #expect(plan.valueRules.map(\.emptyIsNull) == [true])
  }

  @Test(
    "empty text is null for every type except those that it is a value of",
    arguments: [
      ("string", false), ("integer", true), ("[string]", true), ("object", true), ("url", true),
    ]
  )
  func emptyText(type: String, isNull: Bool) throws {
    let plan = try compile(#"[{"to": "v", "type": "\#(type)"}]"#) { _ in }.plan
    #expect(plan.valueRules.map(\.emptyIsNull) == [isNull])
    let asked = try compile(#"[{"to": "v", "type": "\#(type)"}]"#) { $0.emptyIsNull = true }.plan
    #expect(asked.valueRules.map(\.emptyIsNull) == [true])
  }

  @Test("attributes that do the same to their values share a rule")
  func sharing() throws {
    let plan = try compile(
      #"[{"to": "a", "type": "[uuid]"}, {"to": "b", "type": "[uuid]"}, {"to": "c", "type": "uuid"}]"#
    ) { _ in }.plan
    #expect(plan.valueRules.count == 2)
    #expect(plan.conversions.count == 1)
  }
}
