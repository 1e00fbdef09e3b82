import RKMapping
import Testing

@Suite("What counts as mapped")
struct CountingTests {
  @Test("values from around the representation count like constants")
  func context() throws {
    let around =
      #"["id", {"from": "@root.zz", "to": "r"}, {"from": "@metadata.file.name", "to": "f"}]"#
    let trial = try MappingTrial(spec(attributes: around), #"{"zz":1}"#)
    #expect(trial.findings == ["RK1003 "])
  }

  @Test("of several sources those in the representation count")
  func mixed() throws {
    let attributes = #"[{"from": ["a", "@root.zz"], "to": "r"}]"#
    #expect(try map(#"{"a":1}"#, by: spec(attributes: attributes)) == #"{"r":1}"#)
    #expect(try map(#"{"zz":1}"#, by: spec(attributes: attributes)) == "RK1003 ")
  }

  @Test("a scalar is not a record, and its mapper's rules are not reported")
  func scalars() throws {
    let attributes = #"[{"from": "id", "to": "id", "required": true}]"#
    let trial = try MappingTrial(spec(attributes: attributes), #""x""#)
    #expect(trial.diagnostics.map(\.message) == [#"A expects a record, got string "x""#])
    #expect(trial.diagnostics.map(\.expected) == ["a record"])
    #expect(trial.diagnostics.map(\.actual) == [#"string "x""#])
  }

  @Test("mappers that read the representation itself, or have scalarAs, accept scalars")
  func takenScalars() throws {
    #expect(try map("5", by: spec(attributes: #"[{"from": "", "to": "v"}]"#)) == #"{"v":5}"#)
    let named = #"{"mappers": [{"id": "a", "scalarAs": "v", "attributes": ["v"]}]}"#
    #expect(try map("5", by: named) == #"{"v":5}"#)
  }

  @Test("a mapper with only context values accepts anything")
  func contextAlone() throws {
    let around = #"[{"from": "@metadata.mapping.collectionIndex", "to": "n"}]"#
    #expect(try map(#"["a", {}]"#, by: spec(attributes: around)) == #"[{"n":0},{"n":1}]"#)
  }

  @Test("when is tested before a scalar is refused")
  func conditions() throws {
    let spec = #"{"mappers": [{"id": "a", "when": "id != nil", "attributes": ["id"]}]}"#
    #expect(try map(#"["x", {"id": 1}]"#, by: spec) == #"[{"id":1}]"#)
  }

  @Test("a bare name of the key is the value under it")
  func bareName() throws {
    let spec = #"""
      {"mappers": [{"id": "a", "keyAttribute": "name",
        "attributes": [{"from": "(name)", "to": "all"}, {"from": "@key", "to": "key"}]}]}
      """#
    let wanted = #"{"name":"blake","all":{"id":1},"key":"blake"}"#
    #expect(try map(#"{"blake":{"id":1}}"#, by: spec) == wanted)
  }

  @Test("faults in related records are reported though their owner has failed")
  func failedOwners() throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "attributes": [{"from": "id", "to": "id", "required": true}],
         "relationships": [{"from": "k", "to": "k", "map-ref": "b", "many": true},
           {"from": "l", "to": "l", "map-ref": "b"}]},
        {"id": "b", "attributes": [{"from": "n", "to": "n", "type": "integer", "required": true}]}]}
      """#
    let input = #"{"id":null,"k":[{"n":null},{"n":1},{"n":"x"}],"l":{"n":null}}"#
    var options = MapperOptions()
    options.failedRecords = .skip
    #expect(try MappingTrial(spec, input, options: options).findings == ["RK1005 /id"])
    options.looksIntoFailed = true
    options.groupsFindings = false
    let trial = try MappingTrial(spec, input, options: options)
    #expect(trial.findings == ["RK1005 /id", "RK1005 /k/0/n", "RK1002 /k/2/n", "RK1005 /l/n"])
    #expect(trial.report.failedCount == 1)
    #expect(trial.report.recordCount == 0)
  }

  @Test(
    "a record with nothing but scalars and lists where a record should be fails, and the run ends"
  )
  func scalarsAlone() throws {
    let spec = #"""
      {"root-map-ref": "m", "mappers": [
        {"id": "m", "attributes": ["a"], "relationships": [{"from": "b", "to": "b", "map-ref": "k"}]},
        {"id": "k", "attributes": ["x"]}]}
      """#
    var options = MapperOptions()
    options.failedRecords = .skip
    let trial = try MappingTrial(spec, #"[{"b": [5, [1]]}, {"a": 1}]"#, options: options)
    #expect(trial.output == #"[{"a":1}]"#)
    #expect(trial.findings.contains("RK1003 /0"))
    #expect(trial.report.failedCount == 2)
  }
}
