import RKMapping
import Testing

@Suite("Limits on what a small spec can make from a small document")
struct BoundTests {
  /// The codes and places of the diagnostics of a run that leaves failed records out, and its
  /// output.
  private func outcome(_ spec: String, _ input: String) throws -> (
    output: String, findings: [String]
  ) {
    var options = MapperOptions()
    options.failedRecords = .skip
    let trial = try MappingTrial(spec, input, options: options)
    return (trial.output ?? "", trial.findings)
  }

  private func codes(_ spec: String) -> [String] { MarkedSpec(spec).findings().map(\.code.id) }

  // MARK: - Templates

  private static func doubled(_ levels: Int) -> String {
    let templates = (1...levels).map {
      #"{"to": "t\#($0)", "template": "{t\#($0 - 1)}{t\#($0 - 1)}"}"#
    }
    return spec(
      attributes: #"["x", {"to": "t0", "template": "{x}"}, \#(templates.joined(separator: ", "))]"#
    )
  }

  @Test("RK2035: templates that double one another are limited, however many there are")
  func doubling() {
    #expect(codes(Self.doubled(20)) == [])
    for levels in [24, 40, 2000] { #expect(codes(Self.doubled(levels)) == ["RK2035"]) }
  }

  @Test("a template of 100,000 parts works like any other")
  func longTemplate() throws {
    let parts = [String](repeating: "{x}", count: 100_000).joined()
    let output = try map(
      #"{"x":1}"#,
      by: spec(attributes: #"["x", {"to": "t", "template": "\#(parts)"}]"#)
    )
    #expect(output?.utf8.count == 100_000 + #"{"x":1,"t":""}"#.utf8.count)
  }

  @Test("a long chain of templates is filled in, whichever comes first in the spec")
  func rowOfTemplates() throws {
    let row = (1...3000).reversed().map { #"{"to": "t\#($0)", "template": "{t\#($0 - 1)}"}"# }
    let attributes = #"[\#(row.joined(separator: ", ")), {"from": "x", "to": "t0"}]"#
    #expect(try map(#"{"x":7}"#, by: spec(attributes: attributes))?.hasSuffix(#","t0":7}"#) == true)
  }

  @Test("RK1019: a record that reached its limit does not grow further")
  func longTransforms() throws {
    let long = String(repeating: "b", count: 900)
    let attributes = (0..<200).map {
      #"{"from": "x", "to": "y\#($0)", "transform": ["replace:/a/\#(long)/"]}"#
    }
    let input = #"{"x":"\#(String(repeating: "a", count: 60_000))"}"#
    // All of them would be 11 GB.
    let spec = spec(attributes: "[\(attributes.joined(separator: ", "))]")
    #expect(try outcome(spec, input).findings == ["RK1019 /x"])
  }

  @Test("RK1019: a template of long values is one record that fails")
  func longValues() throws {
    let input = #"{"x":"\#(String(repeating: "a", count: 100_000))"}"#
    let spec = Self.doubled(12)
    let (output, findings) = try outcome(spec, "[{\"x\":1},\(input)]")
    #expect(output.hasPrefix(#"[{"x":1"#))
    #expect(findings == ["RK1019 /1"])
  }

  @Test("RK1019: values that transforms make fail a record together")
  func manyValues() throws {
    let attributes = (0..<7500).map { #"{"from": "x", "to": "y\#($0)", "transform": "prefix:b"}"# }
    let spec = spec(attributes: "[\(attributes.joined(separator: ", "))]")
    let input = #"{"x":"\#(String(repeating: "a", count: 10_000))"}"#
    #expect(try outcome(spec, input).findings == ["RK1019 /x"])
  }

  @Test("RK1002: growth by transforms is limited")
  func growingValue() throws {
    let list = [String](repeating: #""toJSON""#, count: 60).joined(separator: ", ")
    let spec = spec(attributes: #"["k", {"from": "x", "to": "y", "transform": [\#(list)]}]"#)
    let (output, findings) = try outcome(spec, #"{"k":1,"x":"\""}"#)
    #expect(output == #"{"k":1}"#)
    #expect(findings == ["RK1002 /x"])
  }

  // MARK: - Records

  @Test("RK2036: the records of one representation are limited")
  func composition() {
    func spec(_ count: Int) -> String {
      let mappers = (0..<count).map { number in
        let rules = ["a", "b"].map {
          #"{"from": "", "to": "\#($0)", "map-ref": "m\#(number + 1)"}"#
        }
        return #"{"id": "m\#(number)", "relationships": [\#(rules.joined(separator: ", "))]}"#
      }
      let last = #"{"id": "m\#(count)", "attributes": ["x"]}"#
      return #"{"root-map-ref": "m0", "mappers": [\#((mappers + [last]).joined(separator: ", "))]}"#
    }
    #expect(codes(spec(12)) == [])
    for count in [13, 40, 99] { #expect(codes(spec(count)) == ["RK2036"]) }
  }

  /// Two relationships from one key to the same mapper: each level of the document doubles the records.
  private static func forked(_ more: String = "") -> String {
    #"""
    {"mappers": [{"id": "m", "attributes": ["x"], \#(more) "relationships": [
      {"from": "k", "to": "a", "map-ref": "m"}, {"from": "k", "to": "b", "map-ref": "m"}]}]}
    """#
  }

  private static let deep =
    String(repeating: #"{"x":1,"k":"#, count: 60) + #"{"x":1}"# + String(repeating: "}", count: 60)

  @Test(
    "RK1019: a record that multiplies with the depth of its document fails alone",
    arguments: [forked(), forked(#""deletionPredicate": "TRUEPREDICATE","#)]
  )
  func forks(spec: String) throws {
    let (_, findings) = try outcome(spec, "[\(Self.deep),{\"x\":2}]")
    #expect(findings.count == 1)
    #expect(findings.first?.hasPrefix("RK1019 /0") == true)
  }

  // MARK: - Paths and expressions

  private static let nested =
    String(repeating: #"{"a":"#, count: 200) + "1" + String(repeating: "}", count: 200)

  @Test(
    "RK1019: values that are found in too many ways fail the record",
    arguments: [
      #"{"from": "..a..a..a..a..a", "to": "y"}"#, #"{"from": "..a..a..a..a..a.@count", "to": "y"}"#,
      #"{"to": "y", "expression": "SUBQUERY(self, $v, $v..a..a..a..a..a.@count > 0).@count"}"#,
    ]
  )
  func ways(attribute: String) throws {
    let (output, findings) = try outcome(
      spec(attributes: "[\"x\", \(attribute)]"),
      #"{"x":1,"d":\#(Self.nested)}"#
    )
    #expect(output == "[]")
    #expect(findings.count == 1)
    #expect(findings.first?.hasPrefix("RK1019") == true)
  }

  @Test("RK1019: nested conditions examine a limited number of elements")
  func conditions() throws {
    let inner = (0..<12).reduce("x == 0") { inner, level in
      "SUBQUERY(@root.l, $v\(level), \(inner)).@count > 99"
    }
    let list = (0..<30).map(String.init).joined(separator: ",")
    let spec = #"{"mappers": [{"id": "a", "when": "\#(inner)", "attributes": ["x"]}]}"#
    #expect(try outcome(spec, #"{"x":0,"l":[\#(list)]}"#).findings == ["RK1019 "])
  }

  // MARK: - Specs

  @Test("RK2033: inherited rules are limited")
  func inheritance() {
    let rules = (0..<2000).map { #""x\#($0)""# }.joined(separator: ", ")
    let mappers = (0..<2000).map { #"{"id": "m\#($0)", "extends": "base"}"# }
    let found = codes(
      #"""
      {"root-map-ref": "base", "mappers": [{"id": "base", "attributes": [\#(rules)]},
        \#(mappers.joined(separator: ", "))]}
      """#
    )
    #expect(found == ["RK2033"])
  }

  @Test("RK2024: the number of formats is limited")
  func formats() {
    func spec(_ count: Int) -> String {
      let formats = [String](repeating: #""yyyy-MM-dd""#, count: count).joined(separator: ", ")
      return RKMappingTests.spec(
        attributes: #"[{"to": "d", "type": "date", "format": [\#(formats)]}]"#
      )
    }
    #expect(codes(spec(100)) == [])
    #expect(codes(spec(101)) == ["RK2024"])
  }

  @Test("RK1019: connections of one record to itself do not multiply")
  func connections() throws {
    let connections = (0..<2_500).map {
      #"{"to": "c\#($0)", "target": "A", "where": {"x": "x"}}"#
    }
    let outcome = try outcome(
      #"""
      {"root-map-ref": "a", "mappers": [{"id": "a", "target": "A", "identification": "x", "attributes": ["x"],
        "connections": [\#(connections.joined(separator: ","))]}]}
      """#,
      #"{"x": 1}"#
    )
    #expect(outcome.findings.map { $0.prefix(6) } == ["RK1019"])
  }
}
