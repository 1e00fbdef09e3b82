import Foundation
import RKSQLite
import Testing

@Suite("Triggers of the user's own that ignore rows")
struct TriggerTests {
  private static let spec = #"""
    {"mappers": [
      {"id": "u", "target": "User", "identification": "id", "attributes": ["id", "name"],
       "relationships": [
         {"from": "city", "to": "city", "many": false, "map-ref": "c"},
         {"from": "pets", "to": "pets", "many": true, "map-ref": "p"},
         {"from": "tags", "to": "tags", "many": true, "map-ref": "t"}]},
      {"id": "c", "target": "City", "identification": "id", "attributes": ["id"]},
      {"id": "p", "target": "Pet", "attributes": ["n"]},
      {"id": "t", "target": "Tag", "identification": "n", "scalarAs": "n", "attributes": ["n"]}],
     "descriptors": [{"root-map-ref": "u", "prune": "TRUEPREDICATE"}]}
    """#

  private let place: Workplace

  /// A database with the tables of the spec, and with Ann on request.
  private init(hasRows: Bool) throws {
    place = try Workplace(spec: Self.spec, input: "[]")
    if hasRows { try write((1, "Ann", 5, ["q"])) }
    #expect(try run().status == 0)
  }

  init() throws { try self.init(hasRows: false) }

  private func write(_ users: (id: Int, name: String, city: Int, tags: [String])...) throws {
    let records = users.map { user in
      let tags = user.tags.map { "\"\($0)\"" }.joined(separator: ", ")
      return """
        {"id": \(user.id), "name": "\(user.name)", "city": {"id": \(user.city)},
         "pets": [{"n": "x"}], "tags": [\(tags)]}
        """
    }
    try place.write("[" + records.joined(separator: ",\n") + "]", to: "in.json")
  }

  private func run(_ flags: String...) throws -> ProgramTrial {
    try place.run(["apply", "spec.json", "in.json", "-o", "x.db", "--report", "json"] + flags)
  }

  private func sql(_ text: String) throws { try Database(path: place.path("x.db")).run(text) }

  private func ignore(_ event: String, _ table: String, when condition: String = "1") throws {
    try sql(
      """
      CREATE TRIGGER "\(table)_\(event)" BEFORE \(event) ON "\(table)" WHEN \(condition)
      BEGIN SELECT RAISE(IGNORE); END
      """
    )
  }

  private func text(_ query: String) throws -> String? {
    try Database(path: place.path("x.db"), mayCreate: false).text(query)
  }

  /// How many rows all tables have.
  private func size() throws -> Int {
    try ["User", "City", "Pet", "Tag", "User_tags"].reduce(0) { sum, table in
      sum + (Int(try text("SELECT count(*) || '' FROM \(table)") ?? "") ?? 0)
    }
  }

  /// The row counts of the summary: inserted, updated, unchanged, deleted.
  private func counts(_ trial: ProgramTrial) -> [Int] {
    guard let range = trial.error.range(of: "\"inserted\":") else { return [] }
    return trial.error[range.lowerBound...].split { !$0.isNumber }.compactMap { Int($0) }
  }

  private func says(_ trial: ProgramTrial, _ table: String, _ rows: String) -> Bool {
    trial.error.contains("\"a trigger of '\(table)' has ignored \(rows)\"")
  }

  @Test(
    "RK5017: ignored rows are not counted, whether the table was empty or not",
    arguments: [
      ("User", "new.id = 2", "1 row"), ("City", "new.id = 6", "2 rows"), ("Pet", "1", "3 rows"),
      ("User_tags", "1", "3 rows"),
    ],
    [false, true]
  )
  func inserts(trigger: (table: String, condition: String, rows: String), hasRows: Bool) throws {
    let trial = try TriggerTests(hasRows: hasRows)
    try trial.ignore("INSERT", trigger.table, when: trigger.condition)
    try trial.write((2, "Ben", 6, ["r"]), (3, "Cem", 6, ["q"]), (4, "Dan", 7, ["q"]))
    let before = try trial.size()
    let dry = try trial.run("--dry-run")
    let wet = try trial.run()
    #expect(trial.says(dry, trigger.table, trigger.rows))
    #expect(trial.says(wet, trigger.table, trigger.rows))
    #expect(trial.counts(dry) == trial.counts(wet))
    #expect(trial.counts(wet).first == (try trial.size()) - before)
    #expect(wet.status == 0)
    #expect(wet.error.contains("RK5007") == (trigger.table == "City"))
    // Only `receives` refers to a row that does not exist.
    let dangling = "SELECT count(*) || '' FROM pragma_foreign_key_check"
    #expect(try trial.text(dangling) == (trigger.table == "City" ? "2" : "0"))
  }

  @Test("--dangling applies to references to ignored rows")
  func dangling() throws {
    try ignore("INSERT", "City", when: "new.id = 6")
    try write((2, "Ben", 6, ["r"]))
    #expect(try run("--dangling", "error").status == 1)
    let stub = try run("--dangling", "stub", "--dry-run")
    // The trigger ignores that row, too.
    #expect(stub.error.contains("that are not there, such as 6\""))
    #expect(try run("--dangling", "null").status == 0)
    #expect(try text("SELECT id || ' ' || ifnull(city_id, 'none') FROM User") == "2 none")
  }

  @Test("RK5017: an update that is ignored leaves the row unchanged, and its lists are written")
  func updates() throws {
    let trial = try TriggerTests(hasRows: true)
    try trial.ignore("UPDATE", "User")
    try trial.write((1, "Anne", 5, ["q", "r"]))
    let run = try trial.run()
    #expect(trial.says(run, "User", "1 row"))
    // A tag and its place in the list are new.
    #expect(trial.counts(run) == [2, 0, 5, 0])
    #expect(try trial.text("SELECT name FROM User") == "Ann")
  }

  @Test("RK5017: members that a trigger keeps are not counted as deleted")
  func members() throws {
    let trial = try TriggerTests(hasRows: true)
    try trial.ignore("DELETE", "User_tags")
    try trial.write((1, "Ann", 5, []))
    let run = try trial.run()
    #expect(trial.says(run, "User_tags", "1 row"))
    #expect(trial.counts(run)[3] == 0)
    #expect(try trial.text("SELECT tags_n FROM User_tags") == "q")
  }

  @Test("RK5017: rows that a trigger keeps are not counted as pruned")
  func pruned() throws {
    let trial = try TriggerTests(hasRows: true)
    try trial.ignore("DELETE", "User")
    try trial.write((2, "Ben", 5, ["q"]))
    let run = try trial.run("--prune", "--prune-limit", "100%")
    #expect(trial.says(run, "User", "1 row"))
    // The rows that belonged to Ann; of Ann and her own nothing is inserted.
    #expect(trial.counts(run) == [3, 0, 2, 2, 0])
    #expect(try trial.text("SELECT group_concat(id) FROM User") == "1,2")
  }

  @Test("a row that a trigger writes itself exists, with what belongs to it")
  func rewritten() throws {
    try sql(
      """
      CREATE TRIGGER own BEFORE INSERT ON User BEGIN
        INSERT INTO User (id, name) VALUES (new.id, upper(new.name)); SELECT RAISE(IGNORE);
      END
      """
    )
    try write((2, "Ben", 6, ["r"]))
    let run = try run()
    #expect(!run.error.contains("RK5017"))
    #expect(counts(run) == [5, 0, 0, 0])
    #expect(try text("SELECT name || (SELECT count(*) FROM Pet) FROM User") == "BEN1")
  }

  @Test("RK5017: what belongs to a numbered row is not given to another")
  func numbered() throws {
    let place = try Workplace(
      spec: #"""
        {"mappers": [{"id": "o", "target": "Order", "attributes": ["x"], "relationships": [
          {"from": "lines", "to": "lines", "many": true, "map-ref": "l"}]},
          {"id": "l", "target": "Line", "attributes": ["y"]}], "root-map-ref": "o"}
        """#,
      input: "[]"
    )
    _ = try place.run("apply", "spec.json", "in.json", "-o", "x.db")
    let path = place.path("x.db")
    try Database(path: path).run(
      """
      CREATE TRIGGER t BEFORE INSERT ON "Order" WHEN new.x = 2 BEGIN SELECT RAISE(IGNORE); END
      """
    )
    try place.write(
      #"[{"x": 1, "lines": [{"y": 1}]}, {"x": 2, "lines": [{"y": 2}, {"y": 3}]}]"#,
      to: "in.json"
    )
    let run = try place.run("apply", "spec.json", "in.json", "-o", "x.db", "--report", "json")
    #expect(run.status == 0 && says(run, "Order", "1 row"))
    #expect(counts(run) == [2, 0, 0, 0])
    #expect(try Database(path: path).text("SELECT group_concat(y) FROM Line") == "1")
  }
}
