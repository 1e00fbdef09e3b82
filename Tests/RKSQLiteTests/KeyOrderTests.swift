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

  @Test("Rows that are sorted, nested, or without a number stay as they are")
  func unordered() throws {
    let row = TrialRow(values: [2, "a", 1])
    let before = TrialRow(values: [1, "a", 1])
    var owner = row
    owner.below = [before]
    for rows in [[before, row], [owner], [row, TrialRow(values: ["1", "a", 1])], []] {
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
    let old = try Database(path: "")
    try old.run("CREATE TABLE City (id INTEGER PRIMARY KEY, name TEXT, rev)")
    #expect(try Self.order(of: rows, Self.cities(), in: old) == nil)
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
