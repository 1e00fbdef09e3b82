import RKEngine
import RKMapping
import RKSQLite
import Testing

struct BookkeepingTests {
  typealias Article = MemberTrial.Article

  private static func trial(_ policy: ListRule.Policy = .set) -> MemberTrial {
    var trial = MemberTrial(policy, isNumbered: true)
    trial.options.keepsProvenance = true
    return trial
  }

  private static let records: [MemberTrial.Record] = [
    .article(
      Article(
        id: 1,
        tags: ["a\"b"],
        comments: [.init(text: "x", answers: ["u"]), .init(text: "y")]
      )
    )
  ]
  private static let provenance =
    "SELECT \"table\", \"key\", run, input, byte_offset FROM _rkmap_provenance ORDER BY 1, 2"

  @Test("Each row has the run, the input and the position of its last change")
  func provenance() throws {
    let database = try Database(path: "")
    try Self.trial().run(Self.records, in: database)
    #expect(
      try database.rows(Self.provenance) == [
        "'Answer' '[1,0]' 1 1 60", "'Article' '[1]' 1 1 0",
        #"'Article_tags' '[1,"a\"b"]' 1 1 0"#, "'Comment' '[1]' 1 1 40",
        "'Comment' '[2]' 1 1 70", #"'Tag' '["a\"b"]' 1 1 10"#,
      ]
    )
    #expect(try database.rows("SELECT * FROM _rkmap_inputs") == ["1 1 'in.json'"])
    #expect(try database.rows("SELECT * FROM _rkmap_runs") == ["1 null 'articles' '0'"])
  }

  @Test("A second run of the same records changes no row's provenance; deleted rows lose theirs")
  func secondRun() throws {
    let database = try Database(path: "")
    let trial = Self.trial(.replace)
    try trial.run(Self.records, in: database)
    let before = try database.rows(Self.provenance)
    try trial.run(Self.records, in: database)
    #expect(try database.rows(Self.provenance) == before)
    try trial.run(
      [.article(Article(id: 1, tags: [], comments: [.init(text: "z")]))],
      in: database
    )
    #expect(
      try database.rows(Self.provenance)
        == ["'Answer' '[1,0]' 1 1 60", "'Article' '[1]' 1 1 0", "'Comment' '[1]' 3 3 30"]
    )
  }

  @Test("The name of a recorded run is known; a run without a name has no other tables")
  func runID() throws {
    let database = try Database(path: "")
    #expect(try Bookkeeping.repetition(of: "monday", in: database) == nil)
    var trial = MemberTrial(isNumbered: true)
    trial.options.runID = "monday"
    try trial.run(Self.records, in: database)
    #expect(try Bookkeeping.repetition(of: "monday", in: database)?.code == .runRepeated)
    #expect(try Bookkeeping.repetition(of: "tuesday", in: database) == nil)
    #expect(try Bookkeeping.repetition(of: nil, in: database) == nil)
    #expect(
      try database.rows("SELECT name FROM sqlite_schema WHERE name LIKE '\\_rkmap%' ESCAPE '\\'")
        == ["'_rkmap_runs'"]
    )
  }

  @Test(
    "Something else with the name of a table of runs is refused",
    arguments: [
      ("CREATE TABLE _rkmap_runs (run, run_id)", "the table '_rkmap_runs' has no column 'spec'"),
      ("CREATE VIEW _rkmap_runs AS SELECT 1", "'_rkmap_runs' is a view of the database"),
      (
        "CREATE TABLE t (a); CREATE INDEX _rkmap_inputs ON t (a)",
        "'_rkmap_inputs' is an index of the database"
      ),
    ]
  )
  func otherTables(statements: String, message: String) throws {
    let database = try Database(path: "")
    try database.run(statements)
    #expect(try Bookkeeping.repetition(of: "monday", in: database) == nil)
    let error = #expect(throws: WriteError.self) {
      try Self.trial().run(Self.records, in: database)
    }
    guard case .output(let finding) = error else {
      Issue.record("it is no finding")
      return
    }
    #expect(finding.code == .otherSchema && finding.message == message)
  }

  @Test("Under freeze no table of runs is created, and the statements show what is missing")
  func freeze() throws {
    let database = try Database(path: "")
    try MemberTrial(isNumbered: true).run(Self.records, in: database)
    var trial = Self.trial()
    trial.options.schemaRule = .freeze
    let error = #expect(throws: WriteError.self) { try trial.run(Self.records, in: database) }
    guard case .output(let finding) = error, let statements = finding.help.last else {
      Issue.record("it is no finding")
      return
    }
    #expect(finding.code == .otherSchema)
    #expect(finding.message == "the database has no table '_rkmap_runs'")
    try database.run("ROLLBACK")
    try database.run(String(statements.drop { $0 != ":" }.dropFirst()))
    try trial.run(Self.records, in: database)
  }
}
