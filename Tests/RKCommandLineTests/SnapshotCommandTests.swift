import Foundation
import TestSupport
import Testing

@testable import RKCommandLine

@Suite("rkmap test with snapshots")
struct SnapshotCommandTests {
  private let place: Workplace
  private let kept = "api/__rkmap__/fixtures/users.json.snap.json"

  private static let spec = #"""
    {"keyPath": "users", "mappers": [
      {"id": "user", "target": "User", "identification": "id", "attributes": ["id", "name", "at"]}]}
    """#

  private static let fixture = #"""
    {"users": [
      {"id": 10, "name": "Ann", "at": 1},
      {"id": 9, "name": "Bob", "at": 2}]}
    """#

  init() throws {
    place = try Workplace()
    try place.makeFolder("api/fixtures")
    try place.write(Self.spec, to: "api/spec.json")
    try place.write(Self.fixture, to: "api/fixtures/users.json")
    try write(cases: #"[{"files": "fixtures/*.json", "snapshot": true}]"#)
  }

  private func write(cases: String, redact: String = "[]") throws {
    let text = #"{"spec": "spec.json", "cases": \#(cases), "redact": \#(redact)}"#
    try place.write(text, to: "api/rkmap.test.json")
  }

  private func replace(_ old: String, _ new: String, in name: String) throws {
    let text = try place.read(name)
    try place.write(text.replacingOccurrences(of: old, with: new), to: name)
  }

  private func test(_ flags: String..., inCI: Bool = false) -> CommandTrial {
    CommandTrial(["test", place.path("api")] + flags) { $0.variables = inCI ? ["CI": "1"] : [:] }
  }

  @Test("--update writes what differs, reports it, and writes nothing if nothing has changed")
  func update() throws {
    let first = test("--update")
    #expect(first.status == .success)
    #expect(first.output.contains("\nwrote \(place.path(kept))\n"))
    #expect(
      try place.read(kept)
        == """
        {
          "$snapshot": 3,
          "User": [
            {
              "id": 9,
              "name": "Bob",
              "at": 2
            },
            {
              "id": 10,
              "name": "Ann",
              "at": 1
            }
          ]
        }

