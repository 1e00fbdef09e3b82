import Foundation
import RKCommandLine
import Testing

@Suite("Failed records on the command line")
struct FailureTests {
  private static let spec = #"""
    {"mappers": [{"id": "a", "target": "A", "attributes": ["k",
      {"from": "n", "to": "n", "type": "integer", "onError": "fail"}]}]}
    """#

  private static let lines = #"""
    {"k":1,"n":1}
    {"k":2,"n":"x"}
    {"k":3,"n":
    {"k":4,"n":4}

    """#

  private static func place() throws -> Workplace {
    let place = try Workplace(spec: spec, input: "")
    try place.write(lines, to: "in.ndjson")
    return place
  }

  // MARK: - Exit statuses

  @Test(
    "the exit status is 1 except under emit and within --max-errors",
    arguments: [
      ("", 1), ("--on-error fail", 1), ("--on-error skip", 1), ("--on-error emit", 0),
      ("--on-error skip --max-errors 1", 1), ("--on-error skip --max-errors 2", 0),
      ("--on-error skip --max-errors 50%", 0), ("--on-error skip --max-errors 49.9999%", 1),
      ("--on-error skip --max-errors 100%", 0), ("--on-error skip --max-errors 0%", 1),
    ]
  )
  func statuses(flags: String, status: Int32) throws {
    let flags = flags.split(separator: " ").map(String.init)
    let place = try Self.place()
    for report in [[], ["--quiet"], ["--report", "json"], ["--max-report", "0"]] {
      let trial = try place.run(["apply", "spec.json", "in.ndjson"] + flags + report)
      #expect(trial.status == status, "\(report)")
    }
  }

  @Test(
    "an error of the run as a whole is exit 1, and leaves a file as it was unless failures are left out",
    arguments: [("fail", "old"), ("skip", "{\"d\":\"2020-01-02T00:00:00Z\"}\n")]
  )
  func wholeRun(rule: String, written: String) throws {
    let attribute = #"{"from": "d", "to": "d", "type": "date"}"#
    let place = try Workplace(
      spec: #"{"mappers": [{"id": "m", "target": "M", "attributes": [\#(attribute)]}]}"#,
      input: #"{"d": "01/02/2020"}"#
    )
    try place.write("old", to: "out.ndjson")
    let words = [
      "apply", "spec.json", "in.json", "--drift", "fail", "-o", "out.ndjson", "--on-error",
    ]
    let trial = try place.run(words + [rule])
    #expect(trial.status == 1)
    #expect(trial.firstError.hasPrefix("error[RK3043]"))
    #expect(try place.read("out.ndjson") == written)
  }

  @Test("a document that lacks a part is an error of the run, whatever happens to failed records")
  func missingPart() throws {
    let place = try Workplace(
      spec: #"""
        {"descriptors": [{"path": "/i", "keyPath": "as", "root-map-ref": "a"}, {"path": "/i", "keyPath": "b", "root-map-ref": "a"}],
         "mappers": [{"id": "a", "target": "A", "attributes": ["n"]}]}
        """#,
      input: #"{"b": {"n": 1}, "x": []}"#
    )
    for rule in ["skip", "emit"] {
      let trial = try place.run(
        "apply",
        "spec.json",
        "in.json",
        "--path",
        "/i",
        "--drift",
        "fail",
        "--on-error",
        rule
      )
      #expect(trial.firstError.hasPrefix("error[RK1018]"))
      #expect(trial.status == 1)
    }
  }

  @Test("a run that ends with 1 under skip has written its file")
  func skipToFile() throws {
    let place = try Self.place()
    let trial = try place.run(
      "apply",
      "spec.json",
      "in.ndjson",
      "--on-error",
      "skip",
      "-o",
      "out.ndjson"
    )
    #expect(trial.status == 1)
    #expect(try place.read("out.ndjson") == "{\"k\":1,\"n\":1}\n{\"k\":4,\"n\":4}\n")
  }

  @Test("a document that is not JSON ends the run, whatever happens to failed records")
  func malformedDocument() throws {
    let place = try Workplace(spec: Self.spec, input: #"[{"k":1,"n":1},{"k":}]"#)
    for rule in ["skip", "emit"] {
      #expect(try place.run("apply", "spec.json", "in.json", "--on-error", rule).status == 4)
    }
  }

  @Test("a key twice in a line is an input error under --duplicate-keys error")
  func duplicateKeys() throws {
    let place = try Self.place()
    try place.write("{\"k\":1}\n{\"k\":2,\"k\":2}\n{\"k\":3}\n", to: "in.ndjson")
    let flags = ["--duplicate-keys", "error", "--on-error", "skip"]
    #expect(try place.run(["apply", "spec.json", "in.ndjson"] + flags).status == 4)
  }

  // MARK: - Counts

  @Test("all failed records of several inputs are counted; under a limit, only those before it")
  func counts() throws {
    let place = try Self.place()
    let run = { (flags: [String]) throws in
      try place.run(["apply", "spec.json", "in.ndjson", "in.ndjson", "--report", "json"] + flags)
        .error.split(separator: "\n").last.map(String.init) ?? ""
    }
    let skip = ["--on-error", "skip"]
    #expect(try run(skip).contains(#""read":8,"records":4,"declined":0,"failed":4,"errors":4"#))
    #expect(
      try run(["--on-error", "emit"])
        .contains(#""read":8,"records":4,"declined":0,"failed":4,"errors":4"#)
    )
    #expect(try run([]).contains(#""read":2,"records":1,"declined":0,"failed":1,"errors":1"#))
    #expect(
      try run(skip + ["--limit", "1"])
        .contains(#""read":1,"records":1,"declined":0,"failed":0,"errors":0"#)
    )
    #expect(try run(skip + ["--limit", "3"]).contains(#""read":5,"records":3"#))
  }

  @Test("equal diagnostics of an input are grouped, with the number of their records")
  func grouping() throws {
    let place = try Self.place()
    try place.write(String(repeating: Self.lines, count: 1000), to: "in.ndjson")
    let error = try place.run("apply", "spec.json", "in.ndjson", "--on-error", "skip").error
    #expect(error.matches(of: /error\[/).count == 2)
    #expect(error.contains("--> in.ndjson:2:12   /n   (1000 of 4000 records)\n"))
    #expect(error.contains("--> in.ndjson:3:12   (1000 of 4000 records)\n"))
  }

  @Test("a zero byte damages only its line", arguments: ["in.ndjson", "in.txt", "-"])
  func zeroBytes(name: String) throws {
    let place = try Self.place()
    let lines = "{\"k\":1}\n\0\n{\"k\":\0}\n{\"k\":4}\n"
    try place.write(lines, to: name == "-" ? "other" : name)
    let flags = ["--on-error", "skip", "--max-report", "1", "--quiet"]
    let trial = try place.run(["apply", "spec.json", name] + flags, input: Array(lines.utf8))
    #expect(trial.status == 1)
    #expect(trial.output == "{\"k\":1}\n{\"k\":4}\n")
    #expect(trial.error.hasPrefix("error[RK4002]: "))
  }

  // MARK: - Rejects

  @Test("rejects are written whatever the exit status, and replace older ones")
  func rejects() throws {
    let place = try Self.place()
    for rule in ["fail", "skip", "emit"] {
      _ = try place.run(
        "apply",
        "spec.json",
        "in.ndjson",
        "--on-error",
        rule,
        "--rejects",
        "bad.ndjson"
      )
      let lines = try place.read("bad.ndjson").split(separator: "\n")
      #expect(lines.count == (rule == "fail" ? 1 : 2))
      #expect(lines[0].hasPrefix(#"{"$error":{"code":"RK1002","#))
      #expect(lines[0].hasSuffix(#"},"k":2,"n":"x"}"#))
    }
    try place.write("{\"k\":1,\"n\":1}\n", to: "in.ndjson")
    #expect(
      try place.run("apply", "spec.json", "in.ndjson", "--rejects", "bad.ndjson").status == 0
    )
    #expect(try place.read("bad.ndjson") == "")
  }

  @Test("rejects of rejects are the same, except for their positions")
  func rejectsOfRejects() throws {
    let place = try Self.place()
    let inputs = [
      Self.lines, "[1,\"x\",[2],{}]\n{}\n7\n{\"z\":{\"$error\":1}}\n", "{\"$error\":{\"x\":1}}\n",
    ]
    for input in inputs {
      try place.write(input, to: "a.ndjson")
      var before = ""
      for (from, to) in [("a", "b"), ("b", "c"), ("c", "d")] {
        _ = try place.run(
          "apply",
          "spec.json",
          "\(from).ndjson",
          "--on-error",
          "skip",
          "--rejects",
          "\(to).ndjson"
        )
        let text = try place.read("\(to).ndjson")
          .replacing(/"pointer":"[^"]*",/, with: "")
          .replacing(/"file":"[^"]*","line":[0-9]*/, with: "")
        if from == "c" { #expect(text == before) }
        before = text
      }
      #expect(!before.isEmpty)
    }
  }

  @Test("rejects keep their nesting, so that the same spec reads them back")
  func rejectsInPlace() throws {
    let spec = { (type: String) in
      #"""
      {"keyPath": "a.b", "mappers": [{"id": "u", "forceCollection": true, "attributes": ["k",
        {"@key": "name"}, {"from": "n", "to": "n", "type": "\#(type)", "onError": "fail"}]}]}
      """#
    }
    let place = try Workplace(
      spec: spec("integer"),
      input: #"{"a":{"b":{"ann":{"k":1,"n":1},"bob":{"k":2,"n":[1]},"cid":{"k":3,"n":"0.5"}}}}"#
    )
    let first = try place.run(
      "apply",
      "spec.json",
      "in.json",
      "--on-error",
      "skip",
      "--rejects",
      "bad.ndjson"
    )
    #expect(first.output == "[{\"k\":1,\"name\":\"ann\",\"n\":1}]\n")
    try place.write(spec("decimal"), to: "spec.json")
    let second = try place.run("apply", "spec.json", "bad.ndjson", "--on-error", "skip")
    #expect(second.status == 1)
    #expect(second.output == "{\"k\":3,\"name\":\"cid\",\"n\":\"0.5\"}\n")
    #expect(second.error.contains("/a/b/bob/n"))
  }

  @Test(
    "a list in a list is a reject that is not read back as a list of representations",
    arguments: [
      ("", #"[[{"k":1}],[2],{"k":3}]"#, #""raw":[[{"k":1}]]}}"#),
      ("a.b", #"{"a":{"b":[[{"k":1}],[2],{"k":3}]}}"#, #""a":{"b":[[{"k":1}]]}}"#),
      ("a.b", #"{"a":[{"b":[{"k":1}]},{"b":[2]},{"b":{"k":3}}]}"#, #""a":{"b":[[{"k":1}]]}}"#),
    ]
  )
  func listsInLists(keyPath: String, input: String, end: String) throws {
    let spec = #"{"keyPath": "\#(keyPath)", "mappers": [{"id": "a", "attributes": ["k"]}]}"#
    let place = try Workplace(spec: spec, input: input)
    let flags = ["--to", "ndjson", "--on-error", "skip", "--rejects"]
    let first = try place.run(["apply", "spec.json", "in.json"] + flags + ["bad.ndjson"])
    #expect(first.output == "{\"k\":3}\n")
    let lines = try place.read("bad.ndjson").split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasSuffix(end))
    let second = try place.run(["apply", "spec.json", "bad.ndjson"] + flags + ["worse.ndjson"])
    #expect(second.output == "")
    let again = try place.read("worse.ndjson").split(separator: "\n")
    #expect(again.count == 2)
    #expect(again[0].hasSuffix(end))
  }

  @Test("diagnostics about rejects show their lines unchanged")
  func excerptOfReject() throws {
    let place = try Self.place()
    let reject = #"{"$error":{"x":[]},"k":2,"n":"x"}"#
    try place.write("\(reject)\n\(reject)\n", to: "bad.ndjson")
    let trial = try place.run("apply", "spec.json", "bad.ndjson")
    #expect(trial.error.contains(" 1 | \(reject)\n"))
  }

  @Test("records that would replace the spec are refused", arguments: ["", "./"])
  func outputIsSpec(prefix: String) throws {
    let place = try Self.place()
    let trial = try place.run("apply", "spec.json", "in.ndjson", "-o", "\(prefix)spec.json")
    #expect(trial.status == 2)
    #expect(trial.firstError.hasPrefix("error[RK5903]: the spec and the records both use"))
    #expect(try place.read("spec.json") == Self.spec)
  }

  @Test(
    "rejects that would replace another file of the run are refused",
    arguments: [
      ("spec.json", "what is read and the rejects"),
      ("./in.ndjson", "what is read and the rejects"),
      ("out", "the records and the rejects"), ("report", "the rejects and a report"),
    ]
  )
  func sharedFile(name: String, what: String) throws {
    let place = try Self.place()
    let trial = try place.run(
      "apply",
      "spec.json",
      "in.ndjson",
      "-o",
      "out",
      "--report",
      "json=report",
      "--rejects",
      name
    )
    #expect(trial.status == 2)
    #expect(trial.firstError.hasPrefix("error[RK5903]: \(what) both use"))
  }

  @Test("RK5001: rejects that cannot be written are exit 5", arguments: ["none/bad", "/dev/full"])
  func unwritable(path: String) throws {
    let place = try Self.place()
    let trial = try place.run(
      "apply",
      "spec.json",
      "in.ndjson",
      "--on-error",
      "skip",
      "--rejects",
      path
    )
    #expect(trial.status == 5)
    #expect(trial.error.contains("error[RK5001]: '\(path)' cannot be written"))
  }

  @Test("a value of 60 bytes is shown whole, a longer one is cut", arguments: [58, 59])
  func longValues(length: Int) throws {
    let text = String(repeating: "x", count: length)
    let place = try Workplace(spec: Self.spec, input: #"{"k": 1, "n": "\#(text)"}"#)
    let trial = try place.run("apply", "spec.json", "in.json")
    let shown = length == 58 ? "\"\(text)\"" : "\"\(text)\u{2026}"
    #expect(trial.firstError.hasSuffix("got string \(shown)"))
  }
}
