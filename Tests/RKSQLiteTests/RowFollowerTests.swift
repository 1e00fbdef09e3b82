import RKEngine
@testable import RKMapping
@testable import RKSQLite
import Testing

/// What followers of a run's rows receive.
struct RowFollowerTests {
  /// Records what it receives.
  private final class Diary: RowFollower {
    var lines: [String] = []
    var offset: Int64 = 0
    var followsRows: Bool { true }

    func beginBatch() {}

    func write(
      list: Int,
      of batch: borrowing RowBatch,
      owner: RowWriter.OwnerState
    ) {
      lines.append("list of \(owner.isNew ? "a new owner" : "an owner")")
    }

    func offset(ofRow rule: UInt32, owner: UInt32) -> Int64 { offset }

    func didTake(
      _ row: RowWriter.Row,
      number: Int64?,
      of batch: borrowing RowBatch,
      hasChanged: Bool,
      isTaken: Bool
    ) {
      lines.append("\(row.value(0, batch).integer) \(hasChanged ? "changed" : "came")")
    }

    func willReplace(table: Int, _ columns: [Int], of row: Statement) {
      lines.append("replaces \(columns.map { row.text($0) ?? "null" }) of \(table)")
    }
  }

  private static var tables: TrialTables {
    var tables = TrialTables()
    tables.add("User", [("id", .integer), ("name", .string), ("city", .integer)], key: [0])
    tables.schema.tables[0].foreignKeys = [TableSchema.ForeignKey(columns: [2], table: 0)]
    let columns = tables.plan.places.add([2])
    tables.plan.rows[0].references = tables.plan.references.add([
      ReferenceRule(columns: columns, table: 0)
    ])
    return tables
  }

  @Test("A changed reference reports its former row")
  func references() throws {
    let database = try Database(path: "")
    let rows = [
      TrialRow(values: [1, "a", 7]), TrialRow(values: [1, "b", 7]),
      TrialRow(values: [1, .absent, .absent]), TrialRow(values: [1, "b", 8]),
      TrialRow(values: [1, "b", 8]), TrialRow(values: [1, "b", nil]),
      TrialRow(values: [1, "b", 9]),
    ]
    for _ in 0..<2 {
      let diary = Diary()
      try Self.tables.run([rows], in: database, follower: diary)
      #expect(
        diary.lines.filter { $0.hasPrefix("replaces") }.suffix(2) == [
          "replaces [\"7\"] of 0", "replaces [\"8\"] of 0",
        ]
      )
      try database.run("UPDATE User SET city = NULL")
    }
  }

  @Test("Each row is reported, changed or not")
  func rows() throws {
    let database = try Database(path: "")
    let diary = Diary()
    let rows = [
      TrialRow(values: [1, "a", 7]), TrialRow(values: [1, "a", 7]), TrialRow(values: [1, "b", 7]),
    ]
    try Self.tables.run([rows], in: database, follower: diary)
    #expect(diary.lines == ["1 changed", "1 came", "1 changed"])
  }

  @Test("Child rows follow existing ones if their list is a union")
  func offsets() throws {
    var tables = TrialTables()
    tables.add("Kid", [("owner", .integer), ("position", .integer)], key: [0, 1])
    tables.plan.cells[Int(tables.plan.rows[0].cells.first) + 1].kind = .position
    let database = try Database(path: "")
    let diary = Diary()
    try tables.run([[TrialRow(values: [1, 0])]], in: database, follower: diary)
    diary.offset = 4
    for _ in 0..<2 {
      try tables.run([[TrialRow(values: [1, 0])]], in: database, follower: diary)
    }
    #expect(try database.rows("SELECT position FROM Kid") == ["0", "4"])
  }

  @Test("Keys from before the run are found, those of the run are not")
  func lookup() throws {
    let database = try Database(path: "")
    let tables = Self.tables
    try tables.run([[TrialRow(values: [1, "a", nil])]], in: database)
    let writer = try tables.writer(in: database)
    let lookup = KeyLookup(writer)
    let found = [1, "1", 2].map { (id: TrialValue) in
      lookup.hold(RowBatch([TrialRow(values: [id])]), in: 0)
    }
    #expect(found == [true, true, false])
  }
}
