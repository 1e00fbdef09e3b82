import RKDiagnostics
import RKMapping
import Testing

@Suite("Policies: null is not missing")
struct PolicyTests {
  /// The output for an attribute `v` with some members beside an attribute `k`, or the diagnostics
  /// of a run that failed.
  private func outcome(_ input: String, _ members: String, settings: String = "") throws -> String?
  {
    let spec = #"""
      {\#(settings) "mappers": [{"id": "a", "attributes": ["k", {"to": "v"\#(members)}]}]}
      """#
    let trial = try MappingTrial(spec, input)
    return trial.report.ending == .complete ? trial.output : trial.findings.joined(separator: ",")
  }

  @Test(
    "onMissing decides about missing values",
    arguments: [
      ("", #"{"k":0}"#),
      (#", "onMissing": "absent""#, #"{"k":0}"#),
      (#", "onMissing": "null""#, #"{"k":0,"v":null}"#),
      (#", "onMissing": "default""#, #"{"k":0,"v":null}"#),
      (#", "onMissing": "default", "default": 7"#, #"{"k":0,"v":7}"#),
      (#", "onMissing": "error""#, "RK1005 "),
      (#", "default": "d""#, #"{"k":0,"v":"d"}"#),
      (#", "default": null"#, #"{"k":0,"v":null}"#),
      (#", "default": 7, "onMissing": "absent""#, #"{"k":0}"#),
      (#", "default": {"a": [1]}"#, #"{"k":0,"v":{"a":[1]}}"#),
    ]
  )
  func onMissing(members: String, expected: String) throws {
    #expect(try outcome(#"{"k":0}"#, members) == expected)
  }

  @Test(
    "onNull decides about nulls",
    arguments: [
      ("", #"{"k":0,"v":null}"#),
      (#", "onNull": "null""#, #"{"k":0,"v":null}"#),
      (#", "onNull": "absent""#, #"{"k":0}"#),
      (#", "onNull": "default", "default": 7"#, #"{"k":0,"v":7}"#),
      (#", "onNull": "error""#, "RK1005 /v"),
      (#", "default": 7"#, #"{"k":0,"v":null}"#),
    ]
  )
  func onNull(members: String, expected: String) throws {
    #expect(try outcome(#"{"k":0,"v":null}"#, members) == expected)
  }

  @Test(
    "onError decides about failed conversions",
    arguments: [
      ("", #"{"k":0}"#),
      (#", "onError": "absent""#, #"{"k":0}"#),
      (#", "onError": "null""#, #"{"k":0,"v":null}"#),
      (#", "onError": "default", "default": 7"#, #"{"k":0,"v":7}"#),
      (#", "onError": "fail""#, "RK1002 /v"),
    ]
  )
  func onError(members: String, expected: String) throws {
    #expect(try outcome(#"{"k":0,"v":"x"}"#, #", "type": "integer""# + members) == expected)
  }

  @Test(
    "a failed conversion is always reported",
    arguments: ["absent", "null", "default"]
  )
  func alwaysTold(policy: String) throws {
    let attributes = #"["k", {"to": "v", "type": "integer", "onError": "\#(policy)"}]"#
    let trial = try MappingTrial(spec(attributes: attributes), #"{"k":0,"v":"x"}"#)
    #expect(trial.findings == ["RK1002 /v"])
    #expect(trial.report.warningCount == 1)
    #expect(trial.report.errorCount == 0)
  }

  @Test("read strictly, a failed conversion fails its record")
  func strict() throws {
    var options = MapperOptions()
    options.isStrict = true
    let attributes = #"["k", {"to": "v", "type": "integer"}]"#
    let trial = try MappingTrial(
      spec(attributes: attributes),
      #"{"k":0,"v":"x"}"#,
      options: options
    )
    #expect(trial.report.ending == .failedRecord)
    #expect(trial.report.errorCount == 1)
  }

  @Test(
    "RK1005: what is required is neither missing nor null",
    arguments: [
      (#"{"k":0}"#, "RK1005 "), (#"{"k":0,"v":null}"#, "RK1005 /v"),
      (#"{"k":0,"v":false}"#, #"{"k":0,"v":false}"#), (#"{"k":0,"v":""}"#, #"{"k":0,"v":""}"#),
    ]
  )
  func required(input: String, expected: String) throws {
    #expect(try outcome(input, #", "required": true"#) == expected)
  }

  @Test("a default replaces a missing required value")
  func requiredWithDefault() throws {
    #expect(try outcome(#"{"k":0}"#, #", "required": true, "default": 7"#) == #"{"k":0,"v":7}"#)
  }

  @Test("the nearest policy counts: the rule's, the mapper's, the spec's")
  func nearest() throws {
    let spec = #"""
      {"defaults": {"onMissing": "null"}, "root-map-ref": "a", "mappers": [
        {"id": "a", "attributes": ["k", "x", {"to": "y", "onMissing": "absent"}],
          "relationships": [{"from": "b", "to": "b", "map-ref": "b"}]},
        {"id": "b", "onMissing": "absent", "attributes": ["k", "z"]}]}
      """#
    #expect(try map(#"{"k":0,"b":{"k":1}}"#, by: spec) == #"{"k":0,"x":null,"b":{"k":1}}"#)
    #expect(try map(#"{"k":0}"#, by: spec) == #"{"k":0,"x":null,"b":null}"#)
  }

  @Test("a value behind a null is missing")
  func nullPath() throws {
    let attributes = #"["k", {"from": "a.b", "to": "v", "onMissing": "error", "onNull": "null"}]"#
    let trial = try MappingTrial(spec(attributes: attributes), #"{"k":0,"a":null}"#)
    #expect(trial.report.ending == .failedRecord)
  }
}
