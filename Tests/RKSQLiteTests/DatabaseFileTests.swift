import Foundation
import RKDiagnostics
import RKSQLite
import Testing
import TestSupport

struct DatabaseFileTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func open(_ name: String, usesLog: Bool = false) throws -> DatabaseFile {
    try DatabaseFile(
      path: folder.path(of: name),
      usesWriteAheadLog: usesLog,
      patience: .milliseconds(10)
    )
  }

  private func run(_ sql: String, _ file: DatabaseFile) throws {
    try #require(file.database).run(sql)
  }

  /// Creates a database with a table of one row.
  private func make(_ name: String, with sql: String = "INSERT INTO t VALUES (1)") throws {
    let database = try Database(path: folder.path(of: name))
    try database.run("CREATE TABLE t (a); \(sql)")
  }

  private func values(_ name: String) throws -> String? {
    let database = try Database(path: folder.path(of: name), mayCreate: false)
    #expect(try database.text("PRAGMA integrity_check") == "ok")
    return try database.text("SELECT group_concat(a) FROM t")
  }

  private func finding(_ work: () throws -> Void) throws -> Diagnostic {
    let error = try #require(throws: WriteError.self, performing: work)
    return error.diagnostic(of: "x.db")
  }

  // MARK: - New databases

  @Test("A new database is built under a temporary name, and renamed when it is committed")
  func newDatabase() throws {
    let file = try open("x.db")
    try run("CREATE TABLE t (a); INSERT INTO t VALUES (5)", file)
    let names = folder.names
    #expect(names.count == 1 && names[0].hasSuffix(".partial"))
    #expect(try file.commit() == nil)
    #expect(folder.names == ["x.db"])
    #expect(try values("x.db") == "5")
  }

  @Test("A new database is left with a rollback journal and ordinary pages")
  func newSettings() throws {
    let file = try open("x.db")
    try run("CREATE TABLE t (a)", file)
    _ = try file.commit()
    let database = try Database(path: folder.path(of: "x.db"))
    #expect(try database.text("PRAGMA journal_mode") == "delete")
    #expect(try database.integer("PRAGMA page_size") == 16384)
  }

  @Test("An uncommitted database leaves nothing")
  func newAbandoned() throws {
    let file = try open("x.db")
    try run("CREATE TABLE t (a)", file)
    file.abandon()
    #expect(folder.names == [])
    _ = try open("x.db")
    #expect(folder.names == [])
  }

  @Test(
    "RK5006: a file that appears at the path of a new database stays",
    arguments: [["x.db"], ["x.db", "x.db-wal"]]
  )
  func placeTaken(names: [String]) throws {
    let file = try open("x.db")
    try run("CREATE TABLE t (a)", file)
    for name in names { try folder.write("mine", to: name) }
    #expect(try finding { _ = try file.commit() }.code == .outputAppeared)
    #expect(folder.names == names)
    #expect(folder.read("x.db") == "mine")
  }

  @Test("RK5001: a journal that appears at the path of a new database is not used")
  func journalAppears() throws {
    for suffix in ["-journal", "-wal"] {
      let file = try open("x.db")
      try run("CREATE TABLE t (a)", file)
      try folder.write("mine", to: "x.db" + suffix)
      #expect(try finding { _ = try file.commit() }.code == .unwritableOutput)
      #expect(folder.names == ["x.db" + suffix])
      try FileManager.default.removeItem(atPath: folder.path(of: "x.db" + suffix))
    }
  }

  @Test("A link is followed, to a database and to a path for one", arguments: [true, false])
  func links(exists: Bool) throws {
    if exists { try make("real.db", with: "") }
    try folder.link("real.db", as: "x.db")
    let file = try open("x.db")
    if !exists { try run("CREATE TABLE t (a)", file) }
    try run("INSERT INTO t VALUES (7)", file)
    _ = try file.commit()
    #expect(folder.names == ["real.db", "x.db"])
    #expect(try folder.destination(ofLink: "x.db") == "real.db")
    #expect(try values("real.db") == "7")
  }

  @Test(
    "RK5001: leftovers of a deleted database are not used for a new one",
    arguments: ["x.db-journal", "x.db-wal"]
  )
  func leftovers(name: String) throws {
    try folder.write("left", to: name)
    let finding = try finding { _ = try open("x.db") }
    #expect(finding.code == .unwritableOutput)
    #expect(finding.message.contains("'\(folder.path(of: name))' is left"))
    #expect(folder.names == [name])
  }

  @Test("A temporary file of an earlier run does no harm")
  func strangeAside() throws {
    try make("old.db", with: "")
    let first = try open("x.db")
    let second = try open("x.db")
    try run("CREATE TABLE t (a); INSERT INTO t VALUES (1)", first)
    try run("CREATE TABLE t (a); INSERT INTO t VALUES (2)", second)
    _ = try second.commit()
    #expect(try finding { _ = try first.commit() }.code == .outputAppeared)
    #expect(try values("x.db") == "2")
  }

  @Test("RK5001: a folder, a device and a missing folder are not valid paths")
  func noPlaces() throws {
    try folder.makeFolder("x.db")
    for path in [folder.path(of: "x.db"), "/dev/null", folder.path(of: "none/x.db")] {
      let finding = try finding { _ = try DatabaseFile(path: path) }
      #expect(finding.code == .unwritableOutput)
      #expect(finding.message.hasPrefix("'\(path)' cannot be written: "))
    }
    #expect(folder.names == ["x.db"])
  }

  // MARK: - Existing databases

  @Test("An existing database is changed when the run is committed, and not before")
  func oldDatabase() throws {
    try make("x.db")
    let file = try open("x.db")
    try run("INSERT INTO t VALUES (2)", file)
    #expect(try values("x.db") == "1")
    _ = try file.commit()
    #expect(try values("x.db") == "1,2")
    #expect(folder.names == ["x.db"])
  }

  @Test("An existing database is unchanged when the run fails")
  func oldAbandoned() throws {
    try make("x.db")
    let file = try open("x.db")
    try run("INSERT INTO t VALUES (2); CREATE TABLE u (b)", file)
    file.abandon()
    #expect(try values("x.db") == "1")
    let again = try open("x.db")
    #expect(try #require(again.database).integer("SELECT count(*) FROM sqlite_schema") == 1)
  }

  @Test("An empty file is an empty database, and stays one when the run fails")
  func emptyFile() throws {
    try folder.write("", to: "x.db")
    try run("CREATE TABLE t (a)", try open("x.db"))
    #expect(folder.read("x.db") == "")
    let file = try open("x.db")
    try run("CREATE TABLE t (a); INSERT INTO t VALUES (3)", file)
    _ = try file.commit()
    #expect(try values("x.db") == "3")
  }

  @Test("RK5002: a second writer learns that the database is locked, and changes nothing")
  func secondWriter() throws {
    try make("x.db")
    let first = try open("x.db")
    try run("INSERT INTO t VALUES (2)", first)
    let finding = try finding { _ = try open("x.db") }
    #expect(finding.code == .databaseLocked)
    _ = try first.commit()
    #expect(try values("x.db") == "1,2")
  }

  @Test(
    "RK5002: the run waits for another writer, whatever its lock, and then reports it",
    arguments: ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"]
  )
  func impatience(hold: String) throws {
    try make("x.db")
    let other = try Database(path: folder.path(of: "x.db"))
    try other.run(hold)
    let start = ContinuousClock.now
    let finding = try finding {
      _ = try DatabaseFile(path: folder.path(of: "x.db"), patience: .milliseconds(200))
    }
    #expect(finding.code == .databaseLocked)
    #expect(ContinuousClock.now - start >= .milliseconds(200))
  }

  @Test("The run waits for a writer that finishes soon")
  func patience() async throws {
    try make("x.db")
    let first = try open("x.db")
    let path = folder.path(of: "x.db")
    let second = Task.detached { () -> Bool in
      let file = try DatabaseFile(path: path, patience: .seconds(60))
      try file.database?.run("INSERT INTO t VALUES (3)")
      return try file.commit() == nil
    }
    try run("INSERT INTO t VALUES (2)", first)
    _ = try first.commit()
    #expect(try await second.value)
    #expect(try values("x.db") == "1,2,3")
  }

  @Test("RK5003: a file that is not a database stays unchanged")
  func noDatabase() throws {
    let text = String(repeating: "not a database, but a text. ", count: 50)
    try folder.write(text, to: "x.db")
    let finding = try finding { _ = try open("x.db") }
    #expect(finding.code == .notADatabase)
    #expect(finding.message == "'x.db' is there, and is not a database")
    #expect(folder.read("x.db") == text)
  }

  @Test("RK5005: a read-only database stays unchanged")
  func readOnly() throws {
    try make("x.db")
    try folder.protect("x.db")
    let finding = try finding {
      let file = try open("x.db")
      try run("INSERT INTO t VALUES (2)", file)
    }
    #expect(finding.code == .databaseFailure)
    #expect(finding.message == "'x.db' cannot be written: attempt to write a readonly database")
    #expect(try values("x.db") == "1")
  }

  @Test("RK5005: a database that may not grow stays unchanged")
  func full() throws {
    try make("x.db")
    let file = try open("x.db")
    try run("PRAGMA max_page_count = 2", file)
    let finding = try finding {
      do {
        try run("INSERT INTO t VALUES (zeroblob(100000))", file)
      } catch let error as Database.Failure {
        throw WriteError.failure(error)
      }
    }
    #expect(finding.code == .databaseFailure)
    #expect(finding.message == "'x.db' cannot be written: database or disk is full")
    #expect(finding.help == ["what was there before is as it was"])
    file.abandon()
    #expect(try values("x.db") == "1")
  }

  @Test(
    "RK5005: a database that has lost its name is not written to",
    arguments: ["DELETE", "WAL"],
    [false, true]
  )
  func moved(mode: String, isReplaced: Bool) throws {
    try make("x.db", with: "PRAGMA journal_mode = \(mode); INSERT INTO t VALUES (1)")
    try make("y.db", with: "INSERT INTO t VALUES (7)")
    let file = try open("x.db")
    try run("INSERT INTO t VALUES (2)", file)
    try folder.move("x.db", to: "z.db")
    if isReplaced { try folder.move("y.db", to: "x.db") }
    let finding = try finding { _ = try file.commit() }
    #expect(finding.code == .databaseFailure)
    #expect(finding.message == "'x.db' was moved, removed or replaced while it was written")
    file.abandon()
    #expect(try values("z.db") == "1")
    if isReplaced { #expect(try values("x.db") == "7") }
  }

  @Test("RK5005: a full disk for a script's database is reported for a temporary one")
  func fullTemporary() throws {
    let file = try DatabaseFile()
    let database = try #require(file.database)
    try database.run("PRAGMA max_page_count = 2")
    let failure = try #require(throws: Database.Failure.self) {
      try database.run("CREATE TABLE t (a); INSERT INTO t VALUES (zeroblob(100000))")
    }
    let finding = failure.diagnostic(of: "")
    #expect(finding.message.hasPrefix("the database that the script is made of cannot be written"))
    #expect(finding.help == ["it is in the folder for temporary files: TMPDIR names another"])
  }

  @Test("An unfinished transaction is rolled back when the database is opened next")
  func killedRun() throws {
    try make("x.db")
    let database = try Database(path: folder.path(of: "x.db"))
    // A cache of a few pages spills, so that the file contains what was not committed.
    try database.run(
      """
      PRAGMA cache_size = 5; BEGIN; UPDATE t SET a = 9;
      WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
      INSERT INTO t SELECT zeroblob(3000) FROM n
      """
    )
    try folder.copy("x.db", to: "y.db")
    try folder.copy("x.db-journal", to: "y.db-journal")
    let file = try open("y.db")
    _ = try file.commit()
    #expect(try values("y.db") == "1")
    #expect(!folder.names.contains("y.db-journal"))
  }

  // MARK: - Write-ahead logs

  @Test("A database is left in write-ahead log mode on request", arguments: [true, false])
  func writeAheadLog(exists: Bool) throws {
    if exists { try make("x.db", with: "") }
    let file = try open("x.db", usesLog: true)
    if !exists { try run("CREATE TABLE t (a)", file) }
    try run("INSERT INTO t VALUES (4)", file)
    #expect(try file.commit() == nil)
    #expect(folder.names == ["x.db"])
    #expect(try values("x.db") == "4")
    let database = try Database(path: folder.path(of: "x.db"))
    #expect(try database.text("PRAGMA journal_mode") == "wal")
  }

  @Test("The mode of an existing database stays unchanged")
  func modeStays() throws {
    try make("x.db", with: "PRAGMA journal_mode = WAL; INSERT INTO t VALUES (1)")
    let file = try open("x.db")
    try run("INSERT INTO t VALUES (2)", file)
    _ = try file.commit()
    let database = try Database(path: folder.path(of: "x.db"))
    #expect(try database.text("PRAGMA journal_mode") == "wal")
    #expect(try values("x.db") == "1,2")
  }
}

extension ScratchFolder {
  fileprivate func move(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: path(of: name), toPath: path(of: other))
  }

  fileprivate func copy(_ name: String, to other: String) throws {
    try FileManager.default.copyItem(atPath: path(of: name), toPath: path(of: other))
  }

  /// Raises the version that a writer of the database needs, which makes it read-only for everyone,
  /// whoever runs the tests.
  fileprivate func protect(_ name: String) throws {
    let file = try FileHandle(forUpdating: URL(filePath: path(of: name)))
    try file.seek(toOffset: 18)
    try file.write(contentsOf: [9])
    try file.close()
  }
}
