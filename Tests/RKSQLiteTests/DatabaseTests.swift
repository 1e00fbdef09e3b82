import RKEngine
import RKSQLite
import Testing

struct DatabaseTests {
  @Test("A statement binds values, and returns rows")
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

  @Test("A text that was not copied is forgotten when its statement is reset")
  func borrowedTextsGo() throws {
    let database = try Database(path: "")
    let select = try Statement(database, "SELECT ?1, ?2")
    func values() throws -> [String?] {
      defer { select.reset() }
      return try select.step() ? [select.text(0), select.text(1)] : []
    }
    var bytes = UniqueArray<UInt8>()
    bytes.append(contentsOf: Array("borrowed".utf8))
    try select.bind(1, StoredValue(textAt: 0..<8), bytes)
    try select.bind(2, "copied")
    #expect(try values() == ["borrowed", "copied"])
    #expect(try values() == [nil, nil])
    try select.bind(2, "copied")
    #expect(try values() == [nil, "copied"])
    #expect(try values() == [nil, "copied"])
  }

  @Test("A kept row can be released before its statement runs", arguments: ["", "a\u{0}b", "ab"])
  func keptRowsAreCopied(text: String) throws {
    let database = try Database(path: "")
    let select = try Statement(database, "SELECT ?1, ?2")
    do {
      let row = KeptRow()
      row.append(text: text)
      row.append(integer: 5)
      try row.bind(to: select)
    }
    #expect(try select.step())
    #expect(select.bytes(0) == Array(text.utf8))
    #expect(select.kind(0) == .text)
    #expect(select.integer(1) == 5)
  }

  @Test("Errors of a statement have SQLite's message")
  func failuresHaveReasons() throws {
    let database = try Database(path: "")
    let failure = #expect(throws: Database.Failure.self) {
      try database.run("SELECT * FROM t")
    }
    #expect(failure?.message == "no such table: t")
  }

  @Test(
    "The bytes of a text are UTF-8, whatever the database's encoding",
    arguments: ["UTF-8", "UTF-16le", "UTF-16be"]
  )
  func bytesOfTexts(encoding: String) throws {
    let database = try Database(path: "")
    try database.run("PRAGMA encoding = '\(encoding)'; CREATE TABLE t (a, b, c, d)")
    try database.run("INSERT INTO t VALUES ('a\u{20AC}', '', x'FF00', NULL)")
    let select = try Statement(database, "SELECT a, b, c, d FROM t")
    try #require(try select.step())
    #expect(select.bytes(0) == Array("a\u{20AC}".utf8))
    #expect(select.bytes(1) == [])
    #expect(select.bytes(2) == [0xFF, 0])
    #expect(select.bytes(3) == [])
  }
}
