import Foundation
@testable import RKCommandLine
import Testing

@Suite("What is shown of a run")
struct RunDisplayTests {
  private let place: Workplace

  init() throws {
    place = try Workplace(
      spec: #"{"mappers": [{"id": "a", "target": "A", "attributes": ["n"], "when": "n < 3"}]}"#,
      input: #"[{"n":1},{"n":2},{"n":3}]"#
    )
  }

  private func run(
    _ command: String,
    _ flags: String...,
    console: (RecordingConsole) -> Void = { _ in }
  ) -> CommandTrial {
    CommandTrial(
      [command, place.path("spec.json"), place.path("in.json")] + flags,
      console: console
    )
  }

  private let counts = #"rkmap: 2 records, 0 failed, 1 declined, 25 bytes, [0-9]+\.[0-9]{2} s\n"#

  private func isLine(_ text: String) throws -> Bool {
    try Regex(counts).wholeMatch(in: text) != nil
  }

  // MARK: - The summary

  @Test(
    "--summary writes all counts without a terminal, even under --quiet",
    arguments: ["apply", "check"]
  )
  func summary(command: String) throws {
    let trial = run(command, "--summary")
    #expect(try isLine(trial.error))
    let quiet = run(command, "--summary", "--quiet")
    #expect(try isLine(quiet.error))
    #expect(trial.status == .success)
    #expect(run(command).error == "")
    #expect(run(command).output == trial.output)
  }

  @Test("further counts come before the bytes, and failed records are counted where the run stops")
  func furtherCounts() throws {
    try place.write(
      #"{"mappers": [{"id": "a", "target": "A", "attributes": ["k", {"to": "n", "type": "integer"}]}]}"#,
      to: "spec.json"
    )
    try place.write(#"[{"n":1},{"n":"x","k":1},{"m":1}]"#, to: "in.json")
    let error = run("apply", "--summary").error
    #expect(error.contains("\nrkmap: 2 records, 1 failed, 0 declined, 1 warning, 33 bytes, "))
  }

  @Test("a dry run counts rows, and shows its duration only on request")
  func dryRun() {
    let path = place.path("out.db")
    let plain = run("apply", "-o", path, "--dry-run").error
    let counts =
      "2 records, 0 failed, 1 declined, 2 rows inserted, 0 updated, 0 unchanged, 0 deleted"
    #expect(plain == "rkmap: dry run, nothing is written: \(counts)\n")
    let summed = run("apply", "-o", path, "--dry-run", "--summary").error
    #expect(summed.hasPrefix("rkmap: dry run, nothing is written: \(counts), 25 bytes, "))
  }

  @Test("nothing is mixed into a report of one document on the standard error")
  func document() throws {
    let trial = run("apply", "--summary", "--progress", "always", "--report", "json")
    #expect(try JSONSerialization.jsonObject(with: Data(trial.error.utf8)) is [String: Any])
    #expect(try isLine(run("check", "--summary", "--report", "json").error))
  }

  @Test("a spec alone, and fixtures of a suite, are summed up as well")
  func withoutInputs() throws {
    let spec = CommandTrial("check", place.path("spec.json"), "--summary")
    #expect(spec.error.hasPrefix("rkmap: 0 records, 0 failed, 0 declined, 0 bytes, "))
    try place.write(
      #"{"spec": "spec.json", "cases": [{"files": "in.json"}]}"#,
      to: "rkmap.test.json"
    )
    let fixture = CommandTrial("check", place.path("in.json"), "--summary", "--progress", "always")
    let lines = fixture.error.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("rkmap: 100%, 25 bytes, 2 records, "))
    #expect(try isLine(lines[1] + "\n"))
  }

