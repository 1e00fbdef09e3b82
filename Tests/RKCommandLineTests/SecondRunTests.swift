import RKSQLite
import Testing

@Suite("What a second run into a database tells")
struct SecondRunTests {
  private static func spec(_ more: String, _ attributes: String = #""name""#) -> String {
    #"{"mappers": [{"id": "t", "target": "Team", \#(more) "attributes": [\#(attributes)]}]}"#
  }

  private static func run(_ place: Workplace, _ flags: String...) throws -> ProgramTrial {
    try place.run(["apply", "spec.json", "in.json", "-o", "x.db"] + flags)
  }

  private static func count(_ place: Workplace) throws -> Int64? {
    try Database(path: place.path("x.db"), mayCreate: false).integer("SELECT count(*) FROM Team")
  }

  @Test("RK5018: rows that nothing identifies are told where others were there")
  func addedAgain() throws {
    let place = try Workplace(spec: Self.spec(""), input: #"[{"name": "a"}, {"name": "b"}]"#)
    let first = try Self.run(place)
    #expect(first.status == 0 && first.error.isEmpty)
    let refused = try Self.run(place, "--fail-on", "warning")
    #expect(refused.status == 1 && refused.error.contains("RK5018"))
    #expect(try Self.count(place) == 2)
    let second = try Self.run(place)
    #expect(second.status == 0)
    #expect(
      second.firstError == """
        warning[RK5018]: 2 rows of Team, which has no identification, were added to 2: \
        another run adds them again
        """
    )
    #expect(try Self.count(place) == 4)
  }

