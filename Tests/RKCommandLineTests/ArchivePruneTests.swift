import RKSQLite
import Testing

@Suite("--prune of archives: each entry has its scope")
struct ArchivePruneTests {
  private static let spec = #"""
    {"path": "/cities/:city/users", "prune": "city == @metadata.routing.parameters.city",
     "mappers": [{"id": "u", "target": "User", "identification": "id",
       "attributes": ["id", {"from": "@metadata.routing.parameters.city", "to": "city"}]}]}
    """#

  private static func archive(_ entries: (city: String, ids: [Int])...) -> String {
    let entries = entries.map { city, ids in
      let text = "[" + ids.map { #"{\"id\": \#($0)}"# }.joined(separator: ", ") + "]"
      return #"""
        {"request": {"method": "GET", "url": "https://e.org/cities/\#(city)/users"},
         "response": {"status": 200, "content": {"mimeType": "application/json", "text": "\#(text)"}}}
        """#
    }
    return #"{"log": {"version": "1.2", "entries": [\#(entries.joined(separator: ","))]}}"#
  }

  private func place() throws -> Workplace {
    let place = try Workplace(spec: Self.spec, input: "")
    try place.write(Self.archive(("rome", [1, 2]), ("oslo", [3, 4]), ("bern", [5])), to: "a.har")
    #expect(try place.run("apply", "spec.json", "a.har", "-o", "x.db").status == 0)
    return place
  }

  private func users(_ place: Workplace) throws -> String? {
    try Database(path: place.path("x.db"), mayCreate: false).text(
      "SELECT group_concat(id || city, ' ') FROM (SELECT * FROM User ORDER BY id)"
    )
  }

  private func apply(_ place: Workplace, _ archive: String, limit: String) throws -> ProgramTrial {
    try place.write(archive, to: "b.har")
    return try place.run(
      "apply",
      "spec.json",
      "b.har",
      "-o",
      "x.db",
      "--prune",
      "--prune-limit",
      limit
    )
  }

  @Test("Rows in the scope of an entry that no entry of the scope has brought are deleted")
  func scopes() throws {
    let place = try place()
    let archive = Self.archive(("rome", [1]), ("oslo", [3]))
    #expect(try apply(place, archive, limit: "50%").status == 0)
    #expect(try users(place) == "1rome 3oslo 5bern")
  }

  @Test("Entries of one scope are one response: rows that any of them brings stay")
  func pages() throws {
    let place = try place()
    let archive = Self.archive(("rome", [1]), ("oslo", [4]), ("rome", [2]))
    #expect(try apply(place, archive, limit: "50%").status == 0)
    #expect(try users(place) == "1rome 2rome 4oslo 5bern")
  }

  @Test("An entry without records prunes nothing of its scope, other entries prune their own")
  func noRecords() throws {
    let place = try place()
    let trial = try apply(place, Self.archive(("rome", []), ("oslo", [3])), limit: "50%")
    #expect(trial.status == 0)
    #expect(trial.error.contains("note[RK5015]: nothing is pruned: the run brought no record of"))
    #expect(trial.error.contains("city rome"))
    #expect(try users(place) == "1rome 2rome 3oslo 5bern")
  }

  @Test("The limit applies to each scope, and if one exceeds it nothing is deleted")
  func limit() throws {
    let place = try place()
    let archive = Self.archive(("rome", [1]), ("oslo", [3, 4, 6]))
    let trial = try apply(place, archive, limit: "40%")
    #expect(trial.status == 1)
    #expect(trial.error.contains("1 of 2 stored rows in the scope of 'User'"))
    #expect(try users(place) == "1rome 2rome 3oslo 4oslo 5bern 6oslo")
  }

  @Test("An error in one entry prunes nothing")
  func error() throws {
    let place = try place()
    let archive = Self.archive(("rome", [1]), ("oslo", [3]))
      .replacing(#"[{\"id\": 3}]"#, with: #"[{\"id\": 3}, {}]"#)
    try place.write(archive, to: "b.har")
    let trial = try place.run(
      "apply",
      "spec.json",
      "b.har",
      "-o",
      "x.db",
      "--prune",
      "--on-error",
      "skip"
    )
    #expect(trial.status == 1)
    #expect(trial.error.contains("nothing is pruned: there were errors"))
    #expect(try users(place) == "1rome 2rome 3oslo 4oslo 5bern")
  }
}
