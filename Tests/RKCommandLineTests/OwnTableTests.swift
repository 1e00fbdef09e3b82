import Foundation
import RKSQLite
import Testing

@Suite("Tables of the user's own, which store keys in their own way")
struct OwnTableTests {
  private static func spec(_ key: String = #""id""#) -> String {
    #"""
    {"mappers": [{"id": "c", "target": "City", "identification": "id",
      "attributes": [\#(key), "name"]}]}
    """#
  }
  private static let textKey = #"{"from": "id", "to": "id", "type": "string"}"#

  private func place(_ table: String, key: String = #""id""#, _ input: String) throws -> Workplace {
    let place = try Workplace(spec: Self.spec(key), input: input)
    try Database(path: place.path("x.db")).run("CREATE TABLE City (\(table))")
    return place
  }

  private func apply(_ place: Workplace, _ flags: String...) throws -> ProgramTrial {
    try place.run(["apply", "spec.json", "in.json", "-o", "x.db", "--report", "json"] + flags)
  }

  private func rows(_ place: Workplace) throws -> String? {
    try Database(path: place.path("x.db"), mayCreate: false).text(
      """
      SELECT group_concat(row, '; ')
      FROM (SELECT quote(id) || ' ' || quote(name) AS row FROM City ORDER BY id)
      """
    )
  }

  /// The row counts of the summary: inserted, updated, unchanged, deleted.
  private func counts(_ trial: ProgramTrial) -> String? {
    guard let range = trial.error.range(of: "\"inserted\":") else { return nil }
    return String(trial.error[range.lowerBound...].filter { $0.isNumber || $0 == "," })
  }

  @Test(
    "RK1040: a key that its column would change fails its record, unless a row has it in its form",
    arguments: [
      ("VARCHAR(9)", "", #"{"id":5}"#, "1", "string"),
      ("INTEGER", "", #"{"id":"5"}"#, "1", "number"),
      ("NUMERIC", "", #"{"id":"5"}"#, "1", "number"),
      ("INTEGER", "", #"{"id":"x"}"#, "1", "integers alone"),
      ("INTEGER", "", #"{"id":1.5}"#, "1", "integers alone"),
      ("TEXT", "'5'", #"{"id":5,"name":"a"}"#, "0", "'5' 'a'"),
      ("TEXT", "'5'", #"{"id":6}"#, "1", "string"),
      ("INTEGER", "5", #"{"id":"5","name":"a"}"#, "0", "5 'a'"),
      ("INTEGER", "5", #"{"id":"6"}"#, "1", "number"),
      ("TEXT", "", #"{"id":"5"},{"id":5,"name":"a"}"#, "0", "'5' 'a'"),
      ("INTEGER", "", #"{"id":5},{"id":"5","name":"a"}"#, "0", "5 'a'"),
    ]
  )
  func changedKeys(type: String, row: String, input: String, status: String, words: String) throws {
    let place = try place("id \(type) PRIMARY KEY, name", "[\(input)]")
    if !row.isEmpty {
      let database = try Database(path: place.path("x.db"), mayCreate: false)
      try database.run("INSERT INTO City VALUES (\(row), NULL)")
    }
    let before = try rows(place)
    let trial = try apply(place)
    #expect("\(trial.status)" == status)
    if status == "0" {
      #expect(try rows(place) == words)
    } else {
      #expect(trial.error.contains("RK1040") && trial.error.contains(words))
      #expect(try rows(place) == before)
    }
  }

  @Test(
    "Where somebody has stored numbers and texts, a key is found in either form, and a new one is kept"
  )
  func mixedKeys() throws {
    let place = try place(
      "id BLOB PRIMARY KEY, name",
      """
      [{"id":5,"name":"a"},{"id":"7","name":"b"},{"id":"x","name":"c"},{"id":"8","name":"d"},
       {"id":8,"name":"e"},{"id":9,"name":"f"}]
      """
    )
    let database = try Database(path: place.path("x.db"), mayCreate: false)
    try database.run("INSERT INTO City (id) VALUES ('x'), (7), ('5')")
    #expect(counts(try apply(place)) == "2,3,0,0")
    #expect(try rows(place) == "7 'b'; 9 'f'; '5' 'a'; '8' 'e'; 'x' 'c'")
  }

  @Test("A value that may not be stored does not decide what a key is")
  func undecided() throws {
    let place = try place("id TEXT PRIMARY KEY, name", #"[{"id":5},{"id":"x"},{"id":5}]"#)
    let trial = try apply(place, "--on-error", "skip")
    #expect(trial.status == 1 && !trial.error.contains("RK1012"))
    #expect(try rows(place) == "'x' NULL")
  }

  @Test("RK1040: the columns of a join table do not decide what the key of another table is")
  func joinTables() throws {
    let place = try Workplace(
      spec: #"""
        {"root-map-ref": "a", "mappers": [
          {"id": "a", "target": "A", "identification": "id",
           "attributes": [{"to": "id", "type": "integer"}],
           "relationships": [{"from": "bs", "to": "bs", "map-ref": "b", "many": true}]},
          {"id": "b", "target": "B", "identification": "id", "attributes": ["id"]}]}
        """#,
      input: #"{"id":1,"bs":[{"id":5}]}"#
    )
    try Database(path: place.path("x.db")).run(
      "CREATE TABLE A_bs (A_id INTEGER, bs_id TEXT, position, PRIMARY KEY (A_id, bs_id))"
    )
    let trial = try apply(place)
    #expect(trial.status == 1 && trial.error.contains("RK1040"))
    try place.write(#"{"id":1,"bs":[{"id":"5"}]}"#, to: "in.json")
    #expect(try apply(place).status == 0)
  }

  @Test("RK5004: texts for an integer key are refused beforehand")
  func mismatch() throws {
    let place = try place("id INTEGER PRIMARY KEY, name", key: Self.textKey, #"[{"id":"x"}]"#)
    let trial = try apply(place)
    #expect(trial.status == 5)
    #expect(trial.error.contains("the table 'City' would store other values"))
    #expect(try rows(place) == nil)
  }

  @Test(
    "Keys that the table treats as equal are counted as one",
    arguments: [
      ("id TEXT PRIMARY KEY COLLATE NOCASE, name", "A", "a"),
      ("id PRIMARY KEY COLLATE RTRIM, name", "a", "a "),
    ]
  )
  func equalKeys(table: String, first: String, second: String) throws {
    let input = #"[{"id":"\#(first)","name":"a"},{"id":"\#(second)","name":"b"}]"#
    let place = try place(table, key: Self.textKey, input)
    #expect(counts(try apply(place)) == "1,0,0,0")
    let stored = try rows(place)
    // The row changes and changes back: it is unchanged.
    #expect(counts(try apply(place)) == "0,0,1,0")
    #expect(try rows(place) == stored)
    #expect(counts(try apply(place, "--mode", "append")) == "0,0,1,0")
    try place.write(#"[{"id":"\#(first)"},{"id":"\#(second)","name":"c"}]"#, to: "in.json")
    #expect(counts(try apply(place)) == "0,1,0,0")
  }
}
