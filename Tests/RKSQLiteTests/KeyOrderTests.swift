import RKDiagnostics
import RKEngine
import RKMapping
@testable import RKSQLite
import TestSupport
import Testing

struct KeyOrderTests {
  static func cities(
    change: (inout TableSchema.Table, inout RowRule) -> Void = { _, _ in }
  ) -> TrialTables {
    var tables = TrialTables()
    tables.add(
      "City",
      [("id", .integer), ("name", .string), ("rev", .any)],
      key: [0],
      change: change
    )
    return tables
  }

  private static func order(
    of rows: [TrialRow],
    _ tables: TrialTables,
    in database: Database
  ) throws -> [Int]? {
    try tables.writer(in: database).keyOrder(of: RowBatch(rows))?.map(\.event)
  }

  @Test("Rows of a new table with a numeric key are sorted by it, stably")
  func ordered() throws {
    let rows = [3, -1, 3, 2, -1].map { TrialRow(values: [.integer($0), "a", 1]) }
    let order = try Self.order(of: rows, Self.cities(), in: try Database(path: ""))
    #expect(order == [1, 4, 3, 0, 2])
  }

  @Test("Rows of several tables are sorted by their tables, and nested ones with them")
  func nested() throws {
    var tables = Self.cities()
    tables.add("Street", [("id", .integer), ("name", .string)], key: [0])
    var city = TrialRow(values: [2, "a", 1])
    city.below = [TrialRow(rule: 1, values: [9, "b"]), TrialRow(values: [1, "c", 1])]
    let rows = [city, TrialRow(rule: 1, values: [7, "d"])]
    #expect(try Self.order(of: rows, tables, in: try Database(path: "")) == [2, 0, 3, 1])
  }

  @Test("Rows that are sorted, or without a number, stay as they are")
  func unordered() throws {
    let row = TrialRow(values: [2, "a", 1])
    let before = TrialRow(values: [1, "a", 1])
    for rows in [[before, row], [row, TrialRow(values: ["1", "a", 1])], []] {
      #expect(try Self.order(of: rows, Self.cities(), in: try Database(path: "")) == nil)
    }
  }

  @Test("Rows stay as they are if another order would be visible")
  func seen() throws {
    let rows = [TrialRow(values: [2, "a", 1]), TrialRow(values: [1, "b", 1])]
    let unique = Self.cities { table, _ in table.unique = [[1]] }
    let late = Self.cities { table, _ in table.columns[2].isLate = true }
    let text = Self.cities { table, _ in table.columns[0].type = .string }
    let join = Self.cities { table, _ in table.isJoin = true }
    for tables in [unique, late, text, join] {
      #expect(try Self.order(of: rows, tables, in: try Database(path: "")) == nil)
    }
    let twoKeys = Self.cities { table, _ in table.primaryKey = [0, 1] }
    #expect(try Self.order(of: rows, twoKeys, in: try Database(path: "")) == nil)
  }

  @Test(
    "Rows of a table that existed stay as they are if another order would be visible",
    arguments: [
      ("CREATE TABLE City (id INTEGER PRIMARY KEY, name TEXT, rev)", [1, 0]),
      ("CREATE TABLE City (id INT PRIMARY KEY, name TEXT, rev)", nil),
      ("CREATE TABLE City (id INTEGER PRIMARY KEY, name TEXT UNIQUE, rev)", nil),
      ("CREATE TABLE City (id INTEGER PRIMARY KEY, name TEXT)", nil),
      (
        """
        CREATE TABLE City (id INTEGER PRIMARY KEY, name TEXT, rev);
        CREATE UNIQUE INDEX i ON City (name) WHERE rev > 1
        """, nil
      ),
      (
        """
        CREATE TABLE City (id INTEGER PRIMARY KEY, name TEXT, rev);
        CREATE TRIGGER t AFTER INSERT ON City BEGIN SELECT 1; END
        """, nil
      ),
    ] as [(String, [Int]?)]
  )
  func old(sql: String, expected: [Int]?) throws {
    let rows = [TrialRow(values: [2, "a", 1]), TrialRow(values: [1, "b", 1])]
    let database = try Database(path: "")
    try database.run(sql)
    let tables = Self.cities { table, _ in table.columns[2].isLate = true }
    #expect(try Self.order(of: rows, tables, in: database) == expected)
    let changing = Self.cities { table, rule in
      table.columns[2].isLate = true
      rule.modification = 1
    }
    #expect(try Self.order(of: rows, changing, in: database) == nil)
    let writer = try tables.writer(in: database, mode: .append)
    #expect(writer.keyOrder(of: RowBatch(rows)) == nil)
  }

