import RKMapping
import Testing

@Suite("Required values, and defaults")
struct RequiredTests {
  /// The output for an attribute `v` with some members, or the diagnostics of a run that failed.
  private func outcome(_ input: String, _ members: String) throws -> String? {
    try outcome(input, spec: spec(attributes: #"["k", {"to": "v", \#(members)}]"#))
  }

  private func outcome(_ input: String, spec: String) throws -> String? {
    let trial = try MappingTrial(spec, input)
    return trial.report.ending == .complete ? trial.output : trial.findings.joined(separator: ",")
  }

  @Test(
    "RK1005: no policy makes a required value missing or null",
    arguments: [
      (#"{"k":0}"#, #""onMissing": "null""#, "RK1005 "),
      (#"{"k":0}"#, #""onMissing": "default", "default": null"#, "RK1005 "),
      (#"{"k":0}"#, #""default": null"#, "RK1005 "),
      (#"{"k":0}"#, #""default": 7"#, #"{"k":0,"v":7}"#),
      (#"{"k":0,"v":null}"#, #""onNull": "absent""#, "RK1005 /v"),
      (#"{"k":0,"v":null}"#, #""onNull": "default", "default": 7"#, #"{"k":0,"v":7}"#),
      (#"{"k":0,"v":null}"#, #""default": 7"#, "RK1005 /v"),
      (#"{"k":0,"v":""}"#, #""type": "integer""#, "RK1005 /v"),
      (#"{"k":0,"v":"x"}"#, #""type": "integer""#, "RK1002 /v"),
      (#"{"k":0,"v":"x"}"#, #""type": "integer", "onError": "null""#, "RK1002 /v"),
      (#"{"k":0,"v":"x"}"#, #""type": "integer", "onError": "default""#, "RK1002 /v"),
      (
        #"{"k":0,"v":"x"}"#, #""type": "integer", "onError": "default", "default": 7"#,
        #"{"k":0,"v":7}"#
      ),
    ]
  )
  func attribute(input: String, members: String, expected: String) throws {
    #expect(try outcome(input, #""required": true, "# + members) == expected)
  }

  @Test(
    "a required relationship has a record",
    arguments: [
      (#"{"k":0}"#, "RK1005 "), (#"{"k":0,"b":null}"#, "RK1005 /b"),
      (#"{"k":0,"b":{"t":1,"n":2}}"#, #"{"k":0,"b":{"n":2}}"#),
      // A list without records is a list.
      (#"{"k":0,"b":[]}"#, #"{"k":0,"b":[]}"#), (#"{"k":0,"b":[{"t":2}]}"#, #"{"k":0,"b":[]}"#),
      // No matcher matches it.
      (#"{"k":0,"b":{"t":2}}"#, "RK1005 "), (#"{"k":0,"b":[[1]]}"#, "RK1002 /b/0"),
    ]
  )
  func relationship(input: String, expected: String) throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "attributes": ["k"],
          "relationships": [{"from": "b", "to": "b", "map-ref": "d", "required": true}]},
        {"id": "d", "dynamic": true, "matchers": [{"keyPath": "t", "expectValue": 1, "map-ref": "b"}]},
        {"id": "b", "attributes": ["n"]}]}
      """#
    #expect(try outcome(input, spec: spec) == expected)
  }

  @Test(
    "RK1002: a scalar in the place of records is told once, also beside an array; left out, its owner stays",
    arguments: [
      ("5", true, ["RK1002 /b"]), ("[5]", false, ["RK1002 /b/0"]),
      ("[5,[1]]", false, ["RK1002 /b/0", "RK1002 /b/1"]), ("[[1]]", false, ["RK1002 /b/0"]),
    ]
  )
  func scalars(value: String, isRequired: Bool, findings: [String]) throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "attributes": ["k"],
          "relationships": [{"from": "b", "to": "b", "map-ref": "b", "required": \#(isRequired)}]},
        {"id": "b", "attributes": ["n"]}]}
      """#
    let input = #"{"k":0,"b":\#(value)}"#
    let isError = findings.count > 1 || value != "[[1]]"
    let stopped = try MappingTrial(spec, input)
    #expect(stopped.findings == findings)
    #expect(stopped.report.ending == (isError ? .failedRecord : .complete))
    var options = MapperOptions()
    options.failedRecords = .skip
    let left = try MappingTrial(spec, input, options: options)
    #expect(left.findings == findings + (isRequired ? ["RK3047 "] : []))
    #expect(left.report.errorCount == (isError ? 1 : 0))
    #expect(left.report.recordCount == 1)
  }

  @Test("a required record of its owner's representation is made")
  func composed() throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "attributes": ["k"],
          "relationships": [{"from": "", "to": "b", "map-ref": "b", "required": true}]},
        {"id": "b", "attributes": ["n"]}]}
      """#
    #expect(try outcome(#"{"k":0,"n":1}"#, spec: spec) == #"{"k":0,"b":{"n":1}}"#)
    #expect(try outcome(#"{"k":0}"#, spec: spec) == "RK1005 ")
  }

  @Test("read strictly, no policy saves a value that cannot be converted")
  func strict() throws {
    var options = MapperOptions()
    options.isStrict = true
    let spec = #"""
      {"root-map-ref": "a", "defaults": {"onError": "null"}, "mappers": [
        {"id": "a", "attributes": ["k", {"to": "v", "type": "integer", "onError": "default"}],
          "relationships": [{"from": "b", "to": "b", "map-ref": "b", "many": false}]},
        {"id": "b", "attributes": ["n"]}]}
      """#
    for (input, finding) in [
      (#"{"k":0,"v":"x"}"#, "RK1002 /v"), (#"{"k":0,"b":[{"n":1}]}"#, "RK1002 /b"),
    ] {
      let trial = try MappingTrial(spec, input, options: options)
      #expect(trial.report.ending == .failedRecord)
      #expect(trial.findings == [finding])
    }
  }

  @Test("a null among the elements of a list stays in an attribute, and is skipped in records")
  func elements() throws {
    let spec = #"""
      {"root-map-ref": "a", "defaults": {"onNull": "error"}, "mappers": [
        {"id": "a", "attributes": ["v"], "relationships": [{"from": "b", "to": "b", "map-ref": "b"}]},
        {"id": "b", "attributes": ["n"]}]}
      """#
    #expect(
      try outcome(#"{"v":[1,null],"b":[null,{"n":1},null]}"#, spec: spec)
        == #"{"v":[1,null],"b":[{"n":1}]}"#
    )
  }

  @Test(
    "a missing required value is named by its sources",
    arguments: [
      (#""a_key""#, #"{"k":0}"#, "A.v is required, but 'a_key' is missing"),
      (#"["x", "y.z"]"#, #"{"k":0}"#, "A.v is required, but 'x', 'y.z' are missing"),
      (#""x""#, #"{"k":0,"x":null}"#, "A.v is required, but 'x' is null"),
      (#"["x", "y.z"]"#, #"{"k":0,"x":null}"#, "A.v is required, but is null"),
    ]
  )
  func words(source: String, input: String, expected: String) throws {
    let attributes = #"["k", {"from": \#(source), "to": "v", "required": true}]"#
    let mapper = try Mapper(Mapping(text: spec(attributes: attributes)))
    let list = FindingList()
    _ = mapper.apply(
      to: [.bytes(Array(input.utf8), name: "in.json", format: nil)],
      into: .nowhere,
      reportingTo: list
    )
    #expect(list.diagnostics.map(\.message) == [expected])
  }
}
