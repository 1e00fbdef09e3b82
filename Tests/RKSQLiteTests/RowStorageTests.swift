import RKDiagnostics
import RKEngine
@testable import RKMapping
@testable import RKSQLite
import Testing

/// What rows find in their tables, and how they change it.
struct RowStorageTests {
  @Test("Of many columns only the given ones are changed")
  func wideRows() throws {
    var tables = TrialTables()
    tables.add("Wide", (0..<70).map { ("c\($0)", .any) }, key: [0])
    let database = try Database(path: "")
    func row(_ place: Int, _ value: TrialValue) -> TrialRow {
      var row = TrialRow(values: [1] + Array(repeating: .absent, count: 69))
      row.values[place] = value
      return row
    }
    try tables.run([[row(31, 1)], [row(32, 2), row(64, 3), row(69, 4)]], in: database)
    #expect(try database.rows("SELECT c31, c32, c64, c69, c68 FROM Wide") == ["1 2 3 4 null"])
    let rows = [row(69, 5), row(64, nil), row(40, .fallback(1))]
    #expect(try tables.run([rows], in: database) == RowCounts(updated: 1))
    #expect(try database.rows("SELECT c31, c40, c64, c69 FROM Wide") == ["1 null null 5"])
  }

  /// Logs with kids, that have kids: the former have no key, and numbers.
  private static var numbered: TrialTables {
    var tables = TrialTables()
    tables.add("Owner", [("id", .integer)], key: [0])
    tables.add(
      "Kid",
      [("_id", .integer), ("Owner_id", .integer), ("position", .integer), ("x", .any)],
      key: [1, 2]
    ) {
      table,
      rule in
      table.primaryKey = [0]
      table.unique = [[1, 2]]
      rule.isNumbered = true
    }
    tables.add("Toy", [("Kid__id", .integer), ("position", .integer), ("y", .any)], key: [0, 1])
    tables.plan.cells[Int(tables.plan.rows[1].cells.first)].kind = .number
    tables.plan.cells[Int(tables.plan.rows[1].cells.first) + 2].kind = .position
    tables.plan.cells[Int(tables.plan.rows[2].cells.first) + 1].kind = .position
    return tables
  }

  private static func owner(_ id: TrialValue, _ kids: (TrialValue, TrialValue)...) -> TrialRow {
    var row = TrialRow(values: [id])
    for (position, kid) in kids.enumerated() {
      row.below.append(
        TrialRow(
          rule: 1,
          values: [.absent, id, .integer(Int64(position)), kid.0],
          below: [TrialRow(rule: 2, values: [.ownerNumber, 0, kid.1])]
        )
      )
    }
    return row
  }

  @Test("Rows with numbers keep them, and those below find them")
  func numbers() throws {
    let tables = Self.numbered
    let database = try Database(path: "")
    try tables.run(
      [[Self.owner(1, ("a", "p")), Self.owner(2, ("b", "q"), ("c", "r"))]],
      in: database
    )
    let counts = try tables.run([[Self.owner(2, ("b", "s"), ("d", .absent))]], in: database)
    #expect(counts == RowCounts(updated: 3, unchanged: 2))
    #expect(
      try database.rows("SELECT k._id, k.x, t.y FROM Kid k JOIN Toy t ON t.Kid__id = k._id")
        == ["1 'a' 'p'", "2 'b' 's'", "3 'd' null"]
    )
  }

  @Test("In a new table, too, repeated rows keep their number")
  func numbersOfNewTables() throws {
    let database = try Database(path: "")
    let counts = try Self.numbered.run(
      [[Self.owner(1, ("a", "p")), Self.owner(1, ("b", .absent)), Self.owner(1, ("b", "q"))]],
      in: database
    )
    #expect(counts == RowCounts(inserted: 3))
    #expect(try database.rows("SELECT * FROM Kid") == ["1 1 0 'b'"])
    #expect(try database.rows("SELECT * FROM Toy") == ["1 0 'q'"])
  }

  @Test("An update that changes nothing fires no triggers")
  func triggers() throws {
    let database = try Database(path: "")
    try database.run(
      """
      CREATE TABLE City (id INTEGER PRIMARY KEY, name TEXT, rev INTEGER);
      INSERT INTO City VALUES (1, '5', 5);
      CREATE TABLE log (id);
      CREATE TRIGGER seen AFTER UPDATE ON City BEGIN INSERT INTO log VALUES (new.id); END
      """
    )
    // The columns convert the first number to a text, and the text to a number.
    let rows = [TrialRow(values: [1, 5, "5"]), TrialRow(values: ["1", "5", 5.0])]
    #expect(try RowWriterTests.cities().run([rows], in: database).updated == 0)
    #expect(try database.rows("SELECT id FROM log") == [])
  }

  @Test("A row that a constraint rejects is reported with its key and its position")
  func constraints() throws {
    var tables = RowWriterTests.cities()
    tables.schema.tables[0].unique = [[1]]
    let database = try Database(path: "")
    let rows = [
      TrialRow(values: [1, "a", 1]), TrialRow(values: [2, "a", 1], byteOffset: 70),
    ]
    let error = #expect(throws: WriteError.self) { try tables.run([rows], in: database) }
    guard case .record(let finding, event: _, input: nil, byteOffset: 70) = error else {
      Issue.record("the data is to blame")
      return
    }
    #expect(finding.code == .constraintViolated)
    #expect(
      finding.message
        == "the row of 'City' with id 2 violates a constraint: UNIQUE constraint failed: City.name"
    )
  }

  @Test("Deleted rows can come again")
  func deletedRows() throws {
    let database = try Database(path: "")
    let tables = RowWriterTests.cities()
    let writer = try tables.writer(in: database)
    let rows = [TrialRow(values: [1, "a", 1])]
    try writer.write(RowBatch(rows))
    try database.run("DELETE FROM City")
    writer.rows.didDelete(nil, before: 0)
    writer.didDelete(table: 0)
    try writer.write(RowBatch(rows))
    #expect(try database.rows("SELECT * FROM City") == ["1 'a' 1"])
    #expect(writer.counts == RowCounts(inserted: 1))
  }
}

