import Foundation
import Testing

/// What `rkmap infer --tests` and `rkmap init --from` make.
@Suite("A suite of samples")
struct InferSuiteTests {
  private let place: Workplace

  private static let users = #"[{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]"#
  private static let failure = #"{"error": "none", "hint": "x"}"#

  init() throws { place = try Workplace() }

  private func writeResponses(in folder: String) throws {
    try place.write(Self.users, to: folder + "users.GET.200.json")
    try place.write(Self.failure, to: folder + "users.GET.404.json")
  }

  private func read(_ name: String) throws -> String { try place.read(name) }

  @Test("passes at once, is strict, and keeps every record")
  func passes() throws {
    try writeResponses(in: "")
    let trial = try place.run(
      "infer",
      "users.GET.200.json",
      "users.GET.404.json",
      "--tests",
      "suite",
      "--target",
      "=User"
    )
    #expect(trial.status == 0)
    #expect(
      trial.output == """
        made  suite/spec.json: a spec
        made  suite/rkmap.test.json: a test file
        made  suite/fixtures: 2 fixtures
        made  suite/__rkmap__: the records of 2 fixtures

        """
    )
    #expect(place.names == ["suite", "users.GET.200.json", "users.GET.404.json"])
    #expect(try read("suite/fixtures/users.GET.200.json") == Self.users)
    #expect(try read("suite/rkmap.test.json").contains("\"strict\": true"))
    let run = try place.run("test", "suite", "--fail-on", "warning")
    #expect(run.output == "suite/rkmap.test.json: 2 fixtures, 2 passed\n")
    #expect(try place.run("fmt", "--check", "suite/spec.json", "suite/rkmap.test.json").status == 0)
    let kept = try read("suite/__rkmap__/fixtures/users.GET.200.json.snap.json")
    #expect(kept.split(separator: "\n").count { $0.contains("\"id\"") } == 2)
    try place.write(#"[{"id": 1, "name": null}]"#, to: "suite/fixtures/users.GET.200.json")
    #expect(try place.run("test", "suite").status == 1)
  }

