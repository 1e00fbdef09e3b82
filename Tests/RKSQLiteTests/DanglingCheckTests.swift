import RKDiagnostics
import RKEngine
import RKMapping
import RKSQLite
import Testing

struct DanglingCheckTests {
  typealias Article = MemberTrial.Article

  /// A database in which two articles lead to missing tags, of which one is a member.
  private static func database() throws -> Database {
    let database = try Database(path: "")
    try MemberTrial().run(
      [
        .article(Article(id: 1, tags: ["a"], main: "a")),
        .article(Article(id: 2, tags: ["b", "c"], main: "b")),
        .article(Article(id: 3, comments: [.init(text: "x")], main: "b")),
      ],
      in: database
    )
    try database.run("DELETE FROM Tag WHERE name = 'b'")
    return database
  }

  private static func run(
    _ rule: DatabaseOptions.Dangling,
    _ database: Database,
    _ records: [MemberTrial.Record] = [],
    lacksRecords: Bool = false
  ) throws -> (counts: RowCounts, findings: [Diagnostic]) {
    var trial = MemberTrial()
    trial.options.dangling = rule
    var findings: [Diagnostic] = []
    let counts = try trial.run(records, in: database, lacksRecords: lacksRecords) {
      findings.append($0)
    }
    return (counts, findings)
  }

  @Test("keep: nothing is checked without a reason; then it is reported")
  func keep() throws {
    let database = try Self.database()
    #expect(try Self.run(.keep, database).findings == [])
    let run = try Self.run(.keep, database, lacksRecords: true)
    #expect(
      run.findings.map(\.message) == [
        """
        2 rows of 'Article' refer by 'main_name' to rows of 'Tag' that are not there, such as b
        """,
        """
        a row of 'Article_tags' refers by 'tags_name' to rows of 'Tag' that are not there, such \
        as b
        """,
      ]
    )
    #expect(run.findings.allSatisfy { $0.severity == .warning })
    #expect(run.counts == RowCounts())
  }

  @Test("stub: rows with only a key are created")
  func stub() throws {
    let database = try Self.database()
    let run = try Self.run(.stub, database)
    #expect(run.counts == RowCounts(inserted: 1))
    #expect(run.findings.count == 1)
    #expect(try database.rows("SELECT name FROM Tag ORDER BY 1") == ["'a'", "'b'", "'c'"])
    #expect(try database.rows("PRAGMA foreign_key_check") == [])
  }

  @Test("null: references are cleared, and rows that need them deleted")
  func null() throws {
    let database = try Self.database()
    let run = try Self.run(.null, database, [.article(Article(id: 3))])
    #expect(
      try database.rows("SELECT * FROM Article ORDER BY 1") == ["1 'a'", "2 null", "3 null"]
    )
    #expect(
      try database.rows("SELECT * FROM Article_tags ORDER BY 1, 3") == ["1 'a' 0", "2 'c' 1"]
    )
    #expect(run.counts == RowCounts(updated: 2, deleted: 1))
    try database.run("DELETE FROM Article WHERE id = 3")
    #expect(try Self.run(.null, database).counts == RowCounts(deleted: 1))
    #expect(try database.rows("SELECT * FROM Comment") == [])
    #expect(try database.rows("PRAGMA foreign_key_check") == [])
  }

  @Test("error: the run fails, and reports all")
  func error() throws {
    let database = try Self.database()
    var trial = MemberTrial()
    trial.options.dangling = .error
    var findings: [Diagnostic] = []
    let error = #expect(throws: WriteError.self) {
      try trial.run([], in: database) { findings.append($0) }
    }
    guard case .data(let last)? = error else {
      Issue.record("the data is to blame")
      return
    }
    #expect(findings.map(\.code) + [last.code] == [.danglingReferences, .danglingReferences])
    #expect(last.severity == .error)
    try database.run("ROLLBACK")
    try database.run("INSERT INTO Tag VALUES ('b')")
    _ = try trial.run([], in: database)
  }

  @Test("A table that rejects a row with only its key is reported")
  func stubRefused() throws {
    let database = try Database(path: "")
    try database.run("CREATE TABLE Tag (name TEXT NOT NULL PRIMARY KEY CHECK (length(name) > 1))")
    var trial = MemberTrial()
    trial.options.dangling = .stub
    let error = #expect(throws: WriteError.self) {
      try trial.run([.article(Article(id: 1, main: "b"))], in: database)
    }
    guard case .data(let finding)? = error else {
      Issue.record("the data is to blame")
      return
    }
    #expect(finding.code == .constraintViolated)
  }

  @Test("A row whose reference was cleared counts as changed by the run")
  func provenance() throws {
    let database = try Database(path: "")
    var trial = MemberTrial()
    trial.options.keepsProvenance = true
    let records = [Article(id: 1, main: "a"), Article(id: 2, tags: ["a", "b"], main: "b")]
    try trial.run(records.map { .article($0) } + [.tag("a")], in: database)
    try database.run("DELETE FROM Tag WHERE name = 'b'")
    trial.options.dangling = .null
    try trial.run([], in: database)
    let query = """
      SELECT "key", run FROM _rkmap_provenance WHERE "table" LIKE 'Article%' ORDER BY "table", 1
      """
    #expect(try database.rows(query) == ["'[1]' 1", "'[2]' 2", #"'[2,"a"]' 1"#])
  }

  @Test("A reference that must not be null is reported, with help that works")
  func nullRefused() throws {
    let database = try Database(path: "")
    try database.run("CREATE TABLE Article (id INTEGER PRIMARY KEY, main_name TEXT NOT NULL)")
    var trial = MemberTrial()
    trial.options.dangling = .null
    let records: [MemberTrial.Record] = [.article(Article(id: 1, main: "b"))]
    let error = #expect(throws: WriteError.self) { try trial.run(records, in: database) }
    guard case .data(let finding)? = error else {
      Issue.record("the data is to blame")
      return
    }
    #expect(finding.code == .constraintViolated)
    #expect(
      finding.message == """
        the reference of a row of 'Article' by 'main_name' cannot be taken away: \
        NOT NULL constraint failed: Article.main_name
        """
    )
    #expect(finding.help == ["--dangling stub makes the rows that are missing"])
    try database.run("ROLLBACK")
    trial.options.dangling = .stub
    try trial.run(records, in: database)
    #expect(try database.rows("SELECT name FROM Tag") == ["'b'"])
  }
}
