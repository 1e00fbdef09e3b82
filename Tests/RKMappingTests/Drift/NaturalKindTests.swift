import RKEngine
import Testing

@testable import RKMapping

@Suite("JSON kinds that are natural for a type")
struct NaturalKindTests {
  private func rule(_ attribute: String) throws -> (natural: NaturalKinds, element: NaturalKinds?) {
    let spec = #"{"mappers": [{"id": "m", "attributes": [\#(attribute)]}]}"#
    let plan = try Mapper(try Mapping(text: spec)).compiled.plan
    let attribute = try #require(plan.attributes.first)
    if attribute.valueRule.isNone { return (.all, nil) }
    let rule = plan.valueRules[attribute.valueRule]
    let element = rule.conversion?.element.flatMap { $0.isNone ? nil : plan.conversions[$0] }
    return (
      rule.naturalKinds(dates: plan.dates), element.map { $0.naturalKinds(dates: plan.dates) }
    )
  }

  @Test(
    "each type has its own",
    arguments: [
      ("string", .string), ("url", .string), ("uuid", .string), ("data", .string),
      ("integer", .number), ("number", .number), ("decimal", [.number, .string]),
      ("boolean", .boolean), ("date", .string), ("object", .object), ("any", .all),
      ("[string]", .array), ("set<integer>", .array), ("[any]", .array),
    ] as [(String, NaturalKinds)]
  )
  func types(type: String, expected: NaturalKinds) throws {
    #expect(try rule(#"{"from": "a", "to": "a", "type": "\#(type)"}"#).natural == expected)
  }

  @Test("elements of a list have those of their type")
  func elements() throws {
    #expect(try rule(#"{"from": "a", "to": "a", "type": "[integer]"}"#).element == .number)
    #expect(try rule(#"{"from": "a", "to": "a", "type": "[any]"}"#).element == nil)
  }

  @Test("a date is a number if a stated format counts seconds, and then text of digits is not")
  func dates() throws {
    func date(_ format: String) throws -> NaturalKinds {
      try rule(#"{"from": "a", "to": "a", "type": "date", "format": \#(format)}"#).natural
    }
    #expect(try date(#""yyyy-MM-dd""#) == .string)
    #expect(try date(#""epoch""#) == [.number, .exceptNumericText])
    let both = try date(#"["epochMillis", "iso8601"]"#)
    #expect(both.takes(.number, isNumericText: false))
    #expect(both.takes(.string, isNumericText: false))
    #expect(!both.takes(.string, isNumericText: true))
    #expect(NaturalKinds.string.takes(.string, isNumericText: true))
  }

  @Test("values changed by a map or transforms have all kinds")
  func changed() throws {
    #expect(
      try rule(#"{"from": "a", "to": "a", "type": "integer", "transform": ["trim"]}"#).natural
        == .all
    )
    #expect(
      try rule(#"{"from": "a", "to": "a", "type": "integer", "map": {"x": 1}}"#).natural == .all
    )
    #expect(try rule(#""a""#).natural == .all)
  }

  @Test("null is not a kind")
  func null() {
    #expect(NaturalKinds(.null) == [])
    #expect(NaturalKinds.string.takes(.null, isNumericText: false))
  }
}
