import RKDiagnostics
import Testing

@testable import RKMapping

@Suite("How values become cells")
struct ExplainerTests {
  /// What is explained of one input in memory.
  private func explain(
    _ spec: String,
    _ input: String,
    format: Input.Format? = nil,
    _ select: (inout ExplainRequest, Mapping) throws -> Void = { _, _ in }
  ) throws -> Explanation {
    let mapping = try Mapping(text: spec)
    var request = ExplainRequest()
    try select(&request, mapping)
    let mapper = try Mapper(mapping, options: Explainer.options(MapperOptions()))
    let source = Input.bytes(Array(input.utf8), name: "in.json", format: format)
    return Explainer(mapper, request).run(on: source, reportingTo: FindingList()).explanation
  }

  private func at(_ pointer: String) -> (inout ExplainRequest, Mapping) throws -> Void {
    { request, _ in request.selection = .pointer(pointer, document: 1) }
  }

  /// The names of the steps after the way to the record.
  private func steps(_ cell: ExplainedCell) -> [String] {
    cell.steps.map(\.name).filter { !["descriptor", "mapper", "relationship"].contains($0) }
  }

  @Test("a composed record, a list of records and a parent's value have their places")
  func related() throws {
    let spec = """
      {"mappers": [
        {"id": "o", "target": "O", "attributes": ["n"], "relationships": [
          {"from": "list", "to": "all.items", "map-ref": "i"}
        ]},
        {"id": "i", "target": "I", "attributes": ["x", {"from": "@parent.n", "to": "of"}]}
      ]}
      """
    let found = try explain(spec, #"{"n": 1, "list": [{"x": 2}, {"x": 3}]}"#)
    #expect(
      found.cells.map(\.json) == [
        "/n", "/all/items/0/x", "/all/items/0/of", "/all/items/1/x", "/all/items/1/of",
      ]
    )
    #expect(found.cells.map(\.value) == ["1", "2", "1", "3", "1"])
    let up = try explain(spec, #"{"n": 1, "list": [{"x": 2}, {"x": 3}]}"#, at("/n"))
    #expect(up.cells.map(\.attribute) == ["n", "of", "of"])
  }

  @Test("a failed record gives no cells, and its values the reason")
  func failed() throws {
    let spec = """
      {"mappers": [{"id": "m", "target": "M", "attributes": [
        {"from": "a", "to": "a", "required": true}, "b"
      ]}]}
      """
    let found = try explain(spec, #"[{"b": 1}, {"a": 1, "b": 2}]"#, at("/0/b"))
    #expect(found.cells.isEmpty)
    #expect(found.nowhere.map(\.rule) == ["mappers.m.attributes.a"])
    #expect(found.nowhere.map { "\($0.reason)" } == ["failed"])
    let all = try explain(spec, #"[{"b": 1}, {"a": 1, "b": 2}]"#)
    #expect(all.cells.map(\.json) == ["/0/a", "/0/b"])
  }

  @Test("what a validation removes is rejected, and an error of conversion names the attribute")
  func rejected() throws {
    let spec = """
      {"mappers": [{"id": "m", "target": "M", "attributes": [
        {"from": "a", "to": "a", "validate": [{"if": "SELF > 3", "then": "reject"}]},
        {"from": "b", "to": "b", "type": "integer", "onError": "absent"}, "c"
      ]}]}
      """
    let found = try explain(spec, #"{"a": 4, "b": "x", "c": 1}"#, at(""))
    #expect(found.nowhere.map { "\($0.reason)" } == ["rejected", "rejected"])
    #expect(
      found.nowhere.map(\.rule) == ["mappers.m.attributes.a.validate[0]", "mappers.m.attributes.b"]
    )
    #expect(
      found.cells.map { steps($0) } == [
        ["source", "validate"], ["source", "convert", "onError"], ["source"],
      ]
    )
  }

  @Test("a record that is deleted is declined")
  func deleted() throws {
    let spec = """
      {"mappers": [{"id": "m", "target": "M", "identification": "id",
        "deletionPredicate": "s == 'x'", "attributes": ["id", "s"]}]}
      """
    let found = try explain(spec, #"[{"id": 1, "s": "x"}, {"id": 2}]"#, at("/0/id"))
    #expect(found.nowhere.map { "\($0.reason) \($0.rule ?? "")" } == ["declined mappers.m"])
  }

  @Test("a key goes where it goes, and what stands under it elsewhere")
  func keys() throws {
    let spec = """
      {"mappers": [{"id": "m", "target": "M", "keyAttribute": "slug", "forceCollection": true,
        "attributes": ["x"]}]}
      """
    let input = #"{"k": {"x": 2}}"#
    #expect(try explain(spec, input, at("/k/x")).cells.map(\.attribute) == ["x"])
    #expect(Set(try explain(spec, input, at("/k")).cells.map(\.attribute)) == ["slug", "x"])
  }

  @Test(
    "a relationship that may be one or many: a single record is in its owner's row",
    arguments: [(#"{"name": "T"}"#, "Order", "pet_name"), (#"[{"name": "T"}]"#, "Cat", "name")]
  )
  func openCardinality(pet: String, table: String, column: String) throws {
    let spec = """
      {"mappers": [
        {"id": "o", "target": "Order", "identification": "id", "attributes": ["id"],
          "relationships": [{"from": "pet", "to": "pet", "map-ref": "cat"}]},
        {"id": "cat", "target": "Cat", "attributes": ["name"]}
      ], "descriptors": [{"keyPath": "", "root-map-ref": "o"}]}
      """
    let found = try explain(spec, #"{"id": 1, "pet": \#(pet)}"#)
    #expect(found.cells.map(\.table) == ["Order", table])
    #expect(found.cells.map(\.column) == ["id", column])
  }

  @Test("a list below a record that is in its owner's row has its own table")
  func belowInline() throws {
    let spec = """
      {"mappers": [
        {"id": "o", "target": "Order", "identification": "id", "attributes": ["id"],
          "relationships": [{"from": "pet", "to": "pet", "map-ref": "cat", "many": false}]},
        {"id": "cat", "target": "Cat", "attributes": ["name"], "relationships": [
          {"from": "tail", "to": "tail", "map-ref": "tail", "many": false},
          {"from": "kits", "to": "kits", "map-ref": "kit", "many": true}]},
        {"id": "tail", "target": "Tail", "attributes": ["len"]},
        {"id": "kit", "target": "Kit", "attributes": ["n"]}
      ], "descriptors": [{"keyPath": "", "root-map-ref": "o"}]}
      """
    let input =
      #"{"id": 1, "pet": {"name": "T", "tail": {"len": 3}, "kits": [{"n": 1}, {"n": 2}]}}"#
    let found = try explain(spec, input)
    let places = found.cells.map { "\($0.table ?? "none").\($0.column ?? "none")" }
    #expect(places == ["Order.id", "Order.pet_name", "Order.pet_tail_len", "Kit.n", "Kit.n"])
  }

  @Test("what is stored of a connection follows the later representation")
  func connectedVersions() throws {
    let spec = """
      {"mappers": [{"id": "u", "target": "U", "identification": "id",
        "attributes": ["id", {"from": "b", "to": "bid", "hidden": true}],
        "connections": [{"to": "boss", "target": "U", "where": {"bid": "id"}}]}]}
      """
    let input = #"[{"id":1,"b":2},{"id":2},{"id":3},{"id":1,"b":3}]"#
    let found = try explain(spec, input) { request, _ in
      request.selection = .row(1)
      request.attribute = "boss"
    }
    let merge = found.cells[0].merge.map { ExplainedStep(name: "", members: $0) }
    #expect(merge.map { $0["reason"] } == [#""later""#])
    #expect(merge.map { $0["out"] } == [#"{"id":3}"#])
  }

  @Test("several descriptors: each has its pointer, and the one that finds nothing is told")
  func descriptors() throws {
    let spec = """
      {"descriptors": [
        {"keyPath": "a", "root-map-ref": "m"}, {"keyPath": "b", "root-map-ref": "m"},
        {"keyPath": "c", "root-map-ref": "m", "optional": true}
      ], "mappers": [{"id": "m", "target": "M", "attributes": ["x"]}]}
      """
    let found = try explain(spec, #"{"a": [{"x": 1}], "b": {"x": 2}}"#)
    #expect(found.cells.map(\.json) == ["/a/0/x", "/b/x"])
    #expect(found.cells[0].steps[0].list("others").count == 1)
  }

  @Test(
    "the values of --record are texts, with spaces as JSON strings",
    arguments: [
      (#"M name="Ann Lee""#, ["1"]), ("M id=2", ["2"]), ("M", ["1", "2"]), ("M id=2 name=x", []),
    ]
  )
  func records(text: String, ids: [String]) throws {
    let spec = #"{"mappers": [{"id": "m", "target": "M", "attributes": ["id", "name"]}]}"#
    let found = try explain(spec, #"[{"id": 1, "name": "Ann Lee"}, {"id": 2}]"#) {
      try $0.select(records: text, in: $1)
      $0.attribute = "id"
    }
    #expect(found.cells.map(\.value) == ids)
    #expect(found.isNotThere == ids.isEmpty)
  }

  @Test(
    "RK5903: what the spec does not have cannot be selected",
    arguments: ["N id=1", "M idd=1", "M id", #"M id="1"#, ""]
  )
  func wrongRecords(text: String) throws {
    let mapping = try Mapping(
      text: #"{"mappers": [{"id": "m", "target": "M", "attributes": ["id"]}]}"#
    )
    var request = ExplainRequest()
    let error = #expect(throws: DiagnosticsError.self) {
      try request.select(records: text, in: mapping)
    }
    #expect(error?.diagnostics.map(\.code) == [.flagValue])
  }

  @Test("a stored value: what came later, what says nothing, what is older, and what is as new")
  func versions() throws {
    let spec = """
      {"mappers": [{"id": "m", "target": "M", "identification": "id", "modification": "v",
        "attributes": ["id", "n", {"from": "v", "to": "v", "type": "integer"}]}]}
      """
    let input =
      #"[{"id":1,"n":"a","v":2},{"id":1,"n":"b","v":1},{"id":1,"v":3},{"id":1,"n":"c","v":4},{"id":1,"n":"d","v":4}]"#
    let found = try explain(spec, input) { request, mapping in
      request.selection = .row(1)
      request.attribute = "n"
    }
    let merge = found.cells[0].merge.map { ExplainedStep(name: "", members: $0) }
    #expect(merge.map { $0["reason"] } == [#""older""#, #""absent""#, #""later""#, #""equal""#])
    #expect(merge.map { $0["out"] } == [#""a""#, #""a""#, #""c""#, #""c""#])
  }
}
