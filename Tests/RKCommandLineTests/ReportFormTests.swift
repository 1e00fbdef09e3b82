import Foundation
import RKCommandLine
import Testing

@Suite("Forms of reports")
struct ReportFormTests {
  private static let forms = ["human", "json", "junit", "sarif", "github", "gcc"]

  @Test(
    "the exit status and the records are the same whatever the report",
    arguments: [Articles.good, Articles.dubious, Articles.bad, "{", #"{"x":1}"#]
  )
  func sameStatus(input: String) throws {
    let place = try Workplace(input: input)
    for command in [["check"], ["apply"], ["check", "--fail-on", "warning"]] {
      let wanted = try place.run(command + ["spec.json", "in.json"])
      for form in Self.forms {
        let run = command + ["spec.json", "in.json", "--report", form]
        let trial = try place.run(run)
        #expect(trial.status == wanted.status, "\(run)")
        if command == ["apply"] { #expect(trial.output == wanted.output) }
        let filed = try place.run(
          command + ["spec.json", "in.json", "--report", "\(form)=\(form).out"]
        )
        #expect(filed.status == wanted.status && filed.output == wanted.output, "\(run)")
        let report = command == ["apply"] ? trial.error : trial.output
        if form != "human" { #expect(try place.read("\(form).out") == report, "\(run)") }
        if form != "human" { #expect(!report.contains(" inputs,"), "\(run)") }
      }
    }
  }

  @Test("all forms may be written in one run")
  func all() throws {
    let place = try Workplace(input: Articles.bad)
    let flags = Self.forms.flatMap { ["--report", "\($0)=\($0).out"] }
    let trial = try place.run(["check", "spec.json", "in.json"] + flags)
    #expect(trial.status == 1)
    #expect(trial.output.hasPrefix("error[RK1003]"))
    for form in Self.forms { #expect(try place.read("\(form).out").contains("RK1003"), "\(form)") }
  }

  @Test("reports of lines may share a stream")
  func lines() throws {
    let place = try Workplace(input: Articles.bad)
    let flags = ["--report", "human", "--report", "github", "--report", "gcc"]
    let trial = try place.run(["check", "spec.json", "in.json"] + flags)
    #expect(trial.status == 1)
    for text in ["error[RK1003]: ", "\n::error file=in.json,", "\nin.json:1:28: error: "] {
      #expect(trial.output.contains(text))
    }
  }

  @Test("RK5903: a file's name must not be empty")
  func emptyName() throws {
    let trial = try Workplace(input: "").run("check", "spec.json", "--report", "json=")
    #expect(trial.status == 2)
    #expect(trial.firstError.hasPrefix("error[RK5903]: --report takes the name of a file"))
  }

  // MARK: - Places

  @Test("columns in SARIF count characters, however far along a line, and in any block of it")
  func longLine() throws {
    let element = #"{"k":"\#u{E9}\#u{1F600}","n":1},"#
    let before = String(repeating: element, count: 40_000)
    let place = try Workplace(
      spec: #"""
        {"mappers": [{"id": "m", "attributes": ["k", {"n": {"to": "n", "type": "integer"}}]}]}
        """#,
      input: "[\(before)" + #"{"k":"\#u{E9}","n":"x"}]"#
    )
    let trial = try place.run("check", "spec.json", "in.json", "--report", "sarif")
    let column = 1 + before.utf16.count + #"{"k":"\#u{E9}","n":"#.utf16.count + 1
    #expect(
      trial.output.contains(#""startLine":1,"startColumn":\#(column),"endColumn":\#(column + 3)"#)
    )
    let again = try place.run(
      ["check", "spec.json", "-", "--report", "sarif", "--from", "ndjson"],
      input: Array(("{\"k\":1}\n[\(before)" + #"{"k":"\#u{E9}","n":"x"}]"#).utf8)
    )
    #expect(again.output.contains(#""startLine":2,"startColumn":\#(column),"#))
  }

  @Test("RK4002: the same after skipped lines")
  func lineBehindFault() throws {
    let bad = "{\"k\":\"" + String(repeating: "\u{E9}", count: 400_000) + "\" x}\n"
    let place = try Workplace(
      spec: Articles.streamSpec,
      input: bad + "{\"n\":1}\n{\"\u{E9}\u{1F600}\" 2}\n"
    )
    let trial = try place.run(
      ["check", "spec.json", "in.json", "--from", "ndjson", "--report", "sarif"]
    )
    #expect(trial.output.contains(#""startLine":1,"startColumn":400009,"#))
    #expect(trial.output.contains(#""startLine":3,"startColumn":8,"#))
  }

  @Test("in an archive they count the raw text, including escapes")
  func archive() throws {
    let entry = """
      {"request": {"url": "/\u{E9}\u{1F600}"}, "response": {"status": 200, "content": {\
      "mimeType": "application/json", "text": "{\\"k\\":\\"\u{E9}\\u00e9\\",\\"n\\":\\"\u{E9}x\\"}"}}}
      """
    let place = try Workplace(
      spec: #"""
        {"mappers": [{"id": "m", "attributes": ["k", {"n": {"to": "n", "type": "integer"}}]}]}
        """#,
      input: ""
    )
    try place.write("{\"log\": {\"entries\": [\n" + entry + "]}}", to: "a.har")
    let value = try #require(entry.range(of: #"\"\#u{E9}x"#))
    let column = entry[..<value.lowerBound].utf16.count + 1
    let bytes = entry[..<value.lowerBound].utf8.count + 1
    let sarif = try place.run("check", "spec.json", "a.har", "--report", "sarif")
    #expect(
      sarif.output.contains(#""startLine":2,"startColumn":\#(column),"endColumn":\#(column + 6),"#)
    )
    let github = try place.run("check", "spec.json", "a.har", "--report", "github")
    #expect(github.output.contains("line=2,col=\(column),endColumn=\(column + 6),"))
    let gcc = try place.run("check", "spec.json", "a.har", "--report", "gcc")
    #expect(gcc.output.contains("a.har:2:\(bytes): warning: "))
  }

  // MARK: - GitHub

  /// A run in GitHub's environment, in a folder of the repository.
  private func onGitHub(
    _ place: Workplace,
    _ variables: [String: String],
    flags: [String] = []
  ) -> CommandTrial {
    CommandTrial(
      ["check", place.path("spec.json"), place.path("in.json"), "--report", "github"] + flags
    ) {
      $0.variables = variables
    }
  }

  @Test("files are named from the root of the repository")
  func repository() throws {
    let place = try Workplace(input: Articles.bad)
    let root = String(place.path("").dropLast())
    let trial = onGitHub(place, ["GITHUB_WORKSPACE": root])
    #expect(trial.output.hasPrefix("::error file=in.json,line=1,"))
    #expect(onGitHub(place, [:]).output.contains("in.json,line=1,"))
    #expect(onGitHub(place, ["GITHUB_WORKSPACE": root + "/none"]).output.contains("/in.json,line"))
  }

  @Test("the page of the step is appended to")
  func stepSummary() throws {
    let place = try Workplace(input: Articles.bad)
    try place.write("before\n", to: "page.md")
    let trial = onGitHub(place, ["GITHUB_STEP_SUMMARY": place.path("page.md")])
    #expect(trial.status == .badData)
    #expect(try place.read("page.md").hasPrefix("before\n### rkmap: failed\n\n1 of 2 passed, "))
    #expect(!trial.output.contains("###"))
    #expect(trial.error == "")
  }

  @Test("all commands of a step share the page's size limit")
  func fullSummary() throws {
    let place = try Workplace(input: Articles.bad)
    let before = String(repeating: "x", count: 900 * 1024 - 50)
    try place.write(before, to: "page.md")
    _ = onGitHub(place, ["GITHUB_STEP_SUMMARY": place.path("page.md")])
    let page = try place.read("page.md").dropFirst(before.utf8.count)
    #expect(page.contains("This page is full: "))
    #expect(!page.contains("error[RK1003]"))
  }

  @Test("RK5001: a page that cannot be written is a warning, and does not change the status")
  func unwritableSummary() throws {
    for input in [Articles.good, Articles.bad] {
      let place = try Workplace(input: input)
      let trial = onGitHub(place, ["GITHUB_STEP_SUMMARY": place.path("none/page.md")])
      #expect(trial.status == (input == Articles.good ? .success : .badData))
      #expect(trial.error.hasPrefix("warning[RK5001]: the step summary"))
    }
  }
}
