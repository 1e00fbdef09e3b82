import RKDiagnostics
import RKMapping
import Testing

@Suite("Specs of many mappers, rules and faults")
struct LargeSpecTests {
  /// Mappers `m0`, `m1` and so on, each with some members that may name the next one.
  private static func row(_ count: Int, _ members: (String) -> String) -> String {
    let mappers = (0..<count).map { number in
      #"{"id": "m\#(number)", "#
        + (number + 1 < count ? members("m\(number + 1)") : #""attributes": ["x"]"#) + "}"
    }
    return #"{"root-map-ref": "m0", "mappers": [\#(mappers.joined(separator: ", "))]}"#
  }

  private static func extending(_ count: Int) -> String { row(count) { #""extends": "\#($0)""# } }

  private static func choosing(_ count: Int) -> String {
    row(count) { #""dynamic": true, "default": "\#($0)""# }
  }

  private static func composed(_ count: Int, from source: String) -> String {
    row(count) { #""relationships": [{"from": "\#(source)", "to": "n", "map-ref": "\#($0)"}]"# }
  }

  private func codes(_ spec: String) -> [String] { MarkedSpec(spec).findings().map(\.code.id) }

  @Test("100 levels of inheritance are fine")
  func inheritance() throws {
    #expect(try map(#"{"x":1}"#, by: Self.extending(101)) == #"{"x":1}"#)
  }

  @Test("RK2014: more levels of inheritance are one error", arguments: [102, 3000])
  func tooMuchInheritance(count: Int) {
    #expect(codes(Self.extending(count)) == ["RK2014"])
  }

  @Test("100 consecutive mappers may share one representation")
  func composition() {
    #expect(codes(Self.composed(100, from: "")) == [])
  }

  @Test(
    "RK2022: more mappers at one representation are one error",
    arguments: [
      composed(101, from: ""), composed(5000, from: ""), composed(101, from: "@root"),
      choosing(101), choosing(5000),
    ]
  )
  func tooMuchComposition(spec: String) {
    #expect(codes(spec) == ["RK2022"])
  }

  @Test("a long chain of mappers that leads down into the document is fine")
  func longRow() throws {
    let spec = Self.composed(5000, from: "n")
    #expect(try map(#"{"n":{"n":null}}"#, by: spec) == #"{"n":{"n":null}}"#)
  }

  @Test("RK2022: a long cycle is one error that names its beginning and end")
  func longCircle() {
    let mappers = (0..<3000).map { number in
      #"{"id": "m\#(number)", "dynamic": true, "default": "m\#((number + 1) % 3000)"}"#
    }
    let spec = #"{"root-map-ref": "m0", "mappers": [\#(mappers.joined(separator: ", "))]}"#
    #expect(
      message(spec)
        == "mappers lead to one another without leading down into the document: 'm0' leads to "
        + "'m1' leads to 'm2' leads to 'm3' leads to 'm4' leads to \u{2026} leads to 'm2996' leads "
        + "to 'm2997' leads to 'm2998' leads to 'm2999' leads to 'm0'"
    )
  }

  @Test("RK2014: a long cycle of inheritance is one error")
  func longExtendsCircle() {
    let mappers = (0..<3000).map { number in
      #"{"id": "m\#(number)", "extends": "m\#((number + 1) % 3000)"}"#
    }
    let spec = #"{"root-map-ref": "m0", "mappers": [\#(mappers.joined(separator: ", "))]}"#
    #expect(codes(spec) == ["RK2014"])
  }

  // MARK: - Key paths

  private static func dotted(_ count: Int) -> String {
    [String](repeating: "d", count: count).joined(separator: ".")
  }

  @Test("a key path may have 100 components")
  func keyPath() {
    let path = Self.dotted(100)
    #expect(codes(spec(attributes: #"{"\#(path)": "\#(path)"}"#)) == [])
  }

  @Test("RK2018: a key path of more components is an error", arguments: [101, 200_000])
  func tooLongKeyPath(count: Int) {
    #expect(codes(spec(attributes: #"{"\#(Self.dotted(count))": "x"}"#)) == ["RK2018"])
  }

  @Test("RK2018: a destination of more components is an error", arguments: [101, 200_000])
  func tooLongDestination(count: Int) {
    #expect(codes(spec(attributes: #"{"x": "\#(Self.dotted(count))"}"#)) == ["RK2018"])
  }

  // MARK: - Width

  @Test("a mapper may have 20,000 attributes and 5,000 relationships")
  func wide() throws {
    let attributes = (0..<20_000).map { #""a\#($0)""# }.joined(separator: ", ")
    let relationships = (0..<5_000).map {
      #"{"from": "b\#($0)", "to": "b\#($0)", "map-ref": "n"}"#
    }.joined(separator: ", ")
    let spec = #"""
      {"root-map-ref": "m", "mappers": [{"id": "n", "attributes": ["x"]},
        {"id": "m", "attributes": [\#(attributes)], "relationships": [\#(relationships)]}]}
      """#
    #expect(
      try map(#"{"a19999":1,"b4999":{"x":2}}"#, by: spec) == #"{"a19999":1,"b4999":{"x":2}}"#
    )
  }

  @Test("all errors of one long line are found")
  func manyFaults() {
    let attributes = (0..<4000).map { #""a\#($0).""# }.joined(separator: ", ")
    #expect(codes(spec(attributes: "[\(attributes)]")).count == 4000)
  }

  // MARK: - Targets and value maps

  @Test("RK2014: 100 levels of targets are fine, more of them and long cycles are one error")
  func targetLevels() {
    func spec(_ count: Int, last: String) -> String {
      let targets = (0..<count).map { number in
        let base = number + 1 < count ? #""extends": "T\#(number + 1)""# : last
        return #""T\#(number)": {\#(base)}"#
      }
      return #"{"targets": {\#(targets.joined(separator: ", "))}, "mappers": [{"id": "T0"}]}"#
    }
    #expect(codes(spec(101, last: "")) == [])
    #expect(codes(spec(102, last: "")) == ["RK2014"])
    #expect(codes(spec(3000, last: "")) == ["RK2014"])
    #expect(codes(spec(3000, last: #""extends": "T0""#)) == ["RK2014"])
  }

  @Test("many properties, rules and choices take little time")
  func manyProperties() {
    let properties = (0..<3000).map { #""p\#($0)": "[K\#($0)]""# }
    let relationships = (0..<3000).map { #"{"from": "x", "to": "p\#($0)", "map-ref": "d"}"# }
    let choices = (0..<3000).map { #""\#($0)": "k\#($0)""# }
    let mappers = (0..<3000).map { #"{"id": "k\#($0)", "target": "K\#($0)"}"# }
    let spec = #"""
      {"targets": {"M": {"properties": {\#(properties.joined(separator: ", "))}, "closed": true}},
        "root-map-ref": "m", "mappers": [
          {"id": "m", "target": "M", "relationships": [\#(relationships.joined(separator: ", "))]},
          {"id": "d", "dynamic": true, "matchers": [
            {"keyPath": "t", "valueMap": {\#(choices.joined(separator: ", "))}}]},
          \#(mappers.joined(separator: ", "))]}
      """#
    let found = codes(spec)
    #expect(found.count == 3000)
    #expect(found.allSatisfy { $0 == "RK2043" })
  }

  @Test("a map of many entries may be used by many attributes")
  func largeValueMap() {
    let entries = (0..<3000).map { #""\#($0)": \#($0)"# }.joined(separator: ", ")
    let attributes = (0..<3000).map { #"{"from": "x", "to": "y\#($0)", "map": "m"}"# }
    let spec = #"""
      {"valueMaps": {"m": {\#(entries)}}, "mappers": [
        {"id": "a", "attributes": [\#(attributes.joined(separator: ", "))]}]}
      """#
    #expect(codes(spec) == [])
    #expect(throws: Never.self) { try Mapper(Mapping(text: spec)) }
  }
}
