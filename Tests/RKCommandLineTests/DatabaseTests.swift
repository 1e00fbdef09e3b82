import Foundation
import RKSQLite
import Testing

@Suite("apply -o app.db and --to sql")
struct DatabaseTests {
  private static let spec = #"""
    {"mappers": [{"id": "c", "target": "City", "entity": "YES", "identification": "id",
      "attributes": ["id", "name"]}]}
    """#
  private static let input = #"[{"id":1,"name":"Bonn"},{"id":2,"name":"Ulm"}]"#

  private func place(_ input: String = Self.input) throws -> Workplace {
    try Workplace(spec: Self.spec, input: input)
  }

  private func names(_ place: Workplace, in file: String = "x.db") throws -> String? {
    let database = try Database(path: place.path(file), mayCreate: false)
    #expect(try database.text("PRAGMA integrity_check") == "ok")
    return try database.text("SELECT group_concat(name) FROM (SELECT name FROM City ORDER BY id)")
  }

  @discardableResult
  private func apply(_ place: Workplace, _ flags: String...) throws -> ProgramTrial {
    try place.run(["apply", "spec.json", "in.json"] + flags)
  }

  @Test("a column is added beside one whose name looks the same")
  func sameLook() throws {
    let place = try Workplace(
      spec:
        ##"{"mappers": [{"id": "c", "target": "City", "identification": "id", "attributes": ["id", "\u00e9"]}]}"##,
      input: ##"{"id": 1, "\u00e9": "x"}"##
    )
    let database = try Database(path: place.path("x.db"))
    try database.run("CREATE TABLE City (id PRIMARY KEY NOT NULL, \"e\u{301}\")")
    #expect(try apply(place, "-o", "x.db", "--schema", "evolve").status == 0)
    #expect(try database.text("SELECT \"\u{E9}\" || quote(\"e\u{301}\") FROM City") == "xNULL")
  }

  // MARK: - Forms

  @Test(
    "The name of the output determines the form, unless --to does",
    arguments: [
      ["-o", "x.db"], ["-o", "x.sqlite"], ["-o", "x.sqlite3"], ["-o", "x.json", "--to", "sqlite"],
      ["-o", "x", "--to", "sqlite"],
    ]
  )
  func formByName(flags: [String]) throws {
    let place = try place()
    let trial = try place.run(["apply", "spec.json", "in.json"] + flags)
    #expect(trial.status == 0 && trial.output == "" && trial.error == "")
    #expect(place.names == ["in.json", "spec.json", flags[1]].sorted())
    #expect(try names(place, in: flags[1]) == "Bonn,Ulm")
  }

  @Test(
    "Pages are small if keys are not integers, which hardly ever come in order",
    arguments: [("integer", 16384), ("string", 4096), ("any", 4096)]
  )
  func pages(type: String, size: Int64) throws {
    let spec = """
      {"mappers": [{"id": "c", "target": "City", "entity": "YES", "identification": "id",
        "attributes": [{"to": "id", "type": "\(type)"}, "name"]}]}
      """
    let place = try Workplace(spec: spec, input: Self.input)
    try apply(place, "-o", "x.db")
    let database = try Database(path: place.path("x.db"), mayCreate: false)
    #expect(try database.integer("PRAGMA page_size") == size)
  }

  @Test("A script goes to the standard output or to a file, and creates the same database")
  func scripts() throws {
    let place = try place()
    let trial = try apply(place, "--to", "sql")
    #expect(trial.status == 0)
    try apply(place, "-o", "x.sql")
    #expect(try place.read("x.sql") == trial.output)
    let database = try Database(path: place.path("x.db"))
    try database.run(trial.output)
    #expect(try names(place) == "Bonn,Ulm")
  }

  @Test("A failed run writes no script, not even a part of one")
  func failedScript() throws {
    let place = try place(#"[{"id":1,"name":"Bonn"},{"name":"Ulm"}]"#)
    let trial = try apply(place, "--to", "sql")
    #expect(trial.status == 1 && trial.output == "")
    #expect(try apply(place, "-o", "x.sql").status == 1)
    #expect(place.names == ["in.json", "spec.json"])
  }

  @Test(
    "RK5903: conflicting flags are refused before anything is created",
    arguments: [
      ["--to", "sqlite"], ["--to", "sqlite", "-o", "-"], ["--mode", "append"], ["--wal"],
      ["--schema", "evolve", "-o", "x.csv"], ["--strict-tables"], ["--dangling", "null"],
      ["--prune"], ["--prune-limit", "3"], ["--provenance"], ["--run-id", "r"],
      ["-o", "x.db", "--type-key", "k"], ["-o", "x.db", "--result", "first"],
      ["-o", "x.db", "--ascii"], ["-o", "x.db", "--pretty"], ["-o", "x.sql", "--wal"],
      ["-o", "x.db", "--null", "-"], ["-o", "x.db", "--on-error", "emit"],
      ["-o", "x.db", "--mode", "replace"], ["-o", "x.db", "--prune-limit", "many"],
      ["-o", "x.db", "--run-id", ""],
    ]
  )
  func refusals(flags: [String]) throws {
    let place = try place()
    let trial = try place.run(["apply", "spec.json", "in.json"] + flags)
    #expect(trial.status == 2)
    #expect(trial.error.hasPrefix("error[RK5903]"))
    #expect(place.names == ["in.json", "spec.json"])
  }

  @Test("The version lists databases, and the SQLite version")
  func version() {
    let text = CommandTrial("--version").output
    #expect(text.contains("CSV, TSV, Markdown, box, SQLite, SQL\n"))
    #expect(text.contains("system libraries: SQLite \(Database.version)"))
  }

  // MARK: - Rows

  private func counts(_ trial: ProgramTrial) -> [Int?] {
    ["inserted", "updated", "unchanged", "deleted"].map { name in
      guard let range = trial.error.range(of: "\"\(name)\":") else { return nil }
      return Int(trial.error[range.upperBound...].prefix { $0.isNumber })
    }
  }

  @Test("A second run of the same input changes nothing, and says so")
  func secondRun() throws {
    let place = try place()
    #expect(counts(try apply(place, "-o", "x.db", "--report", "json")) == [2, 0, 0, 0])
    let before = try Data(contentsOf: URL(filePath: place.path("x.db")))
    #expect(counts(try apply(place, "-o", "x.db", "--report", "json")) == [0, 0, 2, 0])
    #expect(try Data(contentsOf: URL(filePath: place.path("x.db"))) == before)
    try place.write(#"[{"id":1,"name":"K\#u{F6}ln"},{"id":3,"name":"Jena"}]"#, to: "in.json")
    #expect(counts(try apply(place, "-o", "x.db", "--report", "json")) == [1, 1, 0, 0])
    #expect(try names(place) == "K\u{F6}ln,Ulm,Jena")
  }

  @Test("A run that writes no database has no counts of rows")
  func countsOfOthers() throws {
    let place = try place()
    #expect(counts(try apply(place, "-o", "x.csv", "--report", "json")) == [nil, nil, nil, nil])
    try place.write(#"[{"name":"Ulm"}]"#, to: "in.json")
    #expect(counts(try apply(place, "-o", "x.db", "--report", "json")) == [nil, nil, nil, nil])
  }

  @Test("A run whose name is recorded reads nothing, and changes nothing")
  func repeatedRun() throws {
    let place = try place()
    #expect(try apply(place, "-o", "x.db", "--run-id", "monday").status == 0)
    try place.write("no JSON", to: "in.json")
    let trial = try apply(place, "-o", "x.db", "--run-id", "monday")
    #expect(trial.status == 0)
    #expect(trial.error.hasPrefix("note[RK5009]"))
    #expect(try apply(place, "-o", "x.db", "--run-id", "tuesday").status == 4)
    #expect(try names(place) == "Bonn,Ulm")
  }

  @Test("Failed records are left out, kept and counted as with other outputs")
  func failedRecords() throws {
    let place = try place(#"[{"id":1,"name":"Bonn"},{"id":null,"name":"Ulm"}]"#)
    let trial = try apply(
      place,
      "-o",
      "x.db",
      "--on-error",
      "skip",
      "--max-errors",
      "1",
      "--rejects",
      "bad.ndjson"
    )
    #expect(trial.status == 0)
    #expect(try names(place) == "Bonn")
    #expect(try place.read("bad.ndjson").contains("\"name\":\"Ulm\""))
    try apply(place, "-o", "y.db", "--limit", "1")
    #expect(try names(place, in: "y.db") == "Bonn")
  }

  @Test("Under --mode fail a record whose key exists fails, but not one that comes twice")
  func modeFail() throws {
    let place = try place()
    try apply(place, "-o", "x.db")
    try place.write(#"[{"id":3,"name":"a"},{"id":3,"name":"b"}]"#, to: "in.json")
    #expect(try apply(place, "-o", "x.db", "--mode", "fail").status == 0)
    #expect(try names(place) == "Bonn,Ulm,b")
    let trial = try apply(place, "-o", "x.db", "--mode", "fail")
    #expect(trial.status == 1)
    #expect(trial.error.hasPrefix("error[RK1013]"))
    #expect(try names(place) == "Bonn,Ulm,b")
  }

  @Test("Rows of many batches are the same, whatever thread writes them")
  func manyRows() throws {
    let rows = (0..<60_000).map { #"{"id":\#($0),"name":"city number \#($0)"}"# }
    let place = try place(rows.joined(separator: "\n"))
    #expect(counts(try apply(place, "-o", "x.db", "--report", "json")) == [60_000, 0, 0, 0])
    #expect(counts(try apply(place, "-o", "x.db", "--report", "json")) == [0, 0, 60_000, 0])
    try apply(place, "-o", "y.db", "--mode", "fail")
    #expect(try names(place) == names(place, in: "y.db"))
    try place.write(rows.joined(separator: "\n") + "\n{\"id\":", to: "in.json")
    let before = try Data(contentsOf: URL(filePath: place.path("x.db")))
    #expect(try apply(place, "-o", "x.db").status == 1)
    #expect(try apply(place, "-o", "z.db").status == 1)
    #expect(place.names == ["in.json", "spec.json", "x.db", "y.db"])
    #expect(try Data(contentsOf: URL(filePath: place.path("x.db"))) == before)
  }

  // MARK: - Files

  @Test(
    "Messages never go into a file, even if the standard streams are closed",
    arguments: ["x.db", "x.sql", "x.ndjson"],
    ["2>&-", ">&- 2>&-", "<&- >&- 2>&-"]
  )
  func closedStreams(file: String, closing: String) throws {
    let place = try place(#"[{"id":1,"name":"Bonn"},{"id":2,"id":2,"name":"Ulm"}]"#)
    try apply(place, "-o", "whole.\(file)")
    let process = try place.shell("exec \"$0\" apply spec.json in.json -o \(file) \(closing)")
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    let whole = try Data(contentsOf: URL(filePath: place.path("whole.\(file)")))
    #expect(try Data(contentsOf: URL(filePath: place.path(file))) == whole)
  }

  @Test("A file size limit is reported like a full disk, and nothing is left of the file")
  func limitedFile() throws {
    let rows = (0..<20_000).map { #"{"id":\#($0),"name":"city number \#($0)"}"# }
    let place = try place(rows.joined(separator: "\n"))
    let process = try place.shell(
      "ulimit -f 64; exec \"$0\" apply spec.json in.json -o x.db 2> error"
    )
    #expect(process.terminationReason == .exit && process.terminationStatus == 5)
    #expect(try place.read("error").hasPrefix("error[RK5005]: 'x.db' cannot be written: "))
    #expect(place.names == ["error", "in.json", "spec.json"])
  }

  @Test(
    "An output that is not a file, or in no existing folder, is refused",
    arguments: ["d.db", "n/x.db"]
  )
  func badPlaces(name: String) throws {
    let place = try place()
    try place.makeFolder("d.db")
    let trial = try apply(place, "-o", name)
    #expect(trial.status == 5)
    #expect(trial.error.hasPrefix("error[RK5001]: '\(name)' cannot be written: "))
    #expect(place.names == ["d.db", "in.json", "spec.json"])
  }

  @Test(
    "No other output may use the names of a database's journals",
    arguments: [
      ["-o", "x.db", "--rejects", "x.db-journal"], ["-o", "x.db", "--rejects", "./x.db-wal"],
      ["-o", "x.db", "--report", "json=x.db-shm"],
      ["-o", "x", "--to", "sqlite", "--rejects", "x-journal"],
    ]
  )
  func filesBeside(flags: [String]) throws {
    let place = try place()
    let trial = try place.run(["apply", "spec.json", "in.json"] + flags)
    #expect(trial.status == 2)
    #expect(trial.firstError.hasPrefix("error[RK5903]: a journal of the database and "))
    #expect(place.names == ["in.json", "spec.json"])
  }
}
