import RKMapping
import Testing

@Suite("Kinds: values that come as another JSON kind")
struct KindTests {
  private func trial(_ type: String, _ value: String, _ policy: String = "report") throws
    -> MappingTrial
  {
    let spec = #"""
      {"mappers": [{"id": "a", "target": "A", "attributes": [
        {"to": "v", "type": "\#(type)", "conversions": "\#(policy)"}]}]}
      """#
    return try MappingTrial(spec, #"{"v": \#(value)}"#)
  }

  @Test(
    "natural kinds are not reported, and null is not a kind",
    arguments: [
      ("string", #""5""#), ("url", #""http://a""#), ("data", #""YQ==""#), ("integer", "5"),
      ("integer", "5.0"), ("number", "5.5"), ("decimal", "5.5"), ("decimal", #""5.5""#),
      ("boolean", "true"), ("date", #""2026-01-31""#), ("object", "{}"), ("any", "1"),
      ("[integer]", "[1, null]"), ("set<string>", #"["a"]"#), ("[[integer]]", "[[1], []]"),
      ("integer", "null"), ("integer", #""""#), ("[any]", #"[1, "a"]"#),
    ]
  )
  func natural(type: String, value: String) throws {
    #expect(try trial(type, value).findings.isEmpty)
    #expect(try trial(type, value, "fail").findings.isEmpty)
  }

  @Test(
    "other kinds are reported at their positions, and converted",
    arguments: [
      ("string", "5", "/v"), ("string", "true", "/v"), ("integer", #""5""#, "/v"),
      ("number", #""5.5""#, "/v"), ("string", "{}", nil), ("decimal", "true", "/v"),
      ("boolean", "1", "/v"),
      ("boolean", #""yes""#, "/v"), ("date", "86400", "/v"), ("[integer]", "5", "/v"),
      ("[integer]", #"[1, "2", "3"]"#, "/v/1"), ("set<string>", #"["a", 1]"#, "/v/1"),
      ("[[integer]]", #"[[1], ["2"]]"#, "/v/1/0"), ("[[integer]]", "[[1], 2]", "/v/1"),
    ] as [(String, String, String?)]
  )
  func other(type: String, value: String, place: String?) throws {
    let told = try trial(type, value)
    guard let place else { return #expect(told.findings == ["RK1003 ", "RK1002 /v"]) }
    #expect(told.findings == ["RK3040 \(place)"])
    #expect(try told.output == trial(type, value, "allow").output)
    let failed = try trial(type, value, "fail")
    #expect(failed.findings == ["RK1002 \(place)"])
    #expect(failed.report.failedCount == 1)
  }

  @Test(
    "a number is natural for a date if a stated format counts seconds, and digits in text are not"
  )
  func epochs() throws {
    func findings(_ value: String) throws -> [String] {
      let spec = #"""
        {"mappers": [{"id": "a", "attributes": [
          {"to": "v", "type": "date", "format": ["epoch", "iso8601"], "conversions": "report"}]}]}
        """#
      return try MappingTrial(spec, #"{"v": \#(value)}"#).findings
    }
    #expect(try findings("86400").isEmpty)
    #expect(try findings(#""2026-01-31""#).isEmpty)
    #expect(try findings(#""86400""#) == ["RK3040 /v"])
  }

  @Test(
    "what an operator makes is a number, also as the only element of a list",
    arguments: ["string", "[string]", "date"]
  )
  func operators(type: String) throws {
    let spec = #"""
      {"mappers": [{"id": "a", "target": "A", "attributes": ["id",
        {"from": "cnt.@count", "to": "v", "type": "\#(type)", "conversions": "report"}]}]}
      """#
    let trial = try MappingTrial(spec, #"{"id": 1, "cnt": [1, 2]}"#)
    #expect(trial.findings == ["RK3040 "])
    #expect(trial.diagnostics[0].message.hasSuffix("and came as a number"))
  }

  @Test("values with a map or a transform, and scalars that a mapper accepts, are exempt")
  func exempt() throws {
    let spec = #"""
      {"defaults": {"conversions": "fail"}, "root-map-ref": "a", "mappers": [
        {"id": "a", "attributes": [
          {"from": "m", "to": "m", "type": "string", "map": {"1": "one"}},
          {"from": "t", "to": "t", "type": "string", "transform": "trim"}],
         "relationships": [{"from": "s", "to": "s", "map-ref": "b"}]},
        {"id": "b", "scalarAs": "n", "attributes": [{"to": "n", "type": "string"}]}]}
      """#
    #expect(try MappingTrial(spec, #"{"m": 1, "t": 2, "s": 3}"#).findings.isEmpty)
  }

  @Test("a list that a key path makes is reported at its element")
  func paths() throws {
    let spec = #"""
      {"mappers": [{"id": "a", "attributes": [
        {"from": "p.x", "to": "v", "type": "[integer]", "conversions": "report"}]}]}
      """#
    let trial = try MappingTrial(spec, #"{"p": [{"x": 1}, {"x": "2"}]}"#)
    #expect(trial.findings == ["RK3040 /p/1/x"])
    #expect(trial.output == #"{"v":[1,2]}"#)
  }

  @Test("the nearest policy counts")
  func levels() throws {
    let spec = #"""
      {"defaults": {"conversions": "fail"}, "root-map-ref": "a", "mappers": [
        {"id": "a", "conversions": "report", "attributes": [
          {"to": "v", "type": "integer"}, {"to": "w", "type": "integer", "conversions": "allow"}]}]}
      """#
    let trial = try MappingTrial(spec, #"{"v": "1", "w": "2"}"#)
    #expect(trial.findings == ["RK3040 /v"])
    #expect(trial.output == #"{"v":1,"w":2}"#)
  }

  @Test("one record instead of several is reported, an object of records is not")
  func single() throws {
    func findings(_ value: String, _ members: String = "") throws -> [String] {
      let spec = #"""
        {"root-map-ref": "a", "mappers": [
          {"id": "a", "attributes": ["k"], "relationships": [
            {"from": "r", "to": "r", "map-ref": "b", "many": true, "conversions": "report"}]},
          {"id": "b", "attributes": ["n"]\#(members)}]}
        """#
      return try MappingTrial(spec, #"{"k": 1, "r": \#(value)}"#).findings
    }
    #expect(try findings(#"{"n": 1}"#) == ["RK3040 /r"])
    #expect(try findings(#"[{"n": 1}]"#).isEmpty)
    #expect(try findings(#"{"x": {"n": 1}}"#, #", "forceCollection": true"#).isEmpty)
  }
}
