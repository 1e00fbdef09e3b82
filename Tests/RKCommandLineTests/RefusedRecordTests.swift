import RKSQLite
import Testing

@Suite("RK5008: a row that the database refuses is a failed record")
struct RefusedRecordTests {
  private static let spec = #"""
    {"root-map-ref": "p", "mappers": [
      {"id": "p", "target": "P", "identification": "id", "attributes": [{"to": "id", "type": "integer"},
        {"to": "n", "type": "integer"}],
       "relationships": [{"from": "a", "to": "a", "map-ref": "a", "many": true}]},
      {"id": "a", "target": "A", "identification": "id",
       "attributes": [{"to": "id", "type": "integer"}, {"to": "x", "type": "integer"}]}]}
    """#

  private func place(_ input: String, _ statements: String) throws -> Workplace {
    let place = try Workplace(spec: Self.spec, input: input)
    try Database(path: place.path("x.db")).run(statements)
    return place
  }

  private func text(_ place: Workplace, _ name: String, _ sql: String) throws -> String? {
    try Database(path: place.path(name), mayCreate: false).text(sql)
  }

  private func apply(_ place: Workplace, _ flags: String...) throws -> ProgramTrial {
    try place.run(["apply", "spec.json", "in.json", "-o", "x.db"] + flags)
  }

  private static let check = "CREATE TABLE A (id INTEGER PRIMARY KEY, x INTEGER CHECK (x < 10))"

  @Test("The run stops, and the place is that of the root record")
  func fail() throws {
    let place = try place(
      #"[{"id": 1, "a": [{"id": 1, "x": 1}]}, {"id": 2, "a": [{"id": 3, "x":10}]}]"#,
      Self.check
    )
    let trial = try apply(place)
    #expect(trial.status == 1)
    #expect(
      trial.firstError
        == "error[RK5008]: the row of 'A' with id 3 violates a constraint: CHECK constraint failed: x < 10"
    )
    #expect(trial.error.contains("--> in.json:1:39   /1"))
    #expect(try text(place, "x.db", "SELECT count(*) FROM A") == "0")
  }

  @Test(
    "A constraint that rolls back the whole run ends it, whatever happens to failed records",
    arguments: ["fail", "skip"]
  )
  func rolledBack(rule: String) throws {
    let place = try place(
      #"[{"id": 1, "n": 1}, {"id": 2, "n": 2}, {"id": 3, "n": 3}]"#,
      """
      CREATE TABLE P (id INTEGER PRIMARY KEY, n INTEGER);
      CREATE TRIGGER T BEFORE INSERT ON P WHEN new.n = 2 BEGIN SELECT RAISE(ROLLBACK, 'no twos'); END
      """
    )
    let trial = try apply(place, "--on-error", rule)
    #expect(trial.status == 1)
    #expect(trial.firstError.hasPrefix("error[RK5008]"), "\(trial.error)")
    #expect(try text(place, "x.db", "SELECT count(*) FROM P") == "0")
  }

  @Test("A record that is left out leaves nothing, also of a row that it has changed before")
  func skip() throws {
    let lines = [
      #"{"id": 1, "n": 1, "a": [{"id": 1, "x": 1}, {"id": 2}]}"#,
      #"{"id": 1, "n": 2, "a": [{"id": 1, "x": 5}, {"id": 7, "x":10}]}"#,
      #"{"id": 3, "n": 3, "a": [{"id": 1, "x": 4}, {"id": 4, "x": 3}]}"#,
      #"{"id": 5, "n": 3, "a": [{"id": 8, "x":11}]}"#,
      #"{"id": 5, "n": 6, "a": []}"#,
    ]
    let tables = """
      \(Self.check);
      CREATE TABLE P (id INTEGER PRIMARY KEY, n INTEGER);
      INSERT INTO A VALUES (1, 9); INSERT INTO P VALUES (1, 1), (3, 9)
      """
    let place = try place(lines.joined(separator: "\n"), tables)
    let trial = try apply(
      place,
      "--on-error",
      "skip",
      "--rejects",
      "bad",
      "--report",
      "json=all.json"
    )
    #expect(trial.status == 1)
    #expect(trial.error.contains("--> in.json:2:1"))
    #expect(trial.error.contains("--> in.json:4:1"))
    #expect(!trial.error.contains("nothing was written"))
    let rejects = try place.read("bad")
    #expect(rejects.contains(#""x":10"#) && rejects.contains(#""x":11"#))
    #expect(rejects.split(separator: "\n").count == 2)

    let other = try self.place([lines[0], lines[2], lines[4]].joined(separator: "\n"), tables)
    #expect(try apply(other, "--report", "json=all.json").status == 0)
    for sql in [
      "SELECT group_concat(id || '/' || ifnull(n, '-'), ' ') FROM P",
      "SELECT group_concat(id || '/' || ifnull(x, '-'), ' ') FROM A",
      "SELECT group_concat(P_id || '/' || a_id || '/' || position, ' ') FROM P_a",
    ] {
      #expect(try text(place, "x.db", sql) == text(other, "x.db", sql))
    }
    for count in ["inserted", "updated", "unchanged", "deleted"] {
      let pattern = try Regex("\"\(count)\": ?[0-9]+")
      let (one, all) = (try place.read("all.json"), try other.read("all.json"))
      #expect(
        one.firstMatch(of: pattern)?.output[0].substring
          == all.firstMatch(of: pattern)?.output[0].substring
      )
    }
  }

  @Test("--max-errors counts them, and the first of two equal values of a unique set stays")
  func unique() throws {
    let spec = #"""
      {"root-map-ref": "m", "mappers": [{"id": "m", "target": "M", "identification": "id",
        "attributes": [{"to": "id", "type": "integer"}, "slug"]}],
       "targets": {"M": {"properties": {"slug": "string"}, "unique": [["slug"]]}}}
      """#
    let input = #"[{"id": 1, "slug": "a"}, {"id": 2, "slug": "a"}, {"id": 3, "slug": "b"}]"#
    let place = try Workplace(spec: spec, input: input)
    let trial = try apply(place, "--on-error", "skip", "--max-errors", "1")
    #expect(trial.status == 0)
    #expect(trial.error.contains("--> in.json:1:26   /1"))
    #expect(try text(place, "x.db", "SELECT group_concat(id || slug) FROM M") == "1a,3b")
    #expect(try apply(place, "--on-error", "skip", "--max-errors", "0").status == 1)
  }
}
