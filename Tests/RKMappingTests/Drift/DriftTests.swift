import RKMapping
import Testing

@Suite("Drift: one policy for data that is not what the spec says")
struct DriftTests {
  /// An input with one of each kind of drift, by an attribute's name.
  private static let input = #"""
    {"k": 1, "null": null, "empty": "", "bad": "x", "kind": "3", "new": 0, "one": {"n": 1}, "any": {"t": 9}}
    """#

  private func spec(defaults: String = "", mapper: String = "", rule: String = "") -> String {
    #"""
    {"defaults": {\#(defaults)}, "root-map-ref": "a", "mappers": [
      {"id": "a", "target": "A"\#(mapper), "attributes": [
        "k", {"to": "gone"\#(rule)}, {"to": "null"\#(rule)}, {"to": "empty", "type": "integer"\#(rule)},
        {"to": "bad", "type": "integer"\#(rule)}, {"to": "kind", "type": "integer"\#(rule)}],
       "relationships": [{"from": "one", "to": "one", "map-ref": "b", "many": true\#(rule)},
        {"from": "any", "to": "any", "map-ref": "d"}, {"from": "none", "to": "none", "map-ref": "b"\#(rule)}]},
      {"id": "b", "target": "B", "attributes": ["n"]},
      {"id": "d", "dynamic": true\#(mapper), "matchers": [
        {"keyPath": "t", "expectValue": 1, "map-ref": "b"}]}]}
    """#
  }

  private func findings(_ spec: String, _ word: DriftPolicy? = nil) throws -> Set<String> {
    var options = MapperOptions()
    options.drift = word
    return try Set(MappingTrial(spec, Self.input, options: options).findings)
  }

  private static let all: Set<String> = [
    "RK1005 ", "RK1005 /null", "RK1005 /empty", "RK1002 /bad", "RK3040 /kind", "RK3001 /new",
    "RK3040 /one", "RK1006 /any",
  ]

  @Test("without it, or with allow, only failed conversions are reported")
  func allowed() throws {
    #expect(try findings(spec()) == ["RK1002 /bad"])
    #expect(try findings(spec(defaults: #""drift": "allow""#)) == ["RK1002 /bad"])
  }

  @Test("report warns of each, in defaults, on mappers, and from outside")
  func reported() throws {
    #expect(try findings(spec(defaults: #""drift": "report""#)) == Self.all)
    #expect(try findings(spec(mapper: #", "drift": "report""#)) == Self.all)
    #expect(try findings(spec(), .report) == Self.all)
  }

  @Test("a word from outside tightens the defaults, and loosens nothing")
  func tightened() throws {
    let reporting = spec(defaults: #""drift": "report""#)
    #expect(try findings(reporting, .allow) == Self.all)
    var options = MapperOptions()
    options.drift = .fail
    let failing = try MappingTrial(reporting, Self.input, options: options)
    #expect(failing.report.failedCount == 1)
    let stated = try MappingTrial(
      spec(mapper: #", "drift": "report""#),
      Self.input,
      options: options
    )
    #expect(stated.report.failedCount == 0)
  }

  @Test("what is only reported stays unchanged")
  func unchanged() throws {
    let plain = try MappingTrial(spec(), Self.input)
    let told = try MappingTrial(spec(defaults: #""drift": "report""#), Self.input)
    #expect(told.output == plain.output)
    #expect(told.report.warningCount == 9)
    #expect(told.report.failedCount == 0)
  }

  @Test("fail fails the record, and reports everything in it")
  func failed() throws {
    let trial = try MappingTrial(spec(defaults: #""drift": "fail""#), Self.input)
    #expect(trial.report.failedCount == 1)
    for finding in ["RK1005 ", "RK1005 /null", "RK1002 /bad", "RK1002 /kind", "RK3001 /new"] {
      #expect(trial.findings.contains(finding))
    }
  }

  @Test("a policy stated at the same place or nearer takes precedence")
  func stated() throws {
    let policies =
      #""onMissing": "absent", "onNull": "null", "onError": "null", "conversions": "allow""#
    let keys = #", "unknown": "ignore""#
    #expect(
      try findings(spec(rule: ", " + policies), .report)
        == ["RK1002 /bad", "RK3001 /new", "RK1006 /any"]
    )
    #expect(
      try findings(spec(defaults: #""drift": "report", \#(policies)\#(keys)"#))
        == ["RK1002 /bad", "RK1006 /any"]
    )
    #expect(
      try findings(spec(defaults: policies + keys), .report) == ["RK1002 /bad", "RK1006 /any"]
    )
  }

  @Test("an outer policy gives way to a nearer drift policy")
  func nearer() throws {
    let policies = #""onMissing": "error", "onNull": "error", "unknown": "error""#
    let allowing = spec(defaults: policies, mapper: #", "drift": "allow""#)
    #expect(try findings(allowing) == ["RK1002 /bad"])
    let both = spec(defaults: #""drift": "fail""#, mapper: #", "drift": "report""#)
    #expect(try findings(both) == Self.all)
    #expect(try findings(spec(mapper: #", "drift": "allow""#), .fail) == ["RK1002 /bad"])
  }

  @Test("a mapper's drift policy takes precedence over the mapper that it extends")
  func extended() throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "base", "onMissing": "error", "attributes": ["k", "gone"]},
        {"id": "a", "extends": "base", "drift": "report"}]}
      """#
    let trial = try MappingTrial(spec, #"{"k": 1}"#)
    #expect(trial.findings == ["RK1005 "])
    #expect(trial.report.failedCount == 0)
  }

  @Test("a default silently replaces a missing value")
  func defaults() throws {
    let spec = #"{"mappers": [{"id": "a", "attributes": ["k", {"to": "gone", "default": 5}]}]}"#
    var options = MapperOptions()
    options.drift = .fail
    let trial = try MappingTrial(spec, #"{"k": 1}"#, options: options)
    #expect(trial.findings.isEmpty)
    #expect(trial.output == #"{"k":1,"gone":5}"#)
  }

  @Test(
    "a stated default declines on purpose, and so does a matcher that leads nowhere",
    arguments: [
      (#""default": null"#, []), (#""default": "b""#, []),
      // It decides about what no matcher takes; that nothing was taken is reported all the same.
      (#""unmatched": "decline""#, ["RK3041"]),
    ] as [(String, [String])]
  )
  func declined(member: String, findings: [String]) throws {
    let spec = #"""
      {"root-map-ref": "d", "mappers": [
        {"id": "d", "dynamic": true, \#(member), "matchers": [
          {"keyPath": "t", "expectValue": 1, "map-ref": null}]},
        {"id": "b", "attributes": ["t"]}]}
      """#
    var options = MapperOptions()
    options.drift = .fail
    let trial = try MappingTrial(spec, #"[{"t": 1}, {"t": 2}]"#, options: options)
    #expect(trial.findings == findings)
  }

  @Test("unmatched: report warns, and declines")
  func unmatched() throws {
    let spec = #"""
      {"root-map-ref": "d", "mappers": [
        {"id": "d", "dynamic": true, "unmatched": "report", "matchers": [
          {"keyPath": "t", "expectValue": 1, "map-ref": "b"}]},
        {"id": "b", "attributes": ["t"]}]}
      """#
    let trial = try MappingTrial(spec, #"[{"t": 1}, {"t": 2}]"#)
    #expect(trial.findings == ["RK1006 /1"])
    #expect(trial.output == #"[{"t":1}]"#)
    #expect(trial.report.declinedCount == 1)
  }

  @Test("keys as values and metadata are never missing in this sense")
  func exempt() throws {
    let spec = #"""
      {"mappers": [{"id": "a", "attributes": [
        "k", {"from": "@metadata.none", "to": "m", "type": "string"}, {"from": "@key", "to": "key", "type": "integer"}]}]}
      """#
    var options = MapperOptions()
    options.drift = .fail
    #expect(try MappingTrial(spec, #"{"k": 1}"#, options: options).findings.isEmpty)
  }

  @Test("a missing required value is an error under every policy, once")
  func required() throws {
    let spec = #"{"mappers": [{"id": "a", "attributes": ["k", {"to": "gone", "required": true}]}]}"#
    for word in DriftPolicy.allCases {
      var options = MapperOptions()
      options.drift = word
      let trial = try MappingTrial(spec, #"{"k": 1}"#, options: options)
      #expect(trial.findings == ["RK1005 "])
      #expect(trial.report.errorCount == 1)
    }
  }
}