  @Test("A sorted batch writes and counts the same as its rows one by one")
  func twins() throws {
    for seed in 0..<40 {
      var random = SeededGenerator(seed: UInt64(seed))
      let rows = (0..<random.below(300) + 1).map { _ in
        TrialRow(values: [.integer(Int64(random.below(60)) - 30), value(&random), value(&random)])
      }
      let (database, twin) = (try Database(path: ""), try Database(path: ""))
      let counts = try Self.cities().run([rows], in: database)
      #expect(try Self.cities().run(rows.map { [$0] }, in: twin) == counts, "seed \(seed)")
      let query = "SELECT * FROM City"
      #expect(try database.rows(query) == twin.rows(query), "seed \(seed)")
    }
  }

  @Test("Runs of records with related ones and lists leave what they leave one by one")
  func lists() throws {
    let mapper = try Mapper(
      Mapping(
        text: #"""
          {"root-map-ref": "post", "mappers": [
            {"id": "post", "target": "Post", "identification": "id",
             "attributes": [{"to": "id", "type": "integer"}, "text"],
             "relationships": [
               {"from": "author", "to": "author", "map-ref": "user", "many": false},
               {"from": "likes", "to": "likes", "map-ref": "user", "many": true, "assignmentPolicy": "union"},
               {"from": "answers", "to": "answers", "map-ref": "post", "many": true}]},
            {"id": "user", "target": "User", "identification": "id",
             "attributes": [{"to": "id", "type": "integer"}, "name"]}]}
          """#
      )
    )
    let folder = try ScratchFolder()
    for seed in 0..<30 {
      var random = SeededGenerator(seed: UInt64(seed))
      let (whole, single) = (folder.path(of: "\(seed).db"), folder.path(of: "\(seed)-1.db"))
      for _ in 0..<2 {
        let posts = (0..<1 + random.below(40)).map { _ in post(&random, depth: 0) }
        try mapper.apply(
          to: [.bytes(Array(posts.joined(separator: "\n").utf8))],
          into: .database(whole)
        )
        for post in posts {
          try mapper.apply(to: [.bytes(Array(post.utf8))], into: .database(single))
        }
        for table in ["Post", "User", "Post_likes", "Post_answers"] {
          let query = "SELECT * FROM \(table)"
          let expected = try? Database(path: single).rows(query).sorted()
          #expect((try? Database(path: whole).rows(query).sorted()) == expected, "seed \(seed)")
        }
      }
    }
  }

  private func post(_ random: inout SeededGenerator, depth: Int) -> String {
    func user() -> String { #"{"id": \#(random.below(9)), "name": "\#(random.below(3))"}"# }
    var members = [#""id": \#(random.below(12)), "text": "\#(random.below(3))""#]
    if random.below(2) == 0 { members.append(#""author": \#(user())"#) }
    if random.below(2) == 0 {
      let likes = (0..<random.below(4)).map { _ in user() }
      members.append(#""likes": [\#(likes.joined(separator: ","))]"#)
    }
    if depth < 2, random.below(3) == 0 {
      let answers = (0..<random.below(3)).map { _ in post(&random, depth: depth + 1) }
      members.append(#""answers": [\#(answers.joined(separator: ","))]"#)
    }
    return "{\(members.joined(separator: ", "))}"
  }

  private func value(_ random: inout SeededGenerator) -> TrialValue {
    switch random.below(5) {
    case 0: .absent
    case 1: .null
    case 2: .fallback(.integer(Int64(random.below(3))))
    default: .text(["x", "", "5"][random.below(3)])
    }
  }

  @Test("Of the rows that a constraint rejects the first of the batch is reported")
  func constraints() throws {
    let tables = Self.cities { table, _ in table.columns[1].isRequired = true }
    let rows = [
      TrialRow(values: [4, "a", 1]), TrialRow(values: [3, nil, 1], byteOffset: 70),
      TrialRow(values: [4, nil, 1], byteOffset: 80), TrialRow(values: [1, nil, 1], byteOffset: 90),
    ]
    let database = try Database(path: "")
    let error = #expect(throws: WriteError.self) { try tables.run([rows], in: database) }
    guard case .record(let finding, event: _, input: nil, byteOffset: 70) = error else {
      Issue.record("the data is to blame")
      return
    }
    #expect(
      finding.message
        == "the row of 'City' with id 3 violates a constraint: NOT NULL constraint failed: City.name"
    )
  }
}
