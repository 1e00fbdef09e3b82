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

  @Test("RK1012: the key of an empty table that accepts only integers is a number")
  func integers() throws {
    let place = try place("id INTEGER PRIMARY KEY, name", #"[{"id":"x"},{"id":"5"}]"#)
    let trial = try apply(place, "--on-error", "skip")
    #expect(trial.status == 1 && trial.error.contains("RK1012"))
    #expect(try rows(place) == "5 NULL")
  }

  @Test("The key of an empty table of texts is a text, whatever comes first")
  func texts() throws {
    let place = try place("id VARCHAR(9) PRIMARY KEY, name", #"[{"id":5},{"id":"x"}]"#)
    #expect(try apply(place).status == 0)
    #expect(try rows(place) == "'5' NULL; 'x' NULL")
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
