import RKEngine
import RKMapping
import RKSQLite
import Testing

struct MemberWriterTests {
  typealias Article = MemberTrial.Article

  private static func article(_ id: Int64, tags: [String]) -> MemberTrial.Record {
    .article(Article(id: id, tags: tags))
  }

  @Test("The members of new owners are written in the order of the list, each once")
  func newMembers() throws {
    let database = try Database(path: "")
    let counts = try MemberTrial().run(
      [Self.article(1, tags: ["b", "a", "b", "c"]), Self.article(2, tags: [])],
      in: database
    )
    #expect(
      try database.rows("SELECT * FROM Article_tags ORDER BY position")
        == ["1 'b' 0", "1 'a' 1", "1 'c' 3"]
    )
    #expect(counts == RowCounts(inserted: 8))
  }

  @Test("A second run of the same records writes nothing", arguments: [false, true])
  func secondRun(isNumbered: Bool) throws {
    let database = try Database(path: "")
    let trial = MemberTrial(isNumbered: isNumbered)
    let records: [MemberTrial.Record] = [
      Self.article(1, tags: ["b", "a", "b"]),
      .article(
        Article(
          id: 2,
          tags: ["b"],
          comments: [
            .init(text: "x", answers: isNumbered ? ["u", "v"] : nil), .init(text: "y"),
          ]
        )
      ),
    ]
    let first = try trial.run(records, in: database)
    try database.run("CREATE TEMP TABLE fired (what)")
    for table in trial.schema.tables {
      for event in ["INSERT", "UPDATE", "DELETE"] {
        try database.run(
          """
          CREATE TEMP TRIGGER "\(table.name)_\(event)" AFTER \(event) ON "\(table.name)"
          BEGIN INSERT INTO fired VALUES ('\(event) \(table.name)'); END
          """
        )
      }
    }
    #expect(try trial.run(records, in: database) == RowCounts(unchanged: first.inserted))
    #expect(try database.rows("SELECT * FROM fired") == [])
  }

  @Test("set: the members are those of the last record, and their places")
  func setPolicy() throws {
    let database = try Database(path: "")
    let trial = MemberTrial()
    try trial.run([Self.article(1, tags: ["a", "b", "c"])], in: database)
    let counts = try trial.run([Self.article(1, tags: ["c", "d", "a"])], in: database)
    #expect(
      try database.rows("SELECT tags_name, position FROM Article_tags ORDER BY position")
        == ["'c' 0", "'d' 1", "'a' 2"]
    )
    #expect(try database.rows("SELECT name FROM Tag ORDER BY 1") == ["'a'", "'b'", "'c'", "'d'"])
    // The article and two tags are unchanged, two members have moved.
    #expect(counts == RowCounts(inserted: 2, updated: 2, unchanged: 3, deleted: 1))
  }

  @Test("Rows that come and go within a run do not count")
  func netCounts() throws {
    let database = try Database(path: "")
    let trial = MemberTrial()
    try trial.run([Self.article(1, tags: ["a", "b"])], in: database)
    let counts = try trial.run(
      [
        Self.article(1, tags: ["x"]), Self.article(1, tags: []),
        Self.article(1, tags: ["a", "b"]),
      ],
      in: database
    )
    // The new tag stays.
    #expect(counts == RowCounts(inserted: 1, unchanged: 5))
  }

  @Test("union: members stay, new ones come after")
  func unionPolicy() throws {
    let database = try Database(path: "")
    let trial = MemberTrial(.union)
    try trial.run([Self.article(1, tags: ["a", "b"])], in: database)
    let counts = try trial.run(
      [Self.article(1, tags: ["b", "c"]), Self.article(1, tags: ["d", "d", "c"])],
      in: database
    )
    #expect(
      try database.rows("SELECT tags_name, position FROM Article_tags ORDER BY position")
        == ["'a' 0", "'b' 1", "'c' 2", "'d' 3"]
    )
    #expect(counts == RowCounts(inserted: 4, unchanged: 3))
  }

  @Test("A relationship that a record does not have touches nothing")
  func missing() throws {
    let database = try Database(path: "")
    let trial = MemberTrial()
    let full = Article(id: 1, tags: ["a"], comments: [.init(text: "x")])
    try trial.run([.article(full)], in: database)
    let counts = try trial.run([.article(Article(id: 1))], in: database)
    #expect(counts == RowCounts(unchanged: 1))
    #expect(try database.rows("SELECT * FROM Article_tags") == ["1 'a' 0"])
    #expect(try database.rows("SELECT * FROM Comment") == ["1 0 'x'"])
  }

  @Test("A late join table is made when its first member comes")
  func lateTable() throws {
    let database = try Database(path: "")
    let trial = MemberTrial(isLate: true)
    try trial.run([Self.article(1, tags: [])], in: database)
    let tables = "SELECT name FROM sqlite_schema WHERE name = 'Article_tags'"
    #expect(try database.rows(tables) == [])
    try trial.run([Self.article(1, tags: ["a"])], in: database)
    #expect(try database.rows("SELECT * FROM Article_tags") == ["1 'a' 0"])
  }

  @Test("A violated constraint of the user's is reported")
  func constraint() throws {
    let database = try Database(path: "")
    try database.run(
      """
      CREATE TABLE Article_tags (Article_id, tags_name, position CHECK (position < 1),
      PRIMARY KEY (Article_id, tags_name))
      """
    )
    let error = #expect(throws: WriteError.self) {
      try MemberTrial().run([Self.article(1, tags: ["a", "b"])], in: database)
    }
    guard case .record(let finding, _, _, _)? = error else {
      Issue.record("the data is to blame")
      return
    }
    #expect(finding.code == .constraintViolated)
  }

  // MARK: - Children

  @Test("Children missing in a later list are deleted, with everything that belongs to them")
  func children() throws {
    let database = try Database(path: "")
    let trial = MemberTrial(isNumbered: true)
    let comments: [MemberTrial.Comment] = [
      .init(text: "x", answers: ["u", "v"]), .init(text: "y", answers: ["w"]),
      .init(text: "z", answers: ["q"]),
    ]
    try trial.run([.article(Article(id: 1, comments: comments))], in: database)
    let counts = try trial.run(
      [.article(Article(id: 1, comments: [.init(text: "x2", answers: ["v"])]))],
      in: database
    )
    #expect(try database.rows("SELECT * FROM Comment") == ["1 1 0 'x2'"])
    #expect(try database.rows("SELECT * FROM Answer") == ["1 0 'v'"])
    #expect(counts == RowCounts(updated: 2, unchanged: 1, deleted: 5))
  }

  @Test("union of children: they are appended to existing ones")
  func childUnion() throws {
    let database = try Database(path: "")
    let trial = MemberTrial(.union, isNumbered: true)
    let more = Article(
      id: 1,
      comments: [.init(text: "x", answers: ["u", "v"]), .init(text: "y", answers: ["w"])]
    )
    try trial.run([.article(more)], in: database)
    let counts = try trial.run([.article(more), .article(more)], in: database)
    #expect(
      try database.rows("SELECT text, position FROM Comment ORDER BY position")
        == ["'x' 0", "'y' 1", "'x' 2", "'y' 3", "'x' 4", "'y' 5"]
    )
    #expect(
      try database.rows("SELECT text, position FROM Answer ORDER BY Comment__id, position").count
        == 9
    )
    #expect(counts == RowCounts(inserted: 10, unchanged: 1))
  }
}