  @Test("RK5018 is not told of rows that have an identity, nor if it is said to be meant")
  func meant() throws {
    for more in [#""identification": "name","#, #""onRepeat": "last","#] {
      let place = try Workplace(spec: Self.spec(more), input: #"[{"name": "a"}]"#)
      _ = try Self.run(place)
      #expect(try Self.run(place).error.isEmpty)
    }
  }

  private static let lines = #"""
    {"root-map-ref": "o", "mappers": [
      {"id": "o", "target": "Order", "identification": "id", "attributes": [{"to": "id", "type": "integer"}],
        "relationships": [{"from": "lines", "to": "lines", "map-ref": "l", "many": true, POLICY}]},
      {"id": "l", "target": "Team", "attributes": [{"to": "n", "type": "integer"}, "m"]}]}
    """#

  @Test("RK5018: members that nothing identifies are added by union once more")
  func union() throws {
    let spec = Self.lines.replacing("POLICY", with: #""assignmentPolicy": "union""#)
    let place = try Workplace(spec: spec, input: #"[{"id": 1, "lines": [{"n": 1}, {"n": 2}]}]"#)
    #expect(try Self.run(place).error.isEmpty)
    try place.write(#"[{"id": 2, "lines": [{"n": 1}]}]"#, to: "other.json")
    let other = try place.run(["apply", "spec.json", "other.json", "-o", "x.db"])
    #expect(other.error.isEmpty, "a new order has no lines before")
    let second = try Self.run(place)
    #expect(
      second.firstError == """
        warning[RK5018]: 2 rows of Team, which has no identification, were added to 3: \
        another run adds them again
        """
    )
    #expect(try Self.count(place) == 5)
    let check = try place.run(["check", "spec.json"])
    #expect(check.output.hasPrefix("note[RK2111]: nothing identifies the members of 'Order.lines'"))
  }

  @Test("a row that is replaced keeps no value")
  func replaced() throws {
    let spec = Self.lines.replacing("POLICY", with: #""assignmentPolicy": "set""#)
    let place = try Workplace(spec: spec, input: #"[{"id": 1, "lines": [{"n": 1}]}]"#)
    _ = try Self.run(place)
    try place.write(#"[{"id": 1, "lines": [{"n": "two", "m": 1}]}]"#, to: "in.json")
    let second = try Self.run(place)
    #expect(second.error.contains("RK1002") && !second.error.contains("keeps"))
  }

  @Test("a null age is not newer than a known one")
  func nullAge() throws {
    let place = try Workplace(
      spec: Self.spec(
        #""identification": "name", "modification": "at","#,
        #""name", {"to": "at", "type": "date"}, "v""#
      ),
      input: #"{"name": "a", "at": "2024-05-02", "v": "new"}"#
    )
    for input in [#""at": null, "v": "null""#, #""at": "2020-01-01", "v": "old""#, #""v": "none""#]
    {
      _ = try Self.run(place)
      try place.write(#"{"name": "a", \#(input)}"#, to: "in.json")
    }
    let database = { try Database(path: place.path("x.db"), mayCreate: false) }
    #expect(try database().integer("SELECT count(*) FROM Team WHERE v = 'new'") == 1)
    _ = try Self.run(place)
    #expect(try database().integer("SELECT count(*) FROM Team WHERE v = 'none'") == 1)
  }

  @Test("a run that has failed is not done: another one with its --run-id reads the inputs")
  func failedRun() throws {
    let place = try Workplace(
      spec: Self.spec("", #"{"to": "n", "type": "integer", "onError": "fail"}"#),
      input: #"[{"n": 1}, {"n": "x"}]"#
    )
    let flags = [
      "apply", "spec.json", "in.json", "-o", "x.db", "--run-id", "a", "--on-error", "skip",
    ]
    #expect(try place.run(flags).status == 1)
    #expect(try place.run(flags + ["--max-errors", "1"]).status == 0)
    #expect(try Self.count(place) == 2)
    #expect(try place.run(flags).error.contains("RK5009"))
  }

  @Test("RK5004: a reference that had another name because of an attribute")
  func renamedReference() throws {
    let spec = #"""
      {"root-map-ref": "t", "mappers": [
        {"id": "t", "target": "Team", "identification": "id",
          "attributes": [{"to": "id", "type": "integer"}ATTRIBUTE],
          "relationships": [{"from": "user", "to": "user", "map-ref": "u", "many": false}]},
        {"id": "u", "target": "User", "identification": "id", "attributes": [{"to": "id", "type": "integer"}]}]}
      """#
    let attribute = #", {"to": "user_id", "type": "integer"}"#
    let specs = [attribute, ""].map { spec.replacing("ATTRIBUTE", with: $0) }
    for (first, second) in [(0, 1), (1, 0)] {
      let place = try Workplace(
        spec: specs[first],
        input: #"{"id": 1, "user_id": 5, "user": {"id": 7}}"#
      )
      _ = try Self.run(place)
      #expect(try Self.run(place).status == 0)
      try place.write(specs[second], to: "spec.json")
      let refused = try Self.run(place, "--schema", "evolve")
      #expect(refused.status == 5)
      let (old, new) = first == 0 ? ("user_id_2", "user_id") : ("user_id", "user_id_2")
      #expect(
        refused.firstError
          == "error[RK5004]: the table 'Team' refers to 'User' by \(old), and the spec by \(new)"
      )
    }
  }

  @Test("RK1002 says which value a row keeps, and the counts have such rows")
  func kept() throws {
    let attributes = #""name", {"to": "size", "type": "decimal"}"#
    let spec = Self.spec(#""identification": "name","#, attributes)
    let place = try Workplace(
      spec: spec,
      input: #"[{"name": "a", "size": "5.00"}, {"name": "b", "size": 7}]"#
    )
    _ = try Self.run(place)
    try place.write(#"[{"name": "a", "size": "big"}, {"name": "c"}]"#, to: "in.json")
    let one = try Self.run(place, "--dry-run")
    #expect(one.error.contains("help: the row keeps 5.00, unless"))
    #expect(one.error.contains("1 row inserted, 0 updated, 1 unchanged, 0 deleted, 1 kept an old"))
    try place.write(
      #"[{"name": "a", "size": "big"}, {"name": "b", "size": "wide"}, {"name": "c", "size": []}]"#,
      to: "in.json"
    )
    let two = try Self.run(place, "--report", "json")
    #expect(two.error.contains("2 rows keep their values (name=a: 5.00), unless"))
    #expect(two.error.contains(#""kept":2}"#))
  }
}
