import RKMapping
import TestSupport
import Testing

/// Connections of merged records, and to such records.
@Suite("Connections and records that are merged")
struct ConnectionMergingTests {
  private static let spec = #"""
    {"descriptors": [{"keyPath": "a", "root-map-ref": "a"}, {"keyPath": "b", "root-map-ref": "b"},
       {"keyPath": "c", "root-map-ref": "c"}, {"keyPath": "d", "root-map-ref": "d"}],
     "mappers": [
      {"id": "a", "target": "P", "identification": "id", "attributes": ["id", "x", "k"],
       "connections": [{"to": "c", "target": "C", "where": {"k": "id"}}]},
      {"id": "b", "target": "P", "identification": "id", "attributes": ["y", "id", "j"],
       "connections": [{"to": "c", "target": "C", "where": {"j": "id"}},
         {"to": "e", "target": "C", "where": {"j": "code"}, "only": "name != nil AND code != nil"}]},
      {"id": "c", "target": "C", "identification": "id", "attributes": ["id", "name"]},
      {"id": "d", "target": "C", "identification": "id", "attributes": ["code", "id"]}]}
    """#

  private static let cats = #""c":[{"id":5,"name":"five"}],"d":[{"id":5,"code":"v"}]"#

  private func people(_ input: String, _ options: MapperOptions) throws -> String? {
    let trial = try MappingTrial(Self.spec, "{\(input),\(Self.cats)}", options: options)
    let end = trial.output?.firstRange(of: #","c":[{"id":5"#)?.lowerBound
    return end.flatMap { end in trial.output.map { String($0[..<end]) } }
  }

  @Test(
    "a record of several shapes is connected by the newest keys",
    arguments: [
      (#"{"id":1,"k":5}"#, #"{"id":1,"j":6}"#, #"{"id":1,"k":5,"j":6,"c":null,"e":null}"#),
      (
        #"{"id":1,"k":6}"#, #"{"id":1,"j":5}"#,
        #"{"id":1,"k":6,"j":5,"c":{"id":5,"name":"five","code":"v"},"e":null}"#
      ),
      (
        #"{"id":1,"k":5}"#, #"{"id":1,"y":2}"#,
        #"{"id":1,"k":5,"y":2,"c":{"id":5,"name":"five","code":"v"}}"#
      ),
    ]
  )
  func shapes(first: String, second: String, merged: String) throws {
    var options = MapperOptions()
    options.unifies = true
    let output = try people(#""a":[\#(first)],"b":[\#(second)]"#, options)
    #expect(output == #"{"a":[\#(merged)],"b":[]"#)
  }

  @Test("a key that becomes null silently leads nowhere")
  func cleared() throws {
    var options = MapperOptions()
    options.unifies = true
    let output = try people(#""a":[{"id":1,"k":5},{"id":"1","k":null}],"b":[]"#, options)
    #expect(output == #"{"a":[{"id":"1","k":null}],"b":[]"#)
  }

  @Test("`only` sees all of a record of several shapes", arguments: [false, true])
  func only(unifies: Bool) throws {
    var options = MapperOptions()
    options.unifies = unifies
    let output = try people(#""a":[],"b":[{"id":1,"j":"v"}]"#, options)
    let cat = #"{"id":5,"name":"five","code":"v"}"#
    #expect(output == #"{"a":[],"b":[{"id":1,"j":"v","c":null,"e":\#(cat)}]"#)
  }

  @Test("a record connected to its container takes no more than that has attributes")
  func holders() throws {
    let spec = #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "target": "P", "attributes": ["id"],
         "relationships": [{"from": "c", "to": "c", "map-ref": "q"}]},
        {"id": "q", "target": "Q", "attributes": [{"from": "@parent.id", "to": "o", "hidden": true}],
         "connections": [{"to": "owner", "target": "P", "where": {"o": "id"}}]}]}
      """#
    let kids = 3_000
    let input =
      #"{"id":1,"c":["# + Array(repeating: "{}", count: kids).joined(separator: ",") + "]}"
    let output = try MappingTrial(spec, input).output
    let kid = #"{"owner":{"id":1}}"#
    let list = Array(repeating: kid, count: kids).joined(separator: ",")
    #expect(output == #"{"id":1,"c":[\#(list)]}"#)
  }

  @Test("a connected record has no connections, even if it says itself that there are none")
  func declined() throws {
    let spec = #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "target": "P", "attributes": ["id", "b"],
         "connections": [{"to": "boss", "target": "P", "where": {"b": "id"}, "if": "id > 1"}]}]}
      """#
    let output = try MappingTrial(spec, #"[{"id":1,"b":1},{"id":2,"b":1}]"#).output
    #expect(
      output == #"[{"id":1,"b":1,"boss":null},{"id":2,"b":1,"boss":{"id":1,"b":1}}]"#
    )
  }

  @Test("records that merged ones had before are not found, nor are their copies twice")
  func replaced() throws {
    let spec = #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "target": "P", "identification": "id", "attributes": ["id", "k"],
         "relationships": [{"from": "q", "to": "q", "map-ref": "q"}],
         "connections": [{"to": "found", "target": "Q", "where": {"k": "m"}}]},
        {"id": "q", "target": "Q", "attributes": ["m"]}]}
      """#
    var options = MapperOptions()
    options.unifies = true
    let input = #"[{"id":1,"q":{"m":1}},{"id":1,"q":{"m":2}},{"id":2,"k":[1,2]}]"#
    let output = try MappingTrial(spec, input, options: options).output
    #expect(output == #"[{"id":1,"q":{"m":2}},{"id":2,"k":[1,2],"found":[{"m":2}]}]"#)
  }
}
