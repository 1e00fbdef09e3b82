import RKEngine
@testable import RKMapping
import RKSQLite
import Testing

struct ReplacedRowsTests {
  typealias Article = MemberTrial.Article

  private static func article(
    _ id: Int64,
    tags: [String]? = nil,
    main: TrialValue = .absent
  ) -> MemberTrial.Record {
    .article(Article(id: id, tags: tags, main: main))
  }

  private static let tags = "SELECT name FROM Tag ORDER BY 1"

  @Test("Former members are deleted, unless something refers to them")
  func members() throws {
    let database = try Database(path: "")
    let trial = MemberTrial(.replace)
    try trial.run(
      [
        Self.article(1, tags: ["a", "b", "c", "d"]), Self.article(2, tags: ["a"]),
        Self.article(3, tags: ["d"], main: "c"),
      ],
      in: database
    )
    let counts = try trial.run([Self.article(1, tags: ["e"])], in: database)
    #expect(try database.rows(Self.tags) == ["'a'", "'c'", "'d'", "'e'"])
    #expect(counts == RowCounts(inserted: 2, unchanged: 1, deleted: 5))
  }

  @Test("Rows that are root records stay, whatever comes first")
  func roots() throws {
    let database = try Database(path: "")
    let trial = MemberTrial(.replace, replacesMain: true)
    try trial.run(
      [Self.article(1, tags: ["a", "b", "c"]), .tag("d"), Self.article(2, main: "d")],
      in: database
    )
    let counts = try trial.run(
      [.tag("a"), .tag("d"), Self.article(1, tags: []), Self.article(2, main: nil), .tag("b")],
      in: database
    )
    #expect(try database.rows(Self.tags) == ["'a'", "'b'", "'d'"])
    #expect(counts == RowCounts(updated: 1, unchanged: 4, deleted: 4))
    try trial.run(
      [.tag("x"), Self.article(3, tags: ["x"]), Self.article(3, tags: [])],
      in: database
    )
    #expect(try database.rows(Self.tags).last == "'x'")
  }

  @Test("Rows that come again below others are checked again")
  func writtenAgain() throws {
    let database = try Database(path: "")
    let trial = MemberTrial(.replace)
    try trial.run([Self.article(1, tags: ["a", "b"])], in: database)
    try trial.run([Self.article(1, tags: []), Self.article(2, tags: ["a"])], in: database)
    #expect(try database.rows(Self.tags) == ["'a'"])
    try trial.run([Self.article(2, tags: []), Self.article(2, tags: ["b"])], in: database)
    #expect(try database.rows(Self.tags) == ["'b'"])
  }

  @Test("The former row of a to-one relationship is deleted likewise")
  func reference() throws {
    let database = try Database(path: "")
    let trial = MemberTrial(.replace, replacesMain: true)
    let records: [MemberTrial.Record] = [
      .tag("a"), .tag("b"), .tag("c"), Self.article(1, main: "a"), Self.article(2, main: "b"),
      Self.article(3, main: "b"),
    ]
    try trial.run(records, in: database)
    let counts = try trial.run(
      [Self.article(1, main: "c"), Self.article(2, main: nil)],
      in: database
    )
    #expect(try database.rows(Self.tags) == ["'b'", "'c'"])
    #expect(counts == RowCounts(updated: 2, deleted: 1))
  }

  @Test("A row that only refers to itself is deleted, with what only it referred to if possible")
  func chains() throws {
    var tables = TrialTables()
    // A node leads to one other, a list to many.
    tables.add("List", [("id", .integer), ("node", .integer)], key: [0])
    tables.add("Node", [("id", .integer), ("next", .integer)], key: [0])
    let reference = TableSchema.ForeignKey(columns: [1], table: 1)
    tables.schema.tables[0].foreignKeys = [reference]
    tables.schema.tables[1].foreignKeys = [reference]
    for rule in 0..<2 {
      let columns = tables.plan.places.add([UInt32(1)])
      let reference = ReferenceRule(columns: columns, table: 1)
      tables.plan.rows[rule].references = tables.plan.references.add([reference])
    }
    let database = try Database(path: "")
    func list(_ id: Int64, _ node: TrialValue) -> TrialRow {
      TrialRow(values: [.integer(id), node])
    }
    func node(_ id: Int64, _ next: TrialValue) -> TrialRow {
      TrialRow(rule: 1, values: [.integer(id), next])
    }
    func run(_ rows: [TrialRow]) throws -> RowCounts {
      try tables.follow([rows], in: database)
    }
    // 1 is its own, 2 leads to 3, 4 leads to 5 and is led to by 6.
    _ = try run([
      list(1, 1), list(2, 2), list(3, 3), list(4, 4), list(5, 5), node(1, 1), node(2, 3),
      node(3, .null), node(4, 5), node(5, .null), node(6, 4),
    ])
    _ = try run((1...5).map { list($0, .null) })
    #expect(try database.rows("SELECT * FROM Node") == ["4 5", "5 null", "6 4"])
  }
}

extension TrialTables {
  /// Writes rows in one run, with everything that follows them.
  func follow(
    _ batches: [[TrialRow]],
    in database: Database,
    options: DatabaseOptions = DatabaseOptions()
  ) throws(WriteError) -> RowCounts {
    let stored = StoredSchema(schema, database, options: options)
    try stored.prepare()
    let writer = try RowWriter(database, schema, plan, stored: stored, options: options)
    let members = try MemberWriter(writer)
    writer.follower = members
    for rows in batches { try writer.write(RowBatch(rows)) }
    try members.finish(RunOutcome()) { _ in }
    return writer.counts
  }
}
