import TestSupport
import Testing

@Suite("What does not go with keyed lines")
struct KeyedFlagsTests {
  private static func spec(_ rule: String = #""relationships": []"#) -> String {
    #"""
    {"mappers": [
      {"id": "m", "target": "M", "identification": "id", "attributes": [
        {"to": "id", "type": "integer"}, {"to": "n", "type": "integer"}], \#(rule)},
      {"id": "f", "target": "F", "attributes": [{"from": "@metadata.file", "to": "file"}]}],
     "root-map-ref": "m"}
    """#
  }

  @Test(
    "flags that do not go with keyed lines are refused",
    arguments: [
      ["apply", "--emit", "keyed", "--unify"],
      ["apply", "--emit", "keyed", "--target", "in.ndjson"],
      ["apply", "--emit", "keyed", "--to", "json"], ["apply", "--emit", "keyed", "-o", "a.db"],
      ["apply", "--emit", "keyed", "-o", "rows/"], ["apply", "--emit", "keyed", "--type-key", "t"],
      ["apply", "--emit", "keyed", "--result", "first"],
      ["apply", "--emit", "keyed", "--to", "ndjson", "--trailer"],
      ["apply", "--emit", "keyed", "--run-id", "n"], ["apply", "--emit", "keyed", "--null", "n"],
      ["apply", "--emit", "keyed", "--target-name", "User"],
      ["apply", "--emit", "keyed", "--positions", "--from", "csv"],
      ["apply", "--emit", "keyed", "--positions", "--trailer"],
      ["apply", "--emit", "keyed", "--positions", "--part", "1"], ["apply", "--positions"],
      ["apply", "--part", "1"],
      ["load", "-o", "a.db", "--prune"], ["load"], ["load", "-o", "a.ndjson"],
      ["merge", "-o", "a.db"],
      ["merge", "--target-name", "Nobody"], ["merge", "--emit", "keyed", "--type-key", "t"],
      ["merge", "--parts", "0"], ["load", "in.ndjson", "-o", "a.db"],
    ]
  )
  func refusedFlags(_ words: [String]) throws {
    let place = try Workplace(spec: Self.spec(), input: "")
    try place.write(#"{"id":1}"#, to: "in.ndjson")
    let trial = try place.run([words[0], "spec.json", "in.ndjson"] + words.dropFirst())
    #expect(trial.status == 2, "\(trial.error)")
    #expect(!trial.error.contains("-o with a name"))
  }

  @Test(
    "rules that need more than a part are refused before anything is read",
    arguments: [
      (#""connections": [{"to": "c", "target": "M", "where": {"n": "n"}}]"#, "connections.c"),
      (
        #""connections": [{"to": "c", "target": "M", "where": {"n": "id"}, "only": "n == 1"}]"#,
        "connections.c"
      ),
      (
        #""relationships": [{"from": "r", "to": "r", "map-ref": "m", "many": true, "assignmentPolicy": "replace"}]"#,
        "relationships.r"
      ),
      (
        #""modification": "n", "relationships": [{"from": "r", "to": "r", "map-ref": "m"}]"#,
        "modification"
      ),
      (#""onRepeat": "fail""#, #"says "onRepeat": "fail", but"#),
      (#""drift": "fail""#, #"says "drift": "fail", which includes"#),
      (
        #""relationships": [{"from": "", "to": "f", "map-ref": "f"}]"#, "'@metadata.file' differs"
      ),
    ]
  )
  func refusedRules(_ rule: String, _ word: String) throws {
    let place = try Workplace(spec: Self.spec(rule), input: "")
    let trial = try place.run("apply", "spec.json", "none.ndjson", "--emit", "keyed")
    #expect(trial.status == 2)
    #expect(trial.error.contains("error[RK5933]") && trial.error.contains(word), "\(trial.error)")
  }
}
