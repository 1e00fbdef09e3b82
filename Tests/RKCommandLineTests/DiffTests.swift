import Foundation
import RKCommandLine
import RKSQLite
import Testing

@Suite("rkmap diff")
struct DiffTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(Self.spec, to: "spec.json")
    try place.write(#"[{"id": 2, "name": "b", "n": 1}, {"id": 1, "name": "a"}]"#, to: "old.json")
    try place.write(
      #"[{"id": 1, "name": null}, {"id": 3}, {"id": 2, "name": "b", "n": 1.0}]"#,
      to: "new.json"
    )
  }

  private static let spec = """
    {"mappers": [{"id": "m", "target": "M", "identification": "id", "attributes": ["id", "name", "n"],
      "relationships": [{"from": "parts", "to": "parts", "map-ref": "p", "many": true}]},
      {"id": "p", "target": "P", "attributes": ["x"]}], "root-map-ref": "m"}
    """

  private func diff(_ arguments: String...) -> CommandTrial { diff(arguments) }

  private func diff(_ arguments: [String]) -> CommandTrial {
    let files = ["spec.json"] + arguments.prefix(2)
    return CommandTrial(["diff"] + files.map(place.path) + arguments.dropFirst(2))
  }

  private func makeDatabase(_ name: String) {
    let trial = CommandTrial([
      "apply", place.path("spec.json"), place.path("\(name).json"), "-o", place.path("\(name).db"),
    ])
    #expect(trial.status == .success)
  }

  private let changes = """
    {"op":"change","target":"M","key":{"id":1},"changes":{"name":{"old":"a","new":null}}}
    {"op":"add","target":"M","key":{"id":3},"record":{"id":3}}

    """

  // MARK: - Sides

  @Test(
    "a record that a side has more than once is told if its values differ",
    arguments: [
      (#"[{"id": 2, "n": 1}, {"id": 2, "n": 2}]"#, "'M id=2' occurs more than once in"),
      (#"[{"id": 2, "n": 2}, {"id": 2, "n": 2}]"#, nil),
      (#"[{"id": 2}, {"id": 2, "n": 2}]"#, "'M id=2' occurs"),
      (
        #"[{"id": 3, "n": 1}, {"id": 2, "n": 1}, {"id": 2, "n": 2}, {"id": 3, "n": 3}]"#,
        "2 records of 'M' occur more than once in"
      ),
    ]
  )
  func repeated(old: String, message: String?) throws {
    try place.write(old, to: "old.json")
    try place.write(#"[{"id": 2, "n": 2}]"#, to: "new.json")
    let trial = diff("old.json", "new.json", "--to", "ndjson")
    if let message {
      #expect(trial.firstError.hasPrefix("warning[RK3031]: \(message)"))
      #expect(message.hasPrefix("2") == trial.firstError.hasSuffix("the first of them is 'M id=2'"))
      #expect(trial.error.split(separator: "[RK").count == 2)
    } else {
      #expect(trial.error == "")
    }
    #expect(trial.output.contains(#""id":3"#) == old.contains("3"))
    #expect(!trial.output.contains(#""id":2"#))
  }

  @Test("what differs is exit 1, in the order of keys; what does not is exit 0")
  func documents() {
    let trial = diff("old.json", "new.json", "--to", "ndjson")
    #expect(trial.status == .badData)
    #expect(trial.output == changes)
    #expect(trial.error == "")
    let same = diff("old.json", "old.json")
    #expect(same.status == .success)
    #expect(same.output == "0 added, 0 removed, 0 changed, 2 same\n")
  }

  @Test("a database is told by its first bytes, and absent is null there")
  func databases() throws {
    makeDatabase("old")
    makeDatabase("new")
    #expect(diff("old.db", "old.json").status == .success)
    #expect(diff("new.json", "new.db").status == .success)
    let trial = diff("old.db", "new.db", "--to", "ndjson")
    #expect(trial.status == .badData)
    #expect(
      trial.output.hasPrefix(
        #"{"op":"change","target":"M","key":{"id":1},"changes":{"name":{"old":"a","new":null}}}"#
      )
    )
    try place.write(Array("SQLite format 3".utf8), to: "short.db")
    #expect(diff("short.db", "new.json").status == .badInput)
  }

  @Test("a connection to a row that is not there makes no record")
  func danglingKeys() throws {
    try place.write(
      """
      {"mappers": [{"id": "m", "target": "M", "identification": "id",
        "attributes": ["id", {"to": "other", "hidden": true}],
        "connections": [{"to": "o", "target": "O", "where": {"other": "id"}}]},
        {"id": "o", "target": "O", "identification": "id", "attributes": ["id"]}], "root-map-ref": "m",
        "targets": {"M": {"properties": {"o": "O"}}}}
      """,
      to: "spec.json"
    )
    try place.write(#"[{"id": 1, "other": 7}]"#, to: "old.json")
    try place.write(#"[{"id": 1, "other": 8}]"#, to: "new.json")
    makeDatabase("old")
    makeDatabase("new")
    let trial = diff("old.db", "new.db", "--to", "ndjson")
    #expect(
      trial.output
        == #"{"op":"change","target":"M","key":{"id":1},"changes":{"o":{"old":{"id":7},"new":{"id":8}}}}"#
        + "\n"
    )
  }

  @Test("a side may be a pipe")
  func pipes() throws {
    let trial = try place.run(
      ["diff", "spec.json", "-", "new.json", "--to", "ndjson"],
      from: place.path("old.json")
    )
    #expect(trial.output == changes)
    let shell = try place.shell(
      #"cat old.json | "$0" diff spec.json /dev/stdin new.json --stat > out.txt; test $? = 1"#
    )
    #expect(shell.terminationStatus == 0)
    #expect(try place.read("out.txt") == "M: 1 added, 0 removed, 1 changed, 1 same\n")
  }

  @Test("what format a side has makes no difference")
  func formats() throws {
    try place.write("{\"id\":\"1\"}\n{\"id\":\"2\"}\n", to: "a.ndjson")
    try place.write("id\n2\n1\n", to: "a.csv")
    #expect(diff("a.ndjson", "a.csv").status == .success)
    try place.write("id,name\n1,x\n", to: "b.csv")
    let trial = diff("a.csv", "b.csv")
    #expect(!trial.output.contains("b.csv:"))
  }

  @Test(
    "what differs among many records is found where it is",
    arguments: ["[", "{\"head\": [1], \"items\": [", ""]
  )
  func manyRecords(head: String) throws {
    let spec = Self.spec.dropFirst().drop { $0 == " " }
    try place.write(
      "{" + (head.hasPrefix("{") ? "\"keyPath\": \"items\", " : "") + spec,
      to: "spec.json"
    )
    let end = head.isEmpty ? "" : head == "[" ? "]" : "], \"tail\": {}}"
    let lines = (0..<3_000).map { number in
      "{\"id\": \(number), \"name\": \"a, ]\\\"\(number)\", \"parts\": [{\"x\": \(number)}]}"
    }
    var changed = lines
    for number in [0, 1_500, 2_999] {
      changed[number] = "{\"id\": \(number), \"name\": \"b\", \"parts\": [{\"x\": \(number)}]}"
    }
    let separator = head.isEmpty ? "\n" : ",\n"
    let ending = head.isEmpty ? "ndjson" : "json"
    try place.write(head + lines.joined(separator: separator) + end, to: "many.\(ending)")
    try place.write(head + changed.joined(separator: separator) + end, to: "changed.\(ending)")
    let trial = diff("many.\(ending)", "changed.\(ending)")
    for (line, column) in [(1, head.utf8.count + 19), (1_501, 22), (3_000, 22)] {
      #expect(trial.output.contains("changed.\(ending):\(line):\(column)\n"), "\(trial.output)")
    }
    #expect(trial.output.hasSuffix("\n0 added, 0 removed, 3 changed, 2997 same\n"))
  }

  // MARK: - Merging

  @Test("an older record is dropped with what it brings along")
  func revisions() throws {
    try place.write(
      """
      {"root-map-ref": "m", "mappers": [{"id": "m", "target": "M", "identification": "id", "modification": "rev",
        "attributes": ["id", {"from": "rev", "to": "rev", "type": "integer"}, "n"],
        "relationships": [{"from": "u", "to": "u", "map-ref": "u", "many": false}]},
        {"id": "u", "target": "U", "identification": "id", "attributes": ["id", "name"]}]}
      """,
      to: "spec.json"
    )
    try place.write(
      """
      [{"id": 1, "rev": 2, "n": "new", "u": {"id": 1, "name": "a"}},
       {"id": 1, "rev": 1, "n": "old", "u": {"id": 1, "name": "b"}}]
      """,
      to: "old.json"
    )
    try place.write(
      #"[{"id": 1, "rev": 2, "n": "new", "u": {"id": 1, "name": "a"}}]"#,
      to: "new.json"
    )
    #expect(diff("old.json", "new.json").status == .success)
  }

  @Test("a number and a text are one key, which is the number, whichever side has it")
  func kinds() throws {
    try place.write(#"[{"id": "5", "n": 1}]"#, to: "old.json")
    try place.write(#"[{"id": 5, "n": 2}]"#, to: "new.json")
    let key = #""key":{"id":5},"changes":{"id":"#
    #expect(diff("old.json", "new.json", "--to", "ndjson").output.contains(key))
    #expect(diff("new.json", "old.json", "--to", "ndjson").output.contains(key))
  }

  // MARK: - Exceptions

  @Test("what is near is the same, also in lists and among records without identity")
  func tolerance() throws {
    try place.write(
      """
      {"root-map-ref": "m", "mappers": [{"id": "m", "target": "M", "attributes": ["n",
        {"from": "at", "to": "at", "type": "date"}, {"from": "d", "to": "d", "type": "decimal"}, "list"]}]}
      """,
      to: "spec.json"
    )
    try place.write(
      """
      [{"n": 1}, {"n": 2}, {"n": 3, "at": "2020-01-01T00:00:00Z", "d": "1.00", "list": [1, 2]}]
      """,
      to: "old.json"
    )
    try place.write(
      """
      [{"n": 3.1, "at": "2020-01-01T00:00:30.5Z", "d": "1.01", "list": [1.1, 2]}, {"n": 2.1}, {"n": 1.2}]
      """,
      to: "new.json"
    )
    let flags = ["--tolerance", "n=0.1", "--tolerance", "M.at=31", "--tolerance", "d=0.01"]
    let trial = diff(["old.json", "new.json"] + flags + ["--tolerance", "list=0.1", "--stat"])
    #expect(trial.output == "M: 1 added, 1 removed, 0 changed, 2 same\n")
    let strict = diff(["old.json", "new.json"] + flags + ["--stat"])
    #expect(strict.output == "M: 2 added, 2 removed, 0 changed, 1 same\n")
  }

  @Test(
    "names that the spec lacks are exit 2, with the nearest",
    arguments: [
      (["--ignore", "M.nmae"], "M.name"), (["--ignore", "N"], "M"),
      (["--tolerance", "M.m=1"], "M.n"), (["--ignore", "M.part"], "M.parts"),
    ]
  )
  func names(flags: [String], nearest: String) {
    let trial = diff(["old.json", "new.json"] + flags)
    #expect(trial.status == .badCommandLine)
    #expect(trial.firstError.hasSuffix("did you mean '\(nearest)'?"))
  }

  @Test(
    "flags that do not fit are exit 2",
    arguments: [
      ["--tolerance", "n"], ["--tolerance", "n=-1"], ["--to", "sql", "--stat"],
      ["--to", "sql", "--ignore", "M.n"], ["--limit", "-1"],
    ]
  )
  func flags(flags: [String]) {
    #expect(diff(["old.json", "new.json"] + flags).status == .badCommandLine)
  }

  @Test("a limit leaves the counts and the status as they are")
  func limit() {
    let trial = diff("old.json", "new.json", "--limit", "0")
    #expect(trial.status == .badData)
    #expect(
      trial.output
        == "2 more differences are not shown\n1 added, 0 removed, 1 changed, 1 same\n"
    )
  }

  // MARK: - Trouble

  @Test("a side that cannot be read is never the same")
  func unreadable() throws {
    try place.write("[", to: "bad.json")
    #expect(diff("bad.json", "bad.json").status == .badInput)
    #expect(diff("none.json", "old.json").status == .badInput)
    #expect(CommandTrial("diff", place.path("spec.json"), "-", "-").status == .badCommandLine)
    #expect(CommandTrial("diff", place.path("spec.json"), "a.json").firstError.contains("a NEW"))
  }

  @Test("records that fail are exit 4, or left out with one warning")
  func failures() throws {
    try place.write(
      #"{"mappers": [{"id": "m", "target": "M", "identification": "id", "attributes": [{"to": "id", "type": "integer"}]}]}"#,
      to: "spec.json"
    )
    try place.write(#"[{"id": "x"}, {"id": 1}, {"id": "z"}]"#, to: "old.json")
    let trial = diff("old.json", "old.json", "--strict")
    #expect(trial.status == .badInput)
    let skipping = diff("old.json", "old.json", "--strict", "--on-error", "skip")
    #expect(skipping.status == .success)
    #expect(skipping.firstError.hasPrefix("warning[RK1002]: 2 records of "))
    // One for each side.
    #expect(skipping.error.split(separator: "\n").count { $0.hasPrefix("warning") } == 2)
  }

  @Test("a database of another schema is exit 5")
  func otherSchema() throws {
    try Database(path: place.path("other.db")).run("CREATE TABLE X (a)")
    let trial = diff("other.db", "new.json")
    #expect(trial.status == .badOutput)
    #expect(trial.firstError.hasPrefix("error[RK5004]"))
  }

  // MARK: - Scripts

  @Test("a script makes the rows of the new side, whatever keys they have")
  func script() throws {
    try place.write(
      """
      [{"id": "s", "name": "it's", "parts": [{"x": 1}, {"x": 2}]}, {"id": "t", "parts": []}, {"id": "u", "n": 1e300}]
      """,
      to: "old.json"
    )
    try place.write(
      #"[{"id": "s", "name": "b", "parts": [{"x": 2}]}, {"id": "u", "n": "1"}, {"id": "v", "parts": [{"x": null}]}]"#,
      to: "new.json"
    )
    makeDatabase("old")
    makeDatabase("new")
    for old in ["old.json", "old.db"] {
      makeDatabase("old")
      let script = diff(old, "new.json", "--to", "sql")
      #expect(script.status == .badData)
      try Database(path: place.path("old.db")).run(script.output)
      #expect(diff("old.db", "new.db").status == .success)
      #expect(diff("old.db", "new.db", "--to", "sql").output.contains("UPDATE") == false)
    }
  }
}