/// Which of two values of a modification attribute is later.
struct ModificationOrderTests {
  static let cases: [(TableSchema.ValueType, TrialValue, TrialValue, isOld: Bool)] = [
    (.any, 5, 5, true), (.any, 5, 6, false), (.any, 6, 5, true), (.any, 5, 5.5, false),
    (.any, 5.5, 5, true), (.any, "b", "b", true), (.any, "b", "a", false), (.any, "5", 5, false),
    (.any, nil, 5, false), (.any, 5, nil, true), (.any, nil, nil, false), (.any, 5, .absent, false),
    (.any, 5, .fallback(4), false),
    (.any, .integer(.max), 9223372036854775808.0, false),
    (.any, 9223372036854775808.0, .integer(.max), true),
    (.any, .integer((1 << 53) + 1), 9007199254740992.0, true),
    (.any, 9007199254740992.0, .integer((1 << 53) + 1), false),
    (.decimal, "1.10", "1.1", true), (.decimal, "1.1", "1.10", true),
    (.decimal, "1.1", "1.11", false), (.decimal, "-0.1", "-10", true),
    (.any, -1e300, 5, false), (.any, 5, -1e300, true), (.any, -5.5, -5, false),
    (.any, -5, -5.5, true),
    (.decimal, "10", "9.99", true), (.decimal, "-10", "-9", false), (.decimal, "0", "-0.0", true),
    (.decimal, "-1", "0", false), (.decimal, "0.001", "0.01", false),
    (.decimal, "12345678901234567890.1", "12345678901234567890.2", false),
    (.number, "1e30", "99999999999999999999", true), (.number, 5, "18446744073709551616", false),
    (.number, "18446744073709551616", 5, true), (.decimal, "x", "1", false),
    (.instant, "2024-01-01T00:00:00Z", "2024-01-01T00:00:00Z", true),
    (.instant, "2024-01-01T00:00:00.5Z", "2024-01-01T00:00:00Z", true),
    (.instant, "2024-01-01T00:00:00Z", "2024-01-01T00:00:00.5Z", false),
    (.instant, "2024-01-01T00:00:00.50Z", "2024-01-01T00:00:00.5Z", true),
    (.instant, "2024-01-01T00:00:00.5Z", "2024-01-01T00:00:00.50Z", true),
    (.instant, "2024-01-01T00:00:00.5Z", "2024-01-01T00:00:00.49Z", true),
    (.instant, "2023-12-31T23:59:59.999Z", "2024-01-01T00:00:00Z", false),
    (.string, "b", "a", false), (.string, "b", "b", true), (.boolean, 1, 0, false),
  ]

  @Test("A row that is as new as the stored one is not written", arguments: cases.indices)
  func orders(number: Int) throws {
    let (type, stored, new, isOld) = Self.cases[number]
    var tables = TrialTables()
    tables.add("M", [("id", .integer), ("x", .any), ("rev", type)], key: [0], modification: 2)
    if type == .boolean { tables.schema.tables[0].columns[2].type = .boolean }
    let database = try Database(path: "")
    try tables.run(
      [[TrialRow(values: [1, "old", stored]), TrialRow(values: [1, "new", new])]],
      in: database
    )
    #expect(
      try database.rows("SELECT x FROM M") == [isOld ? "'old'" : "'new'"],
      "\(type) \(stored) \(new)"
    )
  }
}
