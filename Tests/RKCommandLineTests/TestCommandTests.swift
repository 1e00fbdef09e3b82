import Foundation
@testable import RKCommandLine
import Testing

@Suite("rkmap test")
struct TestCommandTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(
      """
      {"mappers": [{"id": "user", "target": "User", "attributes": [
        {"from": "id", "type": "integer", "required": true}, {"from": "age", "type": "integer"}]}]}
      """,
      to: "spec.json"
    )
  }

  private func writeSuite(_ cases: String...) throws {
    try place.write(
      #"{"spec": "spec.json", "cases": [\#(cases.joined(separator: ","))]}"#,
      to: "rkmap.test.json"
    )
  }

  @Test("the output is the same for any number of threads")
  func threads() throws {
    try writeSuite(#"{"files": "f*.json"}"#)
    for number in 0..<40 {
      let text = number % 3 == 0 ? "[{}]" : #"[{"id": \#(number), "age": "x"}]"#
      try place.write(text, to: "f\(number).json")
    }
    let one = try place.run("test", "-j", "1")
    #expect(one.status == 1)
    #expect(one.output.hasSuffix("rkmap.test.json: 40 fixtures, 26 passed, 14 failed\n"))
    #expect(one.output.components(separatedBy: "FAIL ").count == 15)
    for count in ["2", "5", "64"] {
      #expect(try place.run("test", "-j", count).output == one.output)
    }
    #expect(try place.run("test").output == one.output)
  }

  @Test("--update is refused if CI is set")
  func update() throws {
    try writeSuite(#"{"files": "f.json"}"#)
    try place.write(#"[{"id": 1}]"#, to: "f.json")
    let console = RecordingConsole()
    let tool = CommandLineTool(arguments: ["test", "--update", place.path("")], console: console)
    console.variables = ["CI": ""]
    #expect(tool.run() == .success)
    console.variables = ["CI": "true"]
    #expect(tool.run() == .badCommandLine)
    #expect(console.error.contains("--update writes no snapshots where CI is set"))
  }

  @Test(
    "RK3013: a difference in an output is placed by its pointer, its line, or both",
    arguments: [
      ("out.json", #"[{"id":1,"age":4}]"#, #"3 at "/0/age", not 4"#),
      ("out.ndjson", #"{"id":1,"age":4}"#, #"3 at "/age" in line 1, not 4"#),
      ("out.csv", "id,age\n1,4\n", "1,3 in line 2, not 1,4"),
    ]
  )
  func outputs(name: String, expected: String, words: String) throws {
    try writeSuite(#"{"files": "f.json", "expect": {"output": "\#(name)"}}"#)
    try place.write(#"[{"id": 1, "age": 3}]"#, to: "f.json")
    try place.write(expected, to: name)
    let output = try place.run("test").output
    #expect(output.contains("the output of 'f.json' has \(words)"), "\(output)")
  }

  @Test("the duration is shown only on a terminal")
  func time() throws {
    try writeSuite(#"{"files": "f.json"}"#)
    try place.write(#"[{"id": 1}]"#, to: "f.json")
    let console = RecordingConsole()
    let tool = CommandLineTool(arguments: ["test", place.path("")], console: console)
    #expect(tool.run() == .success)
    #expect(!console.output.contains(" ms"))
    console.outputIsTerminal = true
    #expect(tool.run() == .success)
    #expect(console.output.contains(/\n1 test file: 1 fixture, 1 passed, in \d+ ms\n$/))
  }

  @Test("a report cannot replace a test file")
  func shared() throws {
    try writeSuite(#"{"files": "f.json"}"#)
    let trial = try place.run("test", "--report", "json=rkmap.test.json")
    #expect(trial.status == 2)
  }

  @Test("--strict and --fail-on warning turn warnings into failures")
  func warnings() throws {
    try writeSuite(#"{"files": "f.json"}"#)
    try place.write(#"[{"id": 1, "age": "x"}]"#, to: "f.json")
    let lax = try place.run("test")
    #expect(lax.status == 0)
    #expect(lax.output.hasPrefix("warning[RK1002]"))
    let failing = try place.run("test", "--fail-on", "warning")
    #expect(failing.status == 1)
    #expect(failing.output.hasPrefix("FAIL f.json\nwarning[RK1002]"))
    let contradiction = try place.run("test", "--strict", "--drift", "allow")
    #expect(contradiction.status == 2)
    #expect(
      contradiction.error.contains("--strict includes --drift fail, and --drift allow contradicts")
    )
    let strict = try place.run("test", "--strict")
    #expect(strict.status == 1)
    #expect(strict.output.hasPrefix("FAIL f.json\nerror[RK1002]"))
    #expect(try place.run("test", "--quiet").output == "")
  }

  @Test("--max-report limits the diagnostics of a fixture that are shown")
  func limit() throws {
    try writeSuite(#"{"files": "f.json"}"#)
    try place.write(#"[{"id": {}}, {"id": "x"}, {}]"#, to: "f.json")
    let trial = try place.run("test", "--max-report", "1")
    #expect(trial.output.components(separatedBy: "error[").count == 2)
    #expect(trial.output.contains("more findings in f.json"))
  }

  @Test("a reader that closes the output is not a failure of the program")
  func pipe() throws {
    try writeSuite(#"{"files": "f*.json"}"#)
    for number in 0..<200 { try place.write("[{}]", to: "f\(number).json") }
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let trial = try place.run(["test"], output: pipe.fileHandleForWriting)
    #expect(trial.status == 141)
    #expect(trial.error == "")
  }

  @Test("an expected error without a place leaves placed ones to others")
  func errorsAnywhere() throws {
    try place.write(#"[{"age": 1}, {"age": 2}]"#, to: "f.json")
    let (first, any) = (#"{"code": "RK1005", "at": "/0"}"#, #"{"code": "RK1005"}"#)
    for errors in ["\(any), \(first)", "\(first), \(any)"] {
      try writeSuite(#"{"files": "f.json", "expect": {"errors": [\#(errors)]}}"#)
      #expect(try place.run("test").status == 0)
    }
    try writeSuite(#"{"files": "f.json", "expect": {"errors": [\#(first), \#(first)]}}"#)
    #expect(try place.run("test").status == 1)
  }

  @Test(
    "a report cannot replace a file that the run reads",
    arguments: ["spec.json", "part.json", "f.json", "out.ndjson", "__rkmap__/f.json.snap.json"]
  )
  func reportOverRead(name: String) throws {
    try place.write(#"{"mappers": []}"#, to: "part.json")
    try place.write(
      #"{"include": ["part.json"], "mappers": [{"id": "u", "target": "User", "attributes": ["id"]}]}"#,
      to: "spec.json"
    )
    try place.write(#"{"id": 1}"#, to: "f.json")
    try place.write(#"{"id": 1}"# + "\n", to: "out.ndjson")
    try writeSuite(#"{"files": "f.json", "snapshot": true, "expect": {"output": "out.ndjson"}}"#)
    #expect(try place.run("test", "--update").status == 0)
    let text = try place.read(name)
    let trial = try place.run("test", "--report", "json=\(name)")
    #expect(trial.status == 2)
    #expect(trial.firstError == "error[RK5903]: what is read and a report both use '\(name)'")
    #expect(try place.read(name) == text)
  }

  @Test(
    "nothing can replace a file that the spec includes",
    arguments: [["-o"], ["--rejects"], ["--report", "json="]]
  )
  func outputOverInclude(flag: [String]) throws {
    try place.write(#"{"mappers": []}"#, to: "part.json")
    try place.write(
      #"{"include": ["part.json"], "mappers": [{"id": "u", "target": "User", "attributes": ["id"]}]}"#,
      to: "spec.json"
    )
    try place.write(#"{"id": 1}"#, to: "f.json")
    let flags = flag.count == 1 ? flag + ["part.json"] : [flag[0], flag[1] + "part.json"]
    let trial = try place.run(["apply", "spec.json", "f.json"] + flags)
    #expect(trial.status == 2)
    #expect(trial.error.components(separatedBy: "error[RK5903]").count == 2)
    #expect(try place.read("part.json") == #"{"mappers": []}"#)
  }

  @Test("files whose names look the same are two fixtures")
  func sameLook() throws {
    try place.write(#"{"id": 1}"#, to: "\u{E9}.json")
    try place.write(#"{"id": "x"}"#, to: "e\u{301}.json")
    try writeSuite(##"{"files": ["\u00e9.json", "e\u0301.json"], "snapshot": true}"##)
    let trial = try place.run("test", "--update")
    #expect(trial.status == 1)
    #expect(trial.output.contains("rkmap.test.json: 2 fixtures, 1 passed, 1 failed\n"))
  }

  @Test("look-alike names do not make a snapshot or a fixture known")
  func sameLookOfSnapshots() throws {
    for name in ["\u{E9}.json", "e\u{301}.json"] { try place.write(#"{"id": 1}"#, to: name) }
    try writeSuite(##"{"files": ["\u00e9.json", "e\u0301.json"], "snapshot": true}"##)
    #expect(try place.run("test", "--update").status == 0)
    try writeSuite(##"{"files": ["\u00e9.json"], "snapshot": true}"##)
    let trial = try place.run("test")
    #expect(trial.output.contains("warning[RK3022]"))
    #expect(try place.run("test", "--update").status == 0)
    #expect(try !place.read("__rkmap__/\u{E9}.json.snap.json").isEmpty)
    #expect(throws: (any Error).self) { try place.read("__rkmap__/e\u{301}.json.snap.json") }
    #expect(try place.run("check", "--tested", "\u{E9}.json").status == 0)
    #expect(try place.run("check", "--tested", "e\u{301}.json").status == 2)
    let outputs = ["-o", "\u{E9}.json", "--report", "json=e\u{301}.json"]
    #expect(try place.run(["apply", "spec.json", "spec.json"] + outputs).status == 1)
  }

  @Test(
    "RK2034: a test file must spell words like its spec",
    arguments: ["User.na\u{308}me", "User.n\u{E4}me"]
  )
  func spellings(redacted: String) throws {
    try place.write(
      ##"{"mappers": [{"id": "u", "target": "User", "attributes": ["id", "n\u00e4me"]}]}"##,
      to: "spec.json"
    )
    try place.write(#"{"id": 1, "n\#u{E4}me": "private"}"#, to: "f.json")
    try place.write(
      #"{"spec": "spec.json", "cases": [{"files": "f.json", "snapshot": true}], "redact": ["\#(redacted)"]}"#,
      to: "rkmap.test.json"
    )
    let trial = try place.run("test", "--update")
    if redacted.utf8.count > "User.name".utf8.count + 1 {
      #expect(trial.status == 3)
      #expect(trial.output.hasPrefix("error[RK2034]"))
    } else {
      #expect(trial.status == 0)
      #expect(try place.read("__rkmap__/f.json.snap.json").contains("redacted"))
    }
  }

  @Test("RK3020: a value that looks the same is shown by its spelling")
  func changedSpelling() throws {
    try writeSuite(##"{"files": "f.json", "snapshot": true}"##)
    try place.write(
      #"{"mappers": [{"id": "u", "target": "User", "attributes": ["id", "name"]}]}"#,
      to: "spec.json"
    )
    let marks = String(repeating: "\u{327}", count: 40)
    try place.write(#"{"id": 1, "name": "\#u{E9}\#(marks)"}"#, to: "f.json")
    #expect(try place.run("test", "--update").status == 0)
    #expect(try place.run("test").status == 0)
    try place.write(#"{"id": 1, "name": "e\#(marks)\#u{301}"}"#, to: "f.json")
    let trial = try place.run("test")
    #expect(trial.status == 1)
    #expect(trial.output.contains(#"it was "\u{E9}\u{327}"#))
  }

  @Test("RK5903: a report is not the standard input")
  func reportOverInput() throws {
    try place.write(#"{"id": 1}"#, to: "in.json")
    for command in ["apply", "check"] {
      let arguments = [command, "spec.json", "-", "--report", "gcc=in.json"]
      #expect(try place.run(arguments, from: place.path("in.json")).status == 2)
      #expect(try place.read("in.json") == #"{"id": 1}"#)
    }
  }

  @Test("RK2083: an expected output that would be a database")
  func databaseAsOutput() throws {
    try place.write(#"{"id": 1}"#, to: "f.json")
    try writeSuite(#"{"files": "f.json", "expect": {"output": "o.db"}}"#)
    let trial = try place.run("test")
    #expect(trial.status == 3)
    #expect(trial.output.hasPrefix("error[RK2083]: an expected output is a text of records"))
  }

  @Test("RK2084 is an error of a strict suite, and with --strict", arguments: [true, false])
  func strict(isByFlag: Bool) throws {
    try place.write(#"{"id": 1}"#, to: "f.json")
    let strict = isByFlag ? "" : #""strict": true, "#
    try place.write(
      #"{\#(strict)"spec": "spec.json", "cases": [{"files": ["f.json", "f.json"]}]}"#,
      to: "rkmap.test.json"
    )
    let trial = try place.run(["test"] + (isByFlag ? ["--strict"] : []))
    #expect(trial.status == 3)
    #expect(trial.output.hasPrefix("error[RK2084]"))
  }

  @Test("the command in a help text can be copied, whatever the file names, and states the request")
  func commandInHelp() throws {
    try place.makeFolder("my suite")
    try place.write(try place.read("spec.json"), to: "my suite/spec.json")
    try place.write(#"{"id": 1}"#, to: "my suite/f 1;x.json")
    try place.write(
      #"""
      {"spec": "spec.json", "cases": [{"files": "f*", "snapshot": true,
        "route": {"method": "GET", "path": "/a b", "status": 200}, "expect": {"output": "$o.ndjson"}}]}
      """#,
      to: "my suite/rkmap.test.json"
    )
    let output = try place.run("test").output
    #expect(
      output.contains(
        "rkmap apply 'my suite/spec.json' 'my suite/f 1;x.json' --method GET --path '/a b' --status 200 "
          + "-o 'my suite/$o.ndjson'\n"
      )
    )
    try place.write(
      #"{"spec": "spec.json", "cases": [{"files": "f*", "snapshot": true}]}"#,
      to: "my suite/rkmap.test.json"
    )
    let update = "rkmap test --update 'my suite/rkmap.test.json' writes "
    #expect(try place.run("test").output.contains(update))
  }

  @Test("a file where the snapshot folder should be is reported as such")
  func fileForFolder() throws {
    try place.write(#"{"id": 1}"#, to: "f.json")
    try place.write("x", to: "__rkmap__")
    try writeSuite(#"{"files": "f.json", "snapshot": true}"#)
    let trial = try place.run("test", "--update")
    #expect(trial.status == 5)
    #expect(trial.output.contains("cannot be written: Not a directory\n"))
    #expect(try place.read("__rkmap__") == "x")
  }

  @Test(
    "a report does not replace files that were read, even if the spec is invalid",
    arguments: [
      ["test"], ["check", "spec.json"], ["check", "f.json"], ["check", "rkmap.test.json"],
      ["apply", "spec.json", "f.json"], ["route", "spec.json", "GET", "/x"],
    ],
    ["part.json", "spec.json"]
  )
  func reportOverReadOfBroken(command: [String], name: String) throws {
    let part = #"{"mappers": [{"id": "b", "attributes": ["x"]}]}"#
    let spec =
      #"{"include": ["part.json"], "mappers": [{"id": "u", "targt": "User", "attributes": ["id"]}]}"#
    for spec in [spec, spec.replacing("targt", with: "target")] {
      try place.write(part, to: "part.json")
      try place.write(spec, to: "spec.json")
      try place.write(#"{"id": 1}"#, to: "f.json")
      try writeSuite(#"{"files": "f.json"}"#)
      let trial = try place.run(command + ["--report", "json=\(name)"])
      #expect(trial.status == 2)
      #expect(trial.error.contains("error[RK5903]: "))
      #expect(try place.read("part.json") == part)
      #expect(try place.read("spec.json") == spec)
    }
  }

  @Test("tables cannot replace the spec")
  func tablesOverSpec() throws {
    try place.makeFolder("sp")
    try place.write(#"{"mappers": [{"id": "a", "attributes": ["x"]}]}"#, to: "sp/datapackage.json")
    try place.write(#"{"x": 1}"#, to: "f.json")
    let trial = try place.run("apply", "sp/datapackage.json", "f.json", "-o", "sp/")
    #expect(trial.status == 2)
    #expect(trial.firstError.hasPrefix("error[RK5903]: the spec and the tables both use"))
    #expect(try place.read("sp/datapackage.json").hasPrefix("{"))
  }
}