  @Test(
    "fails for the first null and for an object that becomes a list, not for nulls of the samples"
  )
  func drift() throws {
    let name = "tree.GET.200.json"
    let sample =
      #"{"id":1,"n":null,"many":[null,{"id":2}],"one":{"a":1},"kids":[{"b":1}],"day":""}"#
    try place.write(sample, to: name)
    try place.write(sample.replacing("\"\"", with: "\"2024-05-01\""), to: "b/" + name)
    #expect(try place.run("infer", name, "b/" + name, "--tests", "suite").status == 0)
    #expect(try place.run("test", "suite", "--fail-on", "warning").status == 0)
    let spec = try read("suite/spec.json")
    #expect(spec.contains(#""defaults": { "onMissing": "absent" }"#))
    #expect(spec.contains(#""many": false"#))
    for (old, new) in [
      (#""kids":["#, #""kids":[null,"#), (#"{"a":1}"#, "null"), (#""id":1"#, #""id":null"#),
      (sample, "[\(sample)]"),
    ] {
      try place.write(sample.replacing(old, with: new), to: "suite/fixtures/" + name)
      #expect(try place.run("test", "suite").status == 1, "\(new)")
    }
  }

  @Test("has a case for each set of descriptors, and one for what has no records")
  func cases() throws {
    try place.write(#"{"total": 1, "users": [{"id": 1}]}"#, to: "in/a/one.json")
    try place.write(#"{"total": 1, "users": [{"id": 2}]}"#, to: "in/b/other.json")
    try place.write(#"{"users": [{"id": 3}], "orders": [{"id": 9}]}"#, to: "in/b/two.json")
    try place.write(#"{"total": 0, "users": []}"#, to: "in/b/none[1].json")
    let trial = try place.run("infer", "in/**/*.json", "--tests", "suite")
    #expect(trial.status == 0)
    #expect(trial.error.contains("'rkmap coverage --baseline'"))
    #expect(
      try read("suite/rkmap.test.json") == #"""
        {
          "spec": "spec.json",
          "strict": true,
          "cases": [
            {
              "files": ["fixtures/a/one.json", "fixtures/b/other.json"],
              "expect": {
                "types": { "User": { "min": 1 } },
                "errors": 0
              },
              "snapshot": true
            },
            { "files": "fixtures/b/none\\[1].json", "expect": { "empty": true }, "snapshot": true },
            {
              "files": "fixtures/b/two.json",
              "expect": {
                "types": {
                  "User": { "min": 1 },
                  "Order": { "min": 1 }
                },
                "errors": 0
              },
              "snapshot": true
            }
          ]
        }

        """#
    )
    #expect(try place.run("test", "suite").status == 0)
  }

  @Test("has a file for each response of an archive, with numbers for those of one name")
  func archive() throws {
    try place.write(
      #"{"log": {"entries": ["#
        + [
          Self.entry("https://x.org/users/5?full=1", #"{\"id\": 5, \"name\": \"e\"}"#),
          Self.entry("https://x.org/users/6", #"{\"id\": 6, \"name\": \"f\"}"#),
          Self.entry("https://x.org/page", "<html>", type: "text/html"),
        ].joined(separator: ", ") + "]}}",
      to: "calls.har"
    )
    #expect(try place.run("infer", "calls.har", "--tests", "suite").status == 0)
    let names = place.names(in: "suite/fixtures")
    let file = try #require(names.first { $0.hasSuffix(".GET.200.json") })
    #expect(names == ["2", file])
    #expect(try read("suite/fixtures/\(file)") == #"{"id": 5, "name": "e"}"#)
    #expect(try read("suite/fixtures/2/\(file)") == #"{"id": 6, "name": "f"}"#)
    #expect(try place.run("test", "suite").output.hasSuffix(": 2 fixtures, 2 passed\n"))
  }

  private static func entry(_ url: String, _ text: String, type: String = "application/json")
    -> String
  {
    #"{"request": {"method": "GET", "url": "\#(url)"}, "response": {"status": 200, "content": "#
      + #"{"mimeType": "\#(type)", "text": "\#(text)"}}}"#
  }

  @Test(
    "changes no file that is there, and then writes none",
    arguments: ["spec.json", "rkmap.test.json", "fixtures/users.GET.404.json"]
      + ["__rkmap__/fixtures/users.GET.200.json.snap.json"]
  )
  func keeps(name: String) throws {
    try writeResponses(in: "")
    try place.write("{}", to: "suite/\(name)")
    let trial = try place.run(
      "infer",
      "users.GET.200.json",
      "users.GET.404.json",
      "--tests",
      "suite/"
    )
    #expect(trial.status == 5)
    #expect(trial.error.contains("error[RK5001]: 'suite/\(name)' is there already"))
    #expect(try read("suite/\(name)") == "{}")
    #expect(place.names(in: "suite").count == 1)
  }

  @Test(
    "is made of JSON alone",
    arguments: [["users.csv"], ["users.xml"], ["users.csv.gz"], ["users.txt", "--from", "form"]]
  )
  func refuses(words: [String]) throws {
    let name = words[0]
    try place.write("id,name\n1,a\n", to: name)
    let trial = try place.run(["infer"] + words + ["--tests", "suite"])
    #expect(trial.status == 2)
    #expect(
      trial.firstError == "error[RK5907]: '\(name)' is not JSON, and a suite is made of JSON alone"
    )
    #expect(place.names == [name])
  }

  @Test("is made of files, and its spec goes nowhere else")
  func refusesFlags() throws {
    try writeResponses(in: "")
    let standard = try place.run("infer", "--tests", "suite", input: Self.users)
    #expect(standard.status == 2)
    #expect(standard.firstError.hasPrefix("error[RK5903]"))
    let output = try place.run("infer", "users.GET.200.json", "-o", "x.json", "--tests", "suite")
    #expect(output.status == 2)
    #expect(place.names == ["users.GET.200.json", "users.GET.404.json"])
  }

  @Test("expects lines that are not JSON, as they are left out of the spec, too")
  func malformed() throws {
    try place.write("{\"id\": 1}\n{\"id\":\n{\"id\": 2}\n", to: "lines.ndjson")
    let trial = try place.run("infer", "lines.ndjson", "--tests", "suite")
    #expect(trial.status == 0)
    #expect(try read("suite/rkmap.test.json").contains("\"errors\": 1"))
    #expect(try place.run("test", "suite").status == 0)
  }

  @Test("init --from leaves the responses where they are")
  func initFrom() throws {
    try writeResponses(in: "api/v1/")
    try place.write("no sample", to: "api/README.md")
    try place.write("{", to: "api/.hidden/x.json")
    let trial = try place.run("init", "--from", "api")
    #expect(trial.status == 0)
    #expect(trial.output.hasPrefix("made  spec.json: a spec\nmade  rkmap.test.json: a test file\n"))
    #expect(
      place.names == [
        ".github", ".pre-commit-config.yaml", "__rkmap__", "api", "rkmap.test.json", "spec.json",
      ]
    )
    #expect(place.names(in: "api/v1") == ["users.GET.200.json", "users.GET.404.json"])
    #expect(try place.run("test").output == "rkmap.test.json: 2 fixtures, 2 passed\n")
    let again = try place.run("init", "--from", "api")
    #expect(again.status == 5)
    #expect(again.error.contains("'spec.json' is there already"))
  }

  @Test("init --from takes a folder below the working directory that has inputs")
  func initFromElsewhere() throws {
    try place.makeFolder("empty")
    #expect(try place.run("init", "--from", "..").status == 2)
    #expect(try place.run("init", "--from", "empty").status == 4)
    #expect(try place.run("init", "--from", "missing").status == 4)
    #expect(try place.run("init", "folder", "--from", "empty").status == 2)
    #expect(place.names == ["empty"])
  }
}
