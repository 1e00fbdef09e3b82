import Foundation
import Testing

@testable import RKCommandLine

@Suite("How reports end")
struct ReportEndTests {
  /// A redundant comma, so that there is a diagnostic before the flags are checked.
  private static let spec = #"{"mappers": [{"id": "a", "target": "A", "attributes": ["x"],}]}"#
  /// One warning for each record.
  private static let counting = #"""
    {"mappers": [{"id": "a", "target": "A", "attributes": ["y", {"to": "x", "type": "integer"}]}]}
    """#

  private static let refused: [[String]] = [
    ["apply", "spec.json", "in.json", "--descriptor", "none"],
    ["check", "spec.json", "in.json", "--descriptor", "none"],
    ["check", "spec.json", "--plan", "--descriptor", "none"],
    ["schema", "--of", "sql", "spec.json", "--descriptor", "none"],
  ]

  @Test("RK5908: the reports of a refused run are complete, with the reason", arguments: refused)
  func refusal(command: [String]) throws {
    let place = try Workplace(spec: Self.spec, input: "[]")
    let forms = ["json", "junit", "sarif", "github", "gcc"]
    let trial = try place.run(command + forms.flatMap { ["--report", "\($0)=r.\($0)"] })
    #expect(trial.status == 2)
    #expect(trial.error.contains("error[RK5908]: "))
    for form in forms { #expect(try place.read("r.\(form)").contains("RK5908"), "\(form)") }
    let json = Data(try place.read("r.json").utf8)
    #expect(try JSONSerialization.jsonObject(with: json) is [String: Any])
    #expect(try place.read("r.junit").hasSuffix("</testsuites>\n"))
    #expect(try place.read("r.sarif").contains(#""exitCode":2"#))
  }

  @Test("a report that owns the standard error is all that is written there")
  func alone() throws {
    let place = try Workplace(spec: Self.spec, input: "[]")
    let trial = try place.run(Self.refused[0] + ["--report", "json"])
    #expect(trial.status == 2)
    let report = try JSONSerialization.jsonObject(with: Data(trial.error.utf8)) as? [String: Any]
    #expect((report?["findings"] as? [Any])?.count == 2)
  }

  @Test("a --filter that leaves nothing is reported, too")
  func filter() throws {
    let place = try Workplace(spec: Self.counting, input: #"[{"x":1}]"#)
    try place.write(
      #"{"spec": "spec.json", "cases": [{"files": "in.json"}]}"#,
      to: "rkmap.test.json"
    )
    let flags = ["--filter", "none", "--report", "json"]
    let trial = try place.run(["test", "rkmap.test.json"] + flags)
    #expect(trial.status == 2)
    #expect(try JSONSerialization.jsonObject(with: Data(trial.output.utf8)) is [String: Any])
    #expect(trial.output.contains("RK5903"))
  }

  @Test("hidden warnings fail a run like others", arguments: ["0", "1", "20"])
  func hidden(limit: String) throws {
    let place = try Workplace(spec: Self.counting, input: #"[{"y":1,"x":"y"},{"y":2,"x":{}}]"#)
    try place.write(
      #"{"spec": "spec.json", "cases": [{"files": "in.json"}]}"#,
      to: "rkmap.test.json"
    )
    let flags = ["--max-report", limit, "--report", "junit=r.xml"]
    for command in [
      ["apply", "spec.json", "in.json"], ["check", "spec.json", "in.json"],
      ["test", "rkmap.test.json"], ["check", "in.json"],
    ] {
      #expect(try place.run(command + flags).status == 0, "\(command)")
      #expect(try place.read("r.xml").contains(#" failures="0""#), "\(command)")
      let trial = try place.run(command + flags + ["--fail-on", "warning"])
      #expect(trial.status == 1, "\(command)")
      #expect(try place.read("r.xml").contains(#" failures="1""#), "\(command)")
    }
  }
}
