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

  @Test("what is written is the same for any number of threads")
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

  @Test("--update is refused where CI is set to something")
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

  @Test("how long it took is told on a terminal alone")
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

  @Test("a report does not take the place of a test file")
  func shared() throws {
    try writeSuite(#"{"files": "f.json"}"#)
    let trial = try place.run("test", "--report", "json=rkmap.test.json")
    #expect(trial.status == 2)
  }

  @Test("--strict and --fail-on warning make failures of warnings")
  func warnings() throws {
    try writeSuite(#"{"files": "f.json"}"#)
    try place.write(#"[{"id": 1, "age": "x"}]"#, to: "f.json")
    let lax = try place.run("test")
    #expect(lax.status == 0)
    #expect(lax.output.hasPrefix("warning[RK1002]"))
    let failing = try place.run("test", "--fail-on", "warning")
    #expect(failing.status == 1)
    #expect(failing.output.hasPrefix("FAIL f.json\nwarning[RK1002]"))
    let strict = try place.run("test", "--strict")
    #expect(strict.status == 1)
    #expect(strict.output.hasPrefix("FAIL f.json\nerror[RK1002]"))
    #expect(try place.run("test", "--quiet").output == "")
  }

  @Test("--max-report says how many findings of a fixture are shown")
  func limit() throws {
    try writeSuite(#"{"files": "f.json"}"#)
    try place.write(#"[{"id": {}}, {"id": "x"}, {}]"#, to: "f.json")
    let trial = try place.run("test", "--max-report", "1")
    #expect(trial.output.components(separatedBy: "error[").count == 2)
    #expect(trial.output.contains("more findings in f.json"))
  }

  @Test("a reader that goes away is no failure of the program")
  func pipe() throws {
    try writeSuite(#"{"files": "f*.json"}"#)
    for number in 0..<200 { try place.write("[{}]", to: "f\(number).json") }
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let trial = try place.run(["test"], output: pipe.fileHandleForWriting)
    #expect(trial.status == 141)
    #expect(trial.error == "")
  }

  @Test("an expected error that may stand anywhere leaves those that are named to others")
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
}
