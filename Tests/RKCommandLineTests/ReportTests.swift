import Foundation
import RKCommandLine
import Testing

@Suite("Reports of a run")
struct ReportTests {
  /// A report in JSON.
  private struct Report {
    let findings: [[String: Any]]
    let cases: [[String: Any]]
    let summary: [String: Any]

    init(_ text: String) throws {
      let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
      let report = try #require(value as? [String: Any])
      #expect(report["version"] as? Int == 1)
      findings = try #require(report["findings"] as? [[String: Any]])
      cases = try #require(report["cases"] as? [[String: Any]])
      summary = try #require(report["summary"] as? [String: Any])
    }
  }

  @Test("a diagnostic shows both places, and a warning leaves exit 0")
  func warning() throws {
    let place = try Workplace(input: Articles.dubious)
    let trial = try place.run("apply", "spec.json", "in.json")
    let rule = "mappers.article.attributes.publicationDate   type date, formats d/M/yyyy"
    #expect(trial.status == 0)
    #expect(trial.output == "[{\"title\":\"T\"}]\n")
    #expect(
      trial.error == """
        warning[RK1002]: Article.publicationDate expects a date, got string "n/a"
          --> in.json:1:46   /articles/0/publication_date
           |
         1 | {"articles":[{"title":"T","publication_date":"n/a"}]}
           |                                              ^^^^^
          ::: spec.json:3:23   \(rule)
           = help: "onError": "null" on this attribute, or add the format

        """
    )
  }

  @Test(
    "exit statuses of invalid data",
    arguments: [
      (Articles.bad, [], "error[RK1003]"),
      (#"{"x":1}"#, [], "error[RK1001]"),
      (Articles.dubious, ["--strict"], "error[RK1002]"),
      (Articles.dubious, ["--fail-on", "warning"], "warning[RK1002]"),
    ] as [(String, [String], String)]
  )
  func badData(input: String, flags: [String], finding: String) throws {
    let place = try Workplace(input: input)
    let trial = try place.run(["apply", "spec.json", "in.json"] + flags)
    #expect(trial.status == 1)
    #expect(trial.firstError.hasPrefix(finding))
  }

  @Test("--fail-on warning leaves exit 0 where there is none")
  func failOnWarning() throws {
    let place = try Workplace(input: Articles.good)
    #expect(try place.run("apply", "spec.json", "in.json", "--fail-on", "warning").status == 0)
  }

  @Test("--quiet silences warnings, and never errors")
  func quiet() throws {
    let dubious = try Workplace(input: Articles.dubious)
      .run("apply", "spec.json", "in.json", "--quiet")
    #expect(dubious.status == 0)
    #expect(dubious.error == "")
    let bad = try Workplace(input: Articles.bad).run("apply", "spec.json", "in.json", "--quiet")
    #expect(bad.status == 1)
    #expect(bad.firstError.hasPrefix("error[RK1003]"))
  }

  /// A spec of this many attributes, and a record in which all of them are wrong.
  private static func failing(_ count: Int) -> (spec: String, record: String) {
    let names = (0..<count).map { "n\($0)" }
    let attributes = names.map { #"{"to": "\#($0)", "type": "integer"}"# }
    let members = names.map { #""\#($0)":"x""# }
    return (
      #"{"mappers": [{"id": "m", "attributes": ["k", \#(attributes.joined(separator: ","))]}]}"#,
      #"{"k":1,\#(members.joined(separator: ","))}"#
    )
  }

  @Test("--max-report limits the kinds of diagnostics of an input, and a note counts the rest")
  func maximumReport() throws {
    let (spec, record) = Self.failing(25)
    let place = try Workplace(spec: spec, input: "[\(record),\(record)]")
    let normal = try place.run("apply", "spec.json", "in.json").error
    #expect(normal.matches(of: /warning\[RK1002\]/).count == 20)
    #expect(normal.matches(of: /\(2 of 2 records\)/).count == 20)
    #expect(normal.contains("note[RK5909]: 10 more findings in in.json\n"))
    let few = try place.run("apply", "spec.json", "in.json", "--max-report", "24").error
    #expect(few.matches(of: /warning\[RK1002\]/).count == 24)
    #expect(few.contains("note[RK5909]: 2 more findings in in.json\n"))
  }

  @Test(
    "the error that ends a run is shown, however many warnings came before it",
    arguments: [[], ["--quiet"], ["--max-report", "0"]]
  )
  func errorBehindWarnings(flags: [String]) throws {
    let spec = #"""
      {"mappers": [{"id": "m", "attributes": ["k", {"n": {"to": "n", "type": "integer"}}]}]}
      """#
    let dubious = String(repeating: #"{"k":0,"n":"x"}"# + "\n", count: 25)
    let place = try Workplace(spec: spec, input: dubious + #"{"z":1}"# + "\n")
    let trial = try place.run(["apply", "spec.json", "in.json"] + flags)
    #expect(trial.status == 1)
    #expect(trial.error.contains("error[RK1003]"))
  }

  @Test(
    "a report that would replace a file that is read is refused, and nothing is written",
    arguments: ["spec.json", "in.json", "./in.json"]
  )
  func reportOverInput(name: String) throws {
    let place = try Workplace(input: #"{"articles":[]}"#)
    let trial = try place.run(
      ["apply", "spec.json", "in.json", "-o", "out", "--report", "json=\(name)"]
    )
    #expect(trial.status == 2)
    #expect(trial.firstError.hasPrefix("error[RK5903]: what is read and a report both use"))
    #expect(try place.read("in.json") == #"{"articles":[]}"#)
    #expect(place.names == ["in.json", "spec.json"])
  }

  @Test("a plan cannot follow a report of one document")
  func planInReport() throws {
    let place = try Workplace(input: "")
    let trial = try place.run(["check", "spec.json", "--plan", "--report", "json"])
    #expect(trial.status == 2)
    #expect(trial.output == "")
    let parted = try place.run(["check", "spec.json", "--plan", "--report", "json=report"])
    #expect(parted.status == 0)
  }

  @Test("--max-report holds for each input")
  func maximumReportOfInputs() throws {
    let (spec, record) = Self.failing(3)
    let place = try Workplace(spec: spec, input: record)
    let text = try place.run("apply", "spec.json", "in.json", "in.json", "--max-report", "1").error
    #expect(text.matches(of: /warning\[RK1002\]/).count == 2)
    #expect(text.matches(of: /note\[RK5909\]: 2 more findings in in\.json/).count == 2)
  }

  @Test("--report json is one value with findings, cases and counts on the standard error")
  func json() throws {
    let place = try Workplace(input: Articles.dubious)
    let trial = try place.run("apply", "spec.json", "in.json", "--report", "json")
    let report = try Report(trial.error)
    #expect(report.findings.map { $0["code"] as? String } == ["RK1002"])
    #expect(
      (report.findings[0]["location"] as? [String: Any])?["pointer"] as? String
        == "/articles/0/publication_date"
    )
    #expect(report.cases.map { $0["name"] as? String } == ["spec.json", "in.json"])
    #expect(report.cases.map { $0["suite"] as? String } == ["spec.json", "spec.json"])
    #expect(report.cases.map { $0["outcome"] as? String } == ["passed", "passed"])
    #expect(report.cases.map { $0["findings"] as? Int } == [0, 1])
    #expect(report.cases.map { $0["firstFinding"] as? Int } == [0, 0])
    #expect(report.cases.map { $0["read"] as? Int } == [0, 1])
    let counts = ["records": 1, "failed": 0, "declined": 0, "errors": 0, "warnings": 1]
    for (name, count) in counts { #expect(report.summary[name] as? Int == count, "\(name)") }
  }

  @Test(
    "a case fails by its own errors, and by warnings if they fail the run",
    arguments: [
      (Articles.good, [], "passed"), (Articles.dubious, [], "passed"),
      (Articles.dubious, ["--fail-on", "warning"], "failed"),
      (Articles.dubious, ["--fail-on", "warning", "--quiet"], "failed"),
      (Articles.bad, [], "failed"), ("{", [], "failed"),
    ] as [(String, [String], String)]
  )
  func outcomes(input: String, flags: [String], outcome: String) throws {
    let place = try Workplace(input: input)
    let run = ["apply", "spec.json", "in.json", "--report", "json"] + flags
    let cases = try Report(place.run(run).error).cases
    #expect(cases.map { $0["outcome"] as? String } == ["passed", outcome])
  }

  @Test(
    "a report of one document has a stream to itself",
    arguments: [
      (["check", "spec.json", "--report", "json", "--report", "human"], "the standard output"),
      (["check", "spec.json", "--report", "json=-", "--report", "json"], "the standard output"),
      (
        ["apply", "spec.json", "in.json", "--report", "human", "--report", "json"],
        "the standard error"
      ),
    ]
  )
  func sharedStream(arguments: [String], stream: String) throws {
    let trial = try Workplace(input: Articles.good).run(arguments)
    #expect(trial.status == 2)
    #expect(trial.output == "")
    #expect(
      trial.firstError
        == "error[RK5903]: --report json and another report both write to \(stream)"
    )
  }

  @Test("a diagnostic about data states the record of its input, and what was expected")
  func recordOfFinding() throws {
    let spec = #"""
      {"mappers": [{"id": "m", "attributes": ["k", {"n": {"to": "n", "type": "integer"}}]}]}
      """#
    let good = #"{"k":0,"n":1}"# + "\n"
    let place = try Workplace(spec: spec, input: good + good + #"{"k":0,"n":"x"}"# + "\n")
    try place.write(#"{"k":0,"n":"z"}"# + "\n", to: "next.json")
    let trial = try place.run(
      ["apply", "spec.json", "in.json", "next.json", "--report", "json", "--from", "ndjson"]
    )
    let findings = try Report(trial.error).findings
    let places = findings.map { $0["location"] as? [String: Any] }
    #expect(places.map { $0?["record"] as? Int } == [3, 1])
    #expect(findings.map { $0["expected"] as? String } == ["an integer", "an integer"])
    #expect(findings.map { $0["actual"] as? String } == ["string \"x\"", "string \"z\""])
  }

  @Test("the summary of a report counts failed and declined records")
  func summaryCounts() throws {
    let spec = #"""
      {"root-map-ref": "d", "mappers": [
        {"id": "d", "dynamic": true, "matchers": [
          {"keyPath": "t", "expectValue": 1, "map-ref": "a"}]},
        {"id": "a", "attributes": ["n"]}]}
      """#
    let place = try Workplace(spec: spec, input: #"[{"t":1,"n":1},{"t":2},{"t":1,"n":2},{"t":1}]"#)
    let trial = try place.run("apply", "spec.json", "in.json", "--report", "json")
    let summary = try Report(trial.error).summary
    #expect(trial.status == 1)
    #expect(summary["records"] as? Int == 2)
    #expect(summary["declined"] as? Int == 1)
    #expect(summary["failed"] as? Int == 1)
    #expect(summary["errors"] as? Int == 1)
  }

  @Test("--report with a file keeps the human report in its place")
  func reportFile() throws {
    let place = try Workplace(input: Articles.dubious)
    let trial = try place.run("apply", "spec.json", "in.json", "--report", "json=report.json")
    #expect(trial.status == 0)
    #expect(trial.firstError.hasPrefix("warning[RK1002]"))
    #expect(try Report(place.read("report.json")).findings.count == 1)
  }

  @Test("--report may be given several times")
  func severalReports() throws {
    let place = try Workplace(input: Articles.dubious)
    let trial = try place.run(
      "apply",
      "spec.json",
      "in.json",
      "--report",
      "json=a",
      "--report=human=b",
      "--report",
      "json"
    )
    #expect(try Report(trial.error).findings.count == 1)
    #expect(try place.read("a") == trial.error)
    #expect(try place.read("b").hasPrefix("warning[RK1002]"))
  }

  @Test(
    "the exit status never depends on the report",
    arguments: [Articles.good, Articles.dubious, Articles.bad, "{"]
  )
  func statusOfReports(input: String) throws {
    let place = try Workplace(input: input)
    let human = try place.run("apply", "spec.json", "in.json").status
    let json = try place.run("apply", "spec.json", "in.json", "--report", "json").status
    #expect(human == json)
  }

  @Test("RK5001: a report that cannot be written is exit 5")
  func unwritableReport() throws {
    let place = try Workplace(input: Articles.good)
    let trial = try place.run("apply", "spec.json", "in.json", "--report", "json=none/report")
    #expect(trial.status == 5)
    #expect(trial.firstError.hasPrefix("error[RK5001]: the report 'none/report' cannot be written"))
  }

  @Test("RK5001: a report that cannot be written leaves the output as it was")
  func unwritableReportFirst() throws {
    let place = try Workplace(input: Articles.good)
    try place.write("old", to: "out")
    let flags = ["-o", "out", "--report", "json=none/report"]
    #expect(try place.run(["apply", "spec.json", "in.json"] + flags).status == 5)
    #expect(try place.read("out") == "old")
    #expect(place.names == ["in.json", "out", "spec.json"])
  }

  @Test(
    "RK5903: a report and the records cannot go to one file",
    arguments: [("out", "out"), ("out", "./out"), ("out", "link"), ("new", "./new")]
  )
  func sharedFile(output: String, report: String) throws {
    let place = try Workplace(input: Articles.good)
    try place.write("old", to: "out")
    try FileManager.default.createSymbolicLink(
      atPath: place.path("link"),
      withDestinationPath: "out"
    )
    let flags = ["-o", output, "--report", "json=\(report)"]
    let trial = try place.run(["apply", "spec.json", "in.json"] + flags)
    #expect(trial.status == 2)
    #expect(trial.firstError == "error[RK5903]: the records and a report both use '\(report)'")
    #expect(try place.read("out") == "old")
    #expect(place.names == ["in.json", "link", "out", "spec.json"])
  }

  @Test("RK5903: neither can two reports")
  func sharedReport() throws {
    let place = try Workplace(input: Articles.good)
    let flags = ["--report", "json=a", "--report", "human=./a"]
    for arguments in [["apply", "spec.json", "in.json"], ["check", "spec.json"]] {
      let trial = try place.run(arguments + flags)
      #expect(trial.status == 2)
      #expect(trial.firstError == "error[RK5903]: two reports both use './a'")
    }
  }

  @Test("a device accepts any output")
  func sharedDevice() throws {
    let place = try Workplace(input: Articles.good)
    let flags = ["-o", "/dev/null", "--report", "json=/dev/null"]
    #expect(try place.run(["apply", "spec.json", "in.json"] + flags).status == 0)
  }

  @Test("RK5903: the records and a report cannot both be the standard output")
  func sharedOutput() throws {
    let place = try Workplace(input: Articles.good)
    let trial = try place.run("apply", "spec.json", "in.json", "--report", "json=-")
    #expect(trial.firstError == "error[RK5903]: the records and a report both use '-'")
  }

  @Test("a hyphen as a report's file is the standard output")
  func reportOnOutput() throws {
    let place = try Workplace(input: Articles.dubious)
    let flags = ["-o", "out", "--report", "json=-", "--quiet"]
    let trial = try place.run(["apply", "spec.json", "in.json"] + flags)
    #expect(try Report(trial.output).findings.isEmpty)
    #expect(place.names == ["in.json", "out", "spec.json"])
  }

  // MARK: - Terminal commands

  @Test(
    "a control character in data, names and specs is shown as an escape",
    arguments: [
      ("\u{1B}", "\\u{1B}"), ("\u{7}", "\\u{7}"), ("\u{7F}", "\\u{7F}"), ("\u{9B}", "\\u{9B}"),
      ("\u{202E}", "\\u{202E}"), ("\u{2066}", "\\u{2066}"),
    ]
  )
  func controlCharacters(character: String, shown: String) throws {
    let target = character < " " ? "A" : "A\(character)"
    let spec = """
      {"mappers": [{"id": "a", "target": "\(target)", "attributes":
        {"n": {"to": "n", "type": "integer"}}}]}
      """
    let value = character < " " ? "" : character
    let place = try Workplace(spec: spec, input: "")
    try place.write("{\"n\":\"x\(value)\"}", to: "in\(character).json")
    let data = try place.run("apply", "spec.json", "in\(character).json").error
    #expect(data.contains("in\(shown).json:1:6"))
    #expect(!data.contains(character))
    let command = try place.run("check", "none\(character)").output
    #expect(command.contains("none\(shown)"))
    #expect(!command.contains(character))
    #expect(!(try place.run("check", "--plan", "spec.json").output.contains(character)))
  }

  // MARK: - Terminals

  /// A run into a file, with a terminal for the standard error.
  private func onTerminal(
    _ input: String,
    _ flags: String...,
    refusesColor: Bool = true
  ) throws -> CommandTrial {
    let place = try Workplace(input: input)
    let arguments = [
      "apply", place.path("spec.json"), place.path("in.json"), "-o", place.path("out"),
    ]
    return CommandTrial(arguments + flags) {
      $0.errorIsTerminal = true
      $0.refusesColor = refusesColor
    }
  }

  @Test(
    "a terminal gets a summary line",
    arguments: [
      (Articles.good, "rkmap: 2 records, 0 failed, 0 declined, 72 bytes, "),
      (#"{"articles":[{"title":1}]}"#, "rkmap: 1 record, 0 failed, 0 declined, 26 bytes, "),
      (#"{"articles":[]}"#, "rkmap: 0 records, 0 failed, 0 declined, 15 bytes, "),
    ]
  )
  func summaryLine(input: String, expected: String) throws {
    let error = try onTerminal(input).error
    #expect(error.hasPrefix(expected))
    #expect(error.contains(#/^[^\n]* [0-9]+\.[0-9]{2} s\n$/#))
  }

  @Test("the summary counts warnings and failed records")
  func summaryLineOfFindings() throws {
    let dubious = try onTerminal(Articles.dubious).error
    #expect(dubious.contains("\nrkmap: 1 record, 0 failed, 0 declined, 1 warning, "))
    #expect(
      try onTerminal(Articles.bad).error.contains("\nrkmap: 1 record, 1 failed, 0 declined, ")
    )
  }

  @Test("there is no summary for --quiet, nor for a report in JSON alone")
  func noSummaryLine() throws {
    #expect(try onTerminal(Articles.good, "--quiet").error == "")
    #expect(try !onTerminal(Articles.good, "--report", "json").error.contains("rkmap:"))
  }

  @Test("diagnostics are coloured on a terminal that supports colours, and on request")
  func color() throws {
    let escape = "\u{1B}["
    #expect(try onTerminal(Articles.dubious, refusesColor: false).error.hasPrefix(escape))
    #expect(try !onTerminal(Articles.dubious, refusesColor: true).error.contains(escape))
    #expect(
      try !onTerminal(Articles.dubious, "--color", "never", refusesColor: false).error
        .contains(escape)
    )
    #expect(try onTerminal(Articles.dubious, "--color", "always").error.hasPrefix(escape))
    let place = try Workplace(input: Articles.dubious)
    #expect(!(try place.run("apply", "spec.json", "in.json").error.contains(escape)))
  }
}
