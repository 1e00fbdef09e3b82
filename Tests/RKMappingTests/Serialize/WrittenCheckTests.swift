import RKMapping
import Testing

@Suite("What is written of a record is read back as the record, or the record fails")
struct WrittenCheckTests {
  @Test(
    "RK1030: a record that reading refuses or declines",
    arguments: [
      (#""when": "n > 3", "attributes": ["n"]"#, #"{"n": 1}"#, "/1"),
      (#""attributes": ["n", {"from": "r", "to": "r", "required": true}]"#, #"{"n": 1}"#, "/1"),
      (
        #""validate": [{"unless": "n > 3", "then": "fail"}], "attributes": ["n"]"#, #"{"n": 1}"#,
        "/1"
      ),
      (#""deletionPredicate": "n < 3", "attributes": ["n"]"#, #"{"n": 1}"#, "/1"),
      (
        #""attributes": ["n", {"from": "m", "to": "m", "validate": [{"unless": "SELF > 3", "then": "null"}]}]"#,
        #"{"n": 9, "m": 1}"#, "/1/m"
      ),
      (
        #""attributes": ["n", {"from": "m", "to": "m", "validate": [{"unless": "SELF > 3", "then": "reject"}]}]"#,
        #"{"m": 1, "n": 9}"#, "/1/m"
      ),
      (#""drift": "fail", "attributes": ["n", "m"]"#, #"{"n": 1}"#, "/1"),
    ]
  )
  func refused(mapper: String, record: String, place: String) throws {
    let spec = #"{"mappers": [{"id": "a", "target": "A", \#(mapper)}]}"#
    let trial = try SerializeTrial(spec, #"[{"n": 9, "r": 1, "m": 9}, \#(record)]"#)
    #expect(trial.findings == ["RK1030 \(place)"])
    #expect(trial.output == nil)
    let kept = try SerializeTrial(spec, #"[{"n": 9, "r": 1, "m": 9}, \#(record)]"#) {
      $0.reading.failedRecords = .skip
    }
    #expect(kept.output?.hasPrefix(#"[{"n":9"#) == true)
    #expect(kept.report.failedCount == 1)
  }

  @Test("a record of which nothing is written fails alone; a related one fails its owner")
  func nothing() throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "target": "A", "attributes": ["n"],
          "relationships": [{"from": "b", "to": "b", "map-ref": "b"}]},
        {"id": "b", "target": "B", "attributes": ["m"]}]}
      """#
    #expect(try write(#"[{"nn": 1}]"#, by: spec) == "RK1003 /0")
    #expect(try write(#"[{"n": 1, "b": {"x": 1}}]"#, by: spec) == "RK1030 /0")
    #expect(try write(#"[{"n": 1, "b": {"m": null}}]"#, by: spec) == #"[{"n":1,"b":{"m":null}}]"#)
  }

  @Test("RK1030: a choice that another value of its key would make")
  func choice() throws {
    let spec = #"""
      {"root-map-ref": "d", "mappers": [
        {"id": "d", "dynamic": "YES", "matchers": [
          {"keyPath": "t", "expectValue": "a", "map-ref": "a"}, {"keyPath": "t", "expectValue": "b", "map-ref": "b"}]},
        {"id": "a", "target": "A", "attributes": ["t", "n"]}, {"id": "b", "target": "B", "attributes": ["t", "n"]}]}
      """#
    let trial = try SerializeTrial(
      spec,
      #"[{"$": "A", "t": "a"}, {"$": "A", "t": "b"}, {"$": "B", "t": "c"}, {"$": "B", "t": "b"}]"#
    ) {
      $0.typeKey = "$"
      $0.reading.failedRecords = .skip
    }
    #expect(trial.findings == ["RK1030 /1", "RK1030 /2"])
    #expect(trial.output == #"[{"t":"a"},{"t":"b"}]"#)
  }

  @Test("what no rule writes decides nothing: such filters and choices are left open")
  func open() throws {
    let filtered =
      #"{"mappers": [{"id": "a", "target": "A", "when": "state = 'x'", "attributes": ["n"]}]}"#
    #expect(try write(#"[{"n": 1}]"#, by: filtered) == #"[{"n":1}]"#)
    let chosen = #"""
      {"root-map-ref": "d", "mappers": [
        {"id": "d", "dynamic": "YES", "matchers": [{"keyPath": "t", "expectValue": "a", "map-ref": "a"}]},
        {"id": "a", "target": "A", "attributes": ["n"]}]}
      """#
    #expect(try write(#"[{"n": 1}]"#, by: chosen) == #"[{"n":1}]"#)
  }

  @Test("members of an object are read with their keys")
  func members() throws {
    let spec = #"""
      {"keyPath": "k", "mappers": [{"id": "a", "target": "A", "keyAttribute": "id", "forceCollection": true,
        "when": "n > 3", "attributes": ["n"]}]}
      """#
    #expect(try write(#"[{"id": "x", "n": 4}]"#, by: spec) == #"{"k":{"x":{"n":4}}}"#)
    #expect(try write(#"[{"id": 5, "n": 4}]"#, by: spec) == #"{"k":{"5":{"n":4}}}"#)
    #expect(try write(#"[{"id": true, "n": 4}]"#, by: spec) == #"{"k":{"true":{"n":4}}}"#)
    #expect(try write(#"[{"id": "x", "n": 1}]"#, by: spec) == "RK1030 /0")
  }

  @Test("an empty list stays beside the records of another key path")
  func emptyList() throws {
    let spec = #"""
      {"descriptors": [{"keyPath": "a", "root-map-ref": "m"}, {"keyPath": "b", "root-map-ref": "m"}],
        "mappers": [{"id": "m", "target": "M", "attributes": ["n"]}]}
      """#
    #expect(try write(#"{"a": [], "b": [{"n": 1}]}"#, by: spec) == #"{"a":[],"b":[{"n":1}]}"#)
    #expect(try write(#"{"a": [{"n": 1}], "b": []}"#, by: spec) == #"{"a":[{"n":1}],"b":[]}"#)
  }

  @Test("what a missing element gives is written, where null would keep its place")
  func elements() throws {
    let spec = #"""
      {"mappers": [{"id": "m", "target": "M", "attributes": [
        {"from": "f[1]", "to": "b"}, {"from": "f[0]", "to": "a", "default": 1}]}]}
      """#
    #expect(try write(#"{"b":5,"a":1}"#, by: spec) == #"{"f":[1,5]}"#)
    #expect(try write(#"{"a":1}"#, by: spec) == #"{"f":[1]}"#)
  }

  @Test(
    "RK1030: a representation of nothing but null or, alone, a list",
    arguments: [
      (#"[{"name": "b"}, {"name": null}]"#, "", "RK1030 /1/name"),
      (#"{"name": null}"#, "", "RK1030 /name"),
      (#"{"name": ["b"]}"#, "", "RK1030 /name"),
      (#"[{"name": ["b"]}]"#, "", #"{"tags":[["b"]]}"#),
      (#"{"name": {"x": 1}}"#, "", #"{"tags":{"x":1}}"#),
      (
        #"[{"k": "a", "name": null}]"#, #""keyAttribute": "k", "forceCollection": true, "#,
        "RK1030 /0/name"
      ),
      (#"{"k": "a", "name": null}"#, #""keyAttribute": "k", "#, #"{"tags":{"a":null}}"#),
    ]
  )
  func wholes(records: String, members: String, written: String) throws {
    let spec = #"""
      {"keyPath": "tags", "mappers": [{"id": "t", "target": "T", \#(members)"attributes": [{"from": "", "to": "name"}]}]}
      """#
    #expect(try write(records, by: spec) == written)
  }

  @Test("the same of related records")
  func relatedWholes() throws {
    let spec = #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "target": "P", "attributes": ["id"], "relationships": [{"from": "t", "to": "t", "map-ref": "t"}]},
        {"id": "t", "target": "T", "attributes": [{"from": "", "to": "name"}]}]}
      """#
    #expect(try write(#"{"t": [{"name": "b"}, {"name": null}]}"#, by: spec) == "RK1030 /t/1/name")
    #expect(try write(#"{"t": {"name": ["b"]}}"#, by: spec) == "RK1030 /t/name")
    #expect(try write(#"{"t": [{"name": ["b"]}]}"#, by: spec) == #"{"t":[["b"]]}"#)
    #expect(try write(#"{"t": null}"#, by: spec) == #"{"t":null}"#)
  }

  @Test("a key is written as the spec spells what is renamed, also where case is ignored")
  func spellings() throws {
    let spec = #"""
      {"keys": {"caseInsensitive": true, "rename": {"sportID": "sportId"}},
       "mappers": [{"id": "p", "target": "T", "attributes": ["sportId", "Name"]}]}
      """#
    #expect(try write(#"{"sportId":1,"Name":2}"#, by: spec) == #"{"sportID":1,"Name":2}"#)
  }

  @Test("null is written once where it is read of a place and of what is in it")
  func nullPaths() throws {
    let spec = #"""
      {"mappers": [{"id": "p", "target": "P", "attributes": [
        "a", {"from": "a.b", "to": "ab", "nullPath": "null"}, {"from": "a.c", "to": "ac", "nullPath": "null"}]}]}
      """#
    #expect(try write(#"{"a":null,"ab":null,"ac":null}"#, by: spec) == #"{"a":null}"#)
    #expect(try write(#"{"a":null,"ab":1,"ac":null}"#, by: spec) == "RK1030 /ab")
    #expect(try write(#"{"a":5,"ab":null}"#, by: spec) == "RK1030 /ab")
  }
}
