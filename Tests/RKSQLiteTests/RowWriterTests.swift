import RKEngine
import RKMapping
import RKSQLite
import Testing

struct RowWriterTests {
  static func cities(modification: Int? = nil) -> TrialTables {
    var tables = TrialTables()
    tables.add(
      "City",
      [("id", .integer), ("name", .string), ("rev", .any)],
      key: [0],
      modification: modification
    )
    return tables
  }

  @Test("Rows with keys are inserted, and filled in by later ones")
  func upsert() throws {
    let database = try Database(path: "")
    let counts = try Self.cities().run(
      [
        [TrialRow(values: [1, "a", .absent]), TrialRow(values: [2, "b", 5])],
        [TrialRow(values: [1, .absent, 7]), TrialRow(values: [2, nil, .fallback(9)])],
      ],
      in: database
    )
    #expect(try database.rows("SELECT * FROM City ORDER BY 1") == ["1 'a' 7", "2 null 5"])
    #expect(counts == RowCounts(inserted: 2))
  }

  @Test("A second run counts rows by their final state")
  func secondRun() throws {
    let database = try Database(path: "")
    let tables = Self.cities()
    let rows = [TrialRow(values: [1, "a", 1]), TrialRow(values: [2, "b", 2])]
    try tables.run([rows], in: database)
    #expect(try tables.run([rows, rows], in: database) == RowCounts(unchanged: 2))
    let changes = [
      TrialRow(values: [1, "x", 1]), TrialRow(values: [2, "y", .absent]),
      TrialRow(values: [3, "c", 3]), TrialRow(values: [1, "a", .absent]),
      TrialRow(values: [3, "d", .absent]),
    ]
    #expect(
      try tables.run([changes], in: database) == RowCounts(inserted: 1, updated: 1, unchanged: 1)
    )
    #expect(
      try database.rows("SELECT * FROM City ORDER BY 1") == ["1 'a' 1", "2 'y' 2", "3 'd' 3"]
    )
  }

  @Test("Rows without key are added each time")
  func unkeyed() throws {
    var tables = TrialTables()
    tables.add("Log", [("line", .string)], key: [])
    let database = try Database(path: "")
    for _ in 0..<2 {
      let rows = [TrialRow(values: ["x"]), TrialRow(values: [.absent])]
      #expect(try tables.run([rows], in: database) == RowCounts(inserted: 2))
    }
    #expect(try database.rows("SELECT line FROM Log") == ["'x'", "null", "'x'", "null"])
  }
}

extension RowCounts {
  init(inserted: Int = 0, updated: Int = 0, unchanged: Int = 0, deleted: Int = 0) {
    self.init()
    (self.inserted, self.updated) = (inserted, updated)
    (self.unchanged, self.deleted) = (unchanged, deleted)
  }
}
