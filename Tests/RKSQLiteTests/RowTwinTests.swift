import RKEngine
@testable import RKMapping
import RKSQLite
import TestSupport
import Testing

/// Random rows, written and counted by the writer and by its twin.
struct RowTwinTests {
  struct Kind: CustomTestStringConvertible {
    var hasModification = false
    var relatesUnmodified = false
    var isLate = false
    var testDescription: String {
      "modification: \(hasModification), related: \(relatesUnmodified), late: \(isLate)"
    }
  }

  static let kinds = [
    Kind(), Kind(hasModification: true), Kind(hasModification: true, relatesUnmodified: true),
    Kind(hasModification: true, isLate: true), Kind(isLate: true),
  ]

  private static func tables(_ kind: Kind) -> TrialTables {
    var tables = TrialTables()
    tables.add(
      "Parent",
      [("id", .any), ("a", .any), ("b", .any), ("parent", .any), ("rev", .any)],
      key: [0],
      modification: kind.hasModification ? 4 : nil
    ) { table, rule in
      table.foreignKeys = [TableSchema.ForeignKey(columns: [3], table: 0)]
      for column in [2, 3, 4] { table.columns[column].isLate = kind.isLate }
      rule.relatesUnmodified = kind.relatesUnmodified
    }
    tables.add("Kid", [("Parent_id", .any), ("position", .any), ("x", .any)], key: [0, 1]) {
      table,
      rule in
      table.isLate = kind.isLate
    }
    tables.plan.cells[Int(tables.plan.rows[1].cells.first) + 1].kind = .position
    return tables
  }

  @Test("Tables and counts agree with the twin", arguments: kinds)
  func twins(kind: Kind) throws {
    for seed in 0..<60 {
      var random = SeededGenerator(seed: UInt64(seed))
      let tables = Self.tables(kind)
      let database = try Database(path: "")
      var twin = RowTwin()
      twin.hasModification = kind.hasModification
      twin.relatesUnmodified = kind.relatesUnmodified
      for _ in 0..<4 {
        twin.mode = random.below(4) == 0 ? .append : .upsert
        twin.begin()
        var batches: [[TrialRow]] = []
        for _ in 0..<random.below(4) + 1 {
          batches.append((0..<random.below(8)).map { _ in Self.row(&random) })
        }
        for row in batches.joined() { twin.take(row) }
        let counts = try tables.run(batches, in: database, mode: twin.mode)
        #expect(counts == twin.counts, "seed \(seed)")
        #expect(try Self.stored(0, 1, tables, database) == Self.shown(twin.parents), "seed \(seed)")
        #expect(
          try Self.stored(1, 2, tables, database) == Self.shown(twin.children),
          "seed \(seed)"
        )
      }
    }
  }

  private static func row(_ random: inout SeededGenerator) -> TrialRow {
    let key = TrialValue.integer(Int64(random.below(5)))
    var row = TrialRow(values: [key] + (1..<RowTwin.parentWidth).map { _ in value(&random) })
    for position in 0..<[0, 0, 1, 3][random.below(4)] {
      row.below.append(
        TrialRow(rule: 1, values: [key, .integer(Int64(position)), value(&random)])
      )
    }
    return row
  }

  private static func value(_ random: inout SeededGenerator) -> TrialValue {
    switch random.below(10) {
    case 0: .absent
    case 1: .null
    case 2: .text(["x", "", "5", "zzzzzzzzzzzz"][random.below(4)])
    case 3: .real([0.5, 2.5][random.below(2)])
    case 4: .fallback(.integer(Int64(random.below(3))))
    default: .integer(Int64(random.below(4)))
    }
  }

  /// The rows of a table; columns that do not exist yet are null.
  private static func stored(
    _ table: Int,
    _ keyCount: Int,
    _ tables: TrialTables,
    _ database: Database
  ) throws -> [String] {
    let table = tables.schema.tables[table]
    let there = try database.rows("SELECT name FROM pragma_table_info('\(table.name)')")
    if there.isEmpty { return [] }
    let columns = table.columns.map { there.contains("'\($0.name)'") ? $0.name : "NULL" }
    return try database.rows(
      "SELECT \(columns.joined(separator: ", ")) FROM \(table.name)"
    ).sorted()
  }

  private static func shown(_ rows: RowTwin.Rows) -> [String] {
    rows.values.map { row in
      row.map { value in
        switch value {
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): "'\(text)'"
        default: "null"
        }
      }.joined(separator: " ")
    }.sorted()
  }
}