        """
    )
    #expect(!test("--update").output.contains("wrote"))
    #expect(test(inCI: true).status == .success)
    try place.write(try place.read(kept).replacingOccurrences(of: "\n", with: "\r\n"), to: kept)
    #expect(test(inCI: true).status == .success)
    #expect(!test("--update").output.contains("wrote"))
    #expect(try place.read(kept).contains("\r\n"))
  }

  @Test("RK3020: a changed member is named with its record, both values, and all places")
  func changed() throws {
    _ = test("--update")
    try replace("Bob", "Bo", in: "api/fixtures/users.json")
    let trial = test()
    #expect(trial.status == .badData)
    let head = trial.output.split(separator: "\n", omittingEmptySubsequences: false).prefix(10)
      .joined(separator: "\n")
    let finding = #"error[RK3020]: '/name' of User 9 has changed: it was "Bob", and is "Bo""#
    #expect(head.contains(finding + "\n"))
    #expect(head.contains("--> \(place.path("api/fixtures/users.json")):3:21   /users/1/name\n"))
    #expect(head.contains("::: \(place.path(kept)):6:15   "))
    #expect(head.contains("api/spec.json:2:81   mappers.user.attributes.name"))
    #expect(head.contains("rkmap test --update "))
  }

  @Test("the new name of a missing key is suggested")
  func renamed() throws {
    _ = test("--update")
    for name in ["fullName", "nmae", "Name"] {
      try replace("\"name\": \"Bob\"", "\"\(name)\": \"Bo\"", in: "api/fixtures/users.json")
      #expect(test().output.contains("the object has '\(name)': did 'name' become that?\n"))
      try replace("\"\(name)\": \"Bo\"", "\"name\": \"Bob\"", in: "api/fixtures/users.json")
    }
    try replace("\"name\": \"Bob\"", "\"name\": null, \"x\": 1", in: "api/fixtures/users.json")
    #expect(!test().output.contains("become that"))
    try replace("\"name\": null, \"x\": 1", "\"x\": 1, \"y\": 2", in: "api/fixtures/users.json")
    #expect(!test().output.contains("become that"))
  }

  @Test("the errors of a fixture are shown before its warnings")
  func errorsFirst() throws {
    try replace(
      "\"id\": \"user\",",
      "\"id\": \"user\", \"unknown\": \"report\",",
      in: "api/spec.json"
    )
    _ = test("--update")
    try replace("\"name\": \"Bob\"", "\"title\": \"Bob\"", in: "api/fixtures/users.json")
    let lines = test().output.split(separator: "\n").filter { $0.contains("[RK") }
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("error[RK3020]") == true)
    #expect(lines.last?.hasPrefix("warning[RK3001]") == true)
  }

  @Test("changes of one member of many records are one diagnostic")
  func manyChanges() throws {
    let records = (0..<40).map { #"{"id": \#($0), "name": "n\#($0)"}"# }.joined(separator: ",\n")
    try place.write("{\"users\": [\(records)]}", to: "api/fixtures/users.json")
    _ = test("--update")
    try replace("name", "title", in: "api/fixtures/users.json")
    let trial = test()
    #expect(trial.output.components(separatedBy: "error[RK3020]").count == 2)
    #expect(trial.output.contains("40 of 40 records"))
  }

  @Test("changes of several elements of one record's list count as one record")
  func changesOfOneRecord() throws {
    try replace("\"at\": 1", "\"at\": [\"a\", \"b\"]", in: "api/fixtures/users.json")
    _ = test("--update")
    try replace("[\"a\", \"b\"]", "[\"x\", \"y\"]", in: "api/fixtures/users.json")
    let trial = test()
    #expect(trial.output.components(separatedBy: "error[RK3020]").count == 2)
    #expect(trial.output.contains("(2 times)"))
  }

  @Test("RK3020: missing and new records are reported")
  func records() throws {
    _ = test("--update")
    try replace("\"id\": 9", "\"id\": 8", in: "api/fixtures/users.json")
    let trial = test()
    #expect(trial.output.contains("User 9 has changed: it is in the snapshot, and "))
    #expect(trial.output.contains("User 8 has changed: it is new"))
    #expect(trial.output.contains("users.json:3:3   /users/1\n"))
  }

  @Test("a value taken from an owner is not searched for in its child")
  func ownersValue() throws {
    let kids = #"""
      "relationships": [{"from": "kids", "to": "kids", "map-ref": "kid"}], "attributes": ["id", "name"]},
      {"id": "kid", "target": "Kid", "attributes": ["n", {"@parent.name": "owner"}]}]}
      """#
    let spec = Self.spec.replacing(#""attributes": ["id", "name", "at"]}]}"#, with: kids)
    try place.write(
      spec.replacing(#"{"keyPath""#, with: #"{"root-map-ref": "user", "keyPath""#),
      to: "api/spec.json"
    )
    let user = #"{"id": 1, "name": "Ann", "kids": [{"n": 1, "name": "Bob"}]}"#
    try place.write("{\"users\": [\(user)]}", to: "api/fixtures/users.json")
    _ = test("--update")
    try replace("Ann", "Eve", in: "api/fixtures/users.json")
    let output = test().output
    #expect(output.contains("'/kids/0/owner' of User 1 has changed"))
    #expect(output.contains("   /users/0\n"))
    #expect(!output.contains("/kids/0/name"))
  }

  @Test("RK3021, RK3022: missing and stale snapshots warn, and fail in CI")
  func missing() throws {
    #expect(test().status == .success)
    #expect(test().output.contains("warning[RK3021]"))
    #expect(test(inCI: true).status == .badData)
    _ = test("--update")
    let fixture = try place.read("api/fixtures/users.json")
    try place.write(fixture, to: "api/fixtures/more.json")
    try write(cases: #"[{"files": "fixtures/more.json", "snapshot": true}]"#)
    let trial = test(inCI: true)
    #expect(trial.status == .badData)
    #expect(trial.output.contains("error[RK3021]"))
    #expect(trial.output.contains("error[RK3022]"))
    #expect(test("--filter", "more").output.contains("RK3022"))
    try place.makeFolder("api/__rkmap__/old")
    try place.write("{}", to: "api/__rkmap__/old/x.ndjson")
    try place.write("mine", to: "api/__rkmap__/note.txt")
    #expect(test("--update").output.contains("\nremoved \(place.path(kept))\n"))
    #expect(place.names(in: "api/__rkmap__") == ["fixtures", "note.txt"])
    #expect(test(inCI: true).status == .success)
  }

  @Test("RK3056: a snapshot with a merge conflict is exit 4, and --update writes it anew")
  func conflict() throws {
    _ = test("--update")
    try place.write("<<<<<<< HEAD\n" + (try place.read(kept)), to: kept)
    let trial = test()
    #expect(trial.status == .badInput)
    #expect(trial.output.contains("error[RK3056]"))
    #expect(test("--update").status == .success)
    #expect(test(inCI: true).status == .success)
    try place.write("{\"$snapshot\": 3, ", to: kept)
    #expect(test("--update").status == .badInput)
    #expect(try place.read(kept) == "{\"$snapshot\": 3, ")
  }

  @Test("redacted members may change; unknown names are exit 3")
  func redactions() throws {
    let cases = #"[{"files": "fixtures/*.json", "snapshot": true}]"#
    try write(cases: cases, redact: #"["User.at"]"#)
    _ = test("--update")
    #expect(try place.read(kept).contains(#""at": "<redacted>""#))
    try replace("\"at\": 1", "\"at\": \"now\"", in: "api/fixtures/users.json")
    #expect(test(inCI: true).status == .success)
    for (name, message) in [
      ("Usr.at", "the spec has no target 'Usr'; did you mean 'User'?"),
      ("User.nam", "records of 'User' have no member 'nam'; did you mean 'name'?"),
      ("at", "'at' does not name a member of a target"),
    ] {
      try write(cases: cases, redact: "[\"\(name)\"]")
      let trial = test()
      #expect(trial.status == .badSpec)
      #expect(trial.output.contains("error[RK2083]: \(message)"))
    }
  }

  @Test("the nesting key of a dynamic mapper may be redacted in its choices")
  func redactedNestingKey() throws {
    try place.write(
      #"""
      {"keyPath": "users", "root-map-ref": "any", "mappers": [
        {"id": "any", "dynamic": true, "keyAttribute": "name", "default": "user", "matchers": []},
        {"id": "user", "target": "User", "attributes": ["id"]}]}
      """#,
      to: "api/spec.json"
    )
    try place.write(#"{"users": {"Ann": {"id": 1}}}"#, to: "api/fixtures/users.json")
    try write(
      cases: #"[{"files": "fixtures/*.json", "snapshot": true}]"#,
      redact: #"["User.name"]"#
    )
    #expect(test("--update").status == .success)
    #expect(try place.read(kept).contains("{\n      \"name\": \"<redacted>\",\n      \"id\": 1\n"))
  }

  @Test("of targets whose names begin alike the longest matches a redaction")
  func redactedTargetWithDot() throws {
    let spec = Self.spec.replacing(
      #"{"id": "user", "#,
      with: #"{"id": "other", "target": "Us", "attributes": ["er.at"]}, {"id": "user", "#
    )
    try place.write(
      spec.replacing(#""target": "User""#, with: #""target": "Us.er""#)
        .replacing(#"{"keyPath""#, with: #"{"root-map-ref": "user", "keyPath""#),
      to: "api/spec.json"
    )
    try write(cases: #"[{"files": "fixtures/*.json", "snapshot": true}]"#, redact: #"["Us.er.at"]"#)
    #expect(test("--update").status == .success)
    #expect(try place.read(kept).contains(#""at": "<redacted>""#))
  }

  @Test("two cases keep separate snapshots of one fixture if their routes differ")
  func routes() throws {
    let one = #"{"files": "fixtures/users.json", "snapshot": true, "route": {"path": "/a_b"}}"#
    let two = #"{"files": "fixtures/users.json", "snapshot": true, "route": {"path": "/a/b"}}"#
    try write(cases: "[\(one), \(two)]")
    #expect(test("--update").status == .success)
    #expect(
      place.names(in: "api/__rkmap__/fixtures")
        == ["users.json._a%5Fb.snap.json", "users.json._a_b.snap.json"]
    )
    #expect(test(inCI: true).status == .success)
    try write(cases: "[\(one), \(one)]")
    #expect(test().status == .badSpec)
    #expect(test().output.contains("error[RK2085]"))
  }

  @Test("RK5001: a snapshot that cannot be written is exit 5, and fails its fixture")
  func unwritable() throws {
    try place.write("{\"users\": []}", to: "api/fixtures/more.json")
    try place.write("in the way", to: "api/__rkmap__")
    let trial = test("--update")
    #expect(trial.status == .badOutput)
    #expect(trial.output.components(separatedBy: "error[RK5001]").count == 3)
    #expect(trial.output.hasSuffix("2 fixtures, 0 passed, 2 failed\n"))
    #expect(test("--update", "--report", "junit").output.contains(#"tests="2" failures="2""#))
    #expect(try place.read("api/__rkmap__") == "in the way")
  }

  @Test("nothing is removed in a run that could not write")
  func unwritableAndStale() throws {
    _ = test("--update")
    try place.write("{\"users\": []}", to: "api/fixtures/more.json")
    try write(cases: #"[{"files": "fixtures/more.json", "snapshot": true}]"#)
    try FileManager.default.removeItem(atPath: place.path("api/__rkmap__/fixtures"))
    try place.write("in the way", to: "api/__rkmap__/fixtures")
    try place.write("{}", to: "api/__rkmap__/stale.ndjson")
    #expect(test("--update").status == .badOutput)
    #expect(place.names(in: "api/__rkmap__") == ["fixtures", "stale.ndjson"])
  }

  /// Creates a link to itself, which nobody can read, not even root.
  private func loop(_ name: String) throws {
    try? FileManager.default.removeItem(atPath: place.path(name))
    try FileManager.default.createSymbolicLink(
      atPath: place.path(name),
      withDestinationPath: place.path(name)
    )
  }

  @Test(
    "RK4001: if a fixture or a folder cannot be read, no snapshot is removed or called stale",
    arguments: [
      #""fixtures/*.json""#, #""fixtures/users.json""#, #""f*/users.json""#,
      #""more/*.json", "fixtures/*""#,
    ],
    ["api/fixtures/users.json", "api/fixtures"]
  )
  func unread(files: String, lost: String) throws {
    try place.makeFolder("api/more")
    try place.write(Self.fixture, to: "api/more/a.json")
    _ = test("--update")
    try write(cases: "[{\"files\": [\(files)], \"snapshot\": true}]")
    try loop(lost)
    for flags in [[], ["--update"]] {
      let trial = CommandTrial(["test", place.path("api")] + flags)
      #expect(trial.status == .badInput)
      #expect(trial.output.contains("error[RK4001]: '\(place.path("api/fixtures"))"))
      #expect(trial.output.contains("rkmap.test.json:1:"))
      #expect(!trial.output.contains("RK3022") && !trial.output.contains("passed"))
      #expect(place.names(in: "api/__rkmap__/fixtures") == ["users.json.snap.json"])
    }
  }

  @Test(
    "RK4001: a dangling link, or one to a device, is a fixture that cannot be read",
    arguments: ["nowhere.json", "/dev/null"]
  )
  func away(target: String) throws {
    _ = test("--update")
    try FileManager.default.removeItem(atPath: place.path("api/fixtures/users.json"))
    try FileManager.default.createSymbolicLink(
      atPath: place.path("api/fixtures/users.json"),
      withDestinationPath: target
    )
    try place.write(Self.fixture, to: "api/fixtures/more.json")
    #expect(test("--update").status == .badInput)
    #expect(place.names(in: "api/__rkmap__/fixtures") == ["users.json.snap.json"])
  }

  @Test("RK4001: a snapshot that cannot be read is not rewritten")
  func unreadSnapshot() throws {
    _ = test("--update")
    try loop(kept)
    try place.write("{}", to: "api/__rkmap__/stale.ndjson")
    for flag in ["--update", "--strict"] {
      let trial = test(flag)
      #expect(trial.status == .badInput)
      #expect(trial.output.contains("error[RK4001]: the snapshot '\(place.path(kept))' cannot be"))
      #expect(trial.output.hasSuffix("1 fixture, 0 passed, 1 failed\n"))
      #expect(place.names(in: "api/__rkmap__") == ["fixtures", "stale.ndjson"])
    }
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: place.path(kept))) != nil)
  }

  @Test("RK4001: a folder of snapshots that cannot be read is an error")
  func unreadFolder() throws {
    try write(cases: #"[{"files": "fixtures/*.json"}]"#)
    try loop("api/__rkmap__")
    let trial = test("--update")
    #expect(trial.status == .badInput)
    #expect(trial.output.contains("error[RK4001]: '\(place.path("api/__rkmap__/"))', where snap"))
  }

  @Test("snapshots that a filter leaves out are neither stale nor removed")
  func filter() throws {
    try place.write(Self.fixture, to: "api/fixtures/more.json")
    _ = test("--update")
    try place.write("{}", to: "api/__rkmap__/stale.ndjson")
    let trial = test("--update", "--filter", "more")
    #expect(trial.status == .success)
    #expect(!test("--filter", "more").output.contains("RK3022"))
    #expect(place.names(in: "api/__rkmap__") == ["fixtures", "stale.ndjson"])
    #expect(test("--update", "--filter", "api").output.contains("removed "))
  }

  @Test("RK4001: an expected output that cannot be read is exit 4, one that is missing exit 1")
  func expectedOutput() throws {
    try write(
      cases: #"[{"files": "fixtures/*.json", "expect": {"output": "out.ndjson"}}]"#
    )
    #expect(test().status == .badData)
    try loop("api/out.ndjson")
    #expect(test().status == .badInput)
    #expect(test().output.contains("error[RK4001]: the expected output"))
  }

  @Test("RK4001: check reports that a fixture's suite could not be read")
  func check() throws {
    try write(cases: #"[{"files": ["fixtures/*.json", "lost/*.json"]}]"#)
    try loop("api/lost")
    let trial = CommandTrial("check", place.path("api/fixtures/users.json"))
    #expect(trial.status == .badInput)
    #expect(trial.output.contains("error[RK4001]: '\(place.path("api/lost"))"))
  }

  @Test(
    "RK5001: a standard output that is full is exit 5",
    .enabled(if: Machine.offers(FileManager.default.fileExists(atPath: "/dev/full"))),
    arguments: [[], ["--report", "json=-"], ["--report", "gcc=-"], ["--update"]]
  )
  func fullOutput(flags: [String]) throws {
    // Something is reported in each form.
    try write(
      cases: #"[{"files": "fixtures/*.json", "expect": {"types": {"User": {"count": 9}}}}]"#
    )
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let trial = try place.run(["test", "api"] + flags, output: full)
    #expect(trial.status == 5)
    #expect(
      trial.firstError
        == "error[RK5001]: the standard output cannot be written: No space left on device"
    )
  }

  @Test("a failed fixture is not compared, and its snapshot stays unchanged")
  func failed() throws {
    _ = test("--update")
    let before = try place.read(kept)
    try replace("\"id\": 9, \"name\"", "\"x\": 9, \"y\"", in: "api/fixtures/users.json")
    try replace(", \"at\": 2", "", in: "api/fixtures/users.json")
    let trial = test("--update")
    #expect(trial.status == .badData)
    #expect(trial.output.contains("RK1003"))
    #expect(!trial.output.contains("RK3020"))
    #expect(try place.read(kept) == before)
  }

  @Test("RK3020: a changed record of an archive is placed at its entry")
  func archive() throws {
    try write(cases: #"[{"files": "fixtures/*.har", "snapshot": true}]"#)
    let entries = ["Ann", "Bob"].enumerated().map { number, name in
      """
      {"request": {"url": "/users"}, "response": {"status": 200, "content": {"text": \
      "{\\"users\\": [{\\"id\\": \(number), \\"name\\": \\"\(name)\\"}]}"}}}
      """
    }
    try place.write(
      "{\"log\": {\"entries\": [\n \(entries.joined(separator: ",\n "))]}}",
      to: "api/fixtures/users.har"
    )
    #expect(test("--update").status == .success)
    try replace("Bob", "Bert", in: "api/fixtures/users.har")
    let trial = test()
    #expect(trial.status == .badData)
    #expect(trial.output.contains(#"it was "Bob", and is "Bert""#))
    #expect(trial.output.contains("--> \(place.path("api/fixtures/users.har")):3:2\n"))
  }
}
