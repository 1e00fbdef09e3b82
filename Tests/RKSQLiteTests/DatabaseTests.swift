import RKSQLite
import Testing

struct DatabaseTests {
  @Test("A statement takes values, and gives rows")
  func statementsRun() throws {
    let database = try Database(path: "")
    try database.run("CREATE TABLE t (a, b)")
    let insert = try Statement(database, "INSERT INTO t VALUES (?, ?)")
    try insert.bind(1, 5)
    try insert.bind(2, "five")
    try insert.run()
    #expect(database.changeCount == 1)
    #expect(try database.text("SELECT b FROM t WHERE a = 5") == "five")
  }

  @Test("What is wrong with a statement is said in SQLite's words")
  func failuresHaveReasons() throws {
    let database = try Database(path: "")
    let failure = #expect(throws: Database.Failure.self) {
      try database.run("SELECT * FROM t")
    }
    #expect(failure?.message == "no such table: t")
  }
}