  @Test("bytes are those of all inputs, also of archives, and those before a stop")
  func bytes() throws {
    let archive = """
      {"log":{"entries":[{"request":{"method":"GET","url":"https://x/a"},"response":{"status":200,\
      "content":{"mimeType":"application/json","text":"{\\"n\\":1}"}}}]}}
      """
    try place.write(archive, to: "a.har")
    try place.write("\u{FEFF}{\"n\":1}", to: "b.json")
    let trial = run("apply", place.path("a.har"), place.path("b.json"), "--summary")
    #expect(trial.error.contains(", \(25 + archive.utf8.count + 10) bytes, "))
    try place.write(
      (0..<200_000).map { "{\"n\":\($0 % 2)}\n" }.joined(),
      to: "in.json"
    )
    let all = run("apply", "-o", place.path("out"), "--summary").error
    #expect(all.contains("200000 records, 0 failed, 0 declined, 1600000 bytes, "))
    let some = run("apply", "-o", place.path("out"), "--summary", "--limit", "1").error
    #expect(some.contains("1 record, 0 failed, 0 declined, "))
    #expect(!some.contains(" 1600000 bytes"))
  }

  // MARK: - Progress

  @Test("--progress always writes a line at the end, without control characters")
  func always() throws {
    for command in ["apply", "check"] {
      let trial = run(command, "--progress", "always")
      let line = #/rkmap: 100%, 25 bytes, 2 records, [0-9]+ records/s\n/#
      #expect(trial.error.wholeMatch(of: line) != nil)
      #expect(trial.output == run(command).output)
      #expect(trial.status == .success)
    }
    #expect(run("apply", "--progress", "never").error == "")
    #expect(run("apply", "--progress", "auto").error == "")
  }

  @Test("an unknown total has no percentage, and a failed run is not complete")
  func unknownSize() throws {
    let piped = try place.run(
      "apply",
      "spec.json",
      "--progress",
      "always",
      input: #"{"n":1}"#
    )
    // The standard input is a file here.
    #expect(piped.error.hasPrefix("rkmap: 100%, 7 bytes, 1 record, "))
    let shell = try place.shell(
      "cat in.json | \"$0\" apply spec.json --progress always > out 2> error"
    )
    #expect(shell.terminationStatus == 0)
    #expect(try place.read("error").hasPrefix("rkmap: 25 bytes, 2 records, "))
    try place.write("[1,", to: "in.json")
    #expect(!run("apply", "--progress", "always").error.contains("rkmap: 100%, 25"))
  }

  @Test("on a terminal a bar is drawn, and wiped before a finding and at the end")
  func bar() throws {
    try place.write(Articles.streamSpec, to: "spec.json")
    try place.write(#"[{"n":1},{"m":2}]"#, to: "in.json")
    let trial = run("apply", "-o", place.path("out"), "--progress", "always") {
      $0.errorIsTerminal = true
    }
    #expect(trial.error.contains("\r[####################] 100%, 17 bytes, "))
    let parts = trial.error.components(separatedBy: "error[RK1003]")
    #expect(parts.count == 2)
    // A narrow terminal cuts the bar.
    #expect(trial.error.contains("\u{1B}[?7l\r[#"))
    let wiped = #/.*\r *\r\x1B\[\?7h(.{1,10})?/#.dotMatchesNewlines()
    #expect(parts[0].wholeMatch(of: wiped) != nil)
    // A short run on a terminal is not worth a bar.
    let auto = run("apply", "-o", place.path("out")) { $0.errorIsTerminal = true }
    #expect(!auto.error.contains("\r"))
  }

  // MARK: - Waiting

  @Test("reading from a terminal prints a hint if no input was named")
  func waiting() throws {
    let note = "rkmap: reading the standard input; end it with Ctrl-D\n"
    let spec = place.path("spec.json")
    let trial = CommandTrial("apply", spec) { $0.inputIsTerminal = true }
    #expect(trial.error.hasPrefix(note))
    let named = CommandTrial("apply", spec, place.path("in.json")) { $0.inputIsTerminal = true }
    #expect(named.error == "")
    let bad = CommandTrial("apply", place.path("none.json")) { $0.inputIsTerminal = true }
    #expect(!bad.error.contains(note))
  }
}
