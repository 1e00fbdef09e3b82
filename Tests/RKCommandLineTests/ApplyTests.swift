import Foundation
import RKCommandLine
import Testing

@Suite("rkmap apply")
struct ApplyTests {
  private let records =
    "[{\"title\":\"T\",\"publicationDate\":\"2011-04-07T00:00:00Z\"},{\"title\":\"U\"}]\n"

  private let lines = "{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n"

  /// The output of a successful run.
  private func output(of trial: ProgramTrial) throws -> String {
    try #require(trial.status == 0, "\(trial.error)")
    #expect(trial.error == "")
    return trial.output
  }

  @Test("one document gives one JSON value on a line, and no output on the standard error")
  func document() throws {
    let place = try Workplace(input: Articles.good)
    #expect(try output(of: place.run("apply", "spec.json", "in.json")) == records)
  }

  @Test("the standard input is read when no input is named, and for -", arguments: [[], ["-"]])
  func standardInput(operands: [String]) throws {
    let place = try Workplace(input: "")
    let trial = try place.run(["apply", "spec.json"] + operands, input: Array(Articles.good.utf8))
    #expect(try output(of: trial) == records)
  }

  @Test("the spec may come from the standard input")
  func specFromStandardInput() throws {
    let place = try Workplace(input: Articles.good)
    #expect(try output(of: place.run("apply", "-", "in.json", input: Articles.spec)) == records)
  }

  @Test("a stream of documents gives one record per line")
  func stream() throws {
    let place = try Workplace(spec: Articles.streamSpec, input: lines)
    #expect(try output(of: place.run("apply", "spec.json", "in.json")) == lines)
  }

  @Test("several files are a stream, in the order in which they are named")
  func severalFiles() throws {
    let place = try Workplace(spec: Articles.streamSpec, input: "{\"n\":1}")
    try place.write("[{\"n\":2},{\"n\":3}]", to: "b.json")
    let trial = try place.run("apply", "spec.json", "b.json", "in.json")
    #expect(try output(of: trial) == "{\"n\":2}\n{\"n\":3}\n{\"n\":1}\n")
  }

  @Test("a glob is files in the order of their bytes")
  func glob() throws {
    let place = try Workplace(spec: Articles.streamSpec, input: "")
    for (name, number) in [("f-1", 1), ("f-10", 10), ("f-2", 2), ("F-3", 3)] {
      try place.write("{\"n\":\(number)}", to: name + ".json")
    }
    #expect(
      try output(of: place.run("apply", "spec.json", "[fF]-*.json"))
        == "{\"n\":3}\n{\"n\":1}\n{\"n\":10}\n{\"n\":2}\n"
    )
  }

  @Test("a file whose name has a wildcard in it is that file")
  func literalGlob() throws {
    let place = try Workplace(spec: Articles.streamSpec, input: "")
    try place.write("{\"n\":1}", to: "a[1].json")
    #expect(try output(of: place.run("apply", "spec.json", "a[1].json")) == "{\"n\":1}\n")
  }

  @Test("arguments after -- are not flags")
  func endOfFlags() throws {
    let place = try Workplace(spec: Articles.streamSpec, input: "")
    try place.write("{\"n\":1}", to: "--pretty")
    let trial = try place.run("apply", "--compact", "--", "spec.json", "--pretty")
    #expect(try output(of: trial) == "{\"n\":1}\n")
  }

  @Test(
    "flags may come before and after operands, with their value separate or joined",
    arguments: [
      ["apply", "--limit", "1", "spec.json", "in.json"],
      ["apply", "spec.json", "--limit=1", "in.json"],
      ["apply", "spec.json", "in.json", "--limit=1"],
    ]
  )
  func flagPlaces(arguments: [String]) throws {
    let place = try Workplace(spec: Articles.streamSpec, input: lines)
    #expect(try output(of: place.run(arguments)) == "{\"n\":1}\n")
  }

  @Test(
    "flags of the output",
    arguments: [
      (["--to", "json"], "[{\"n\":1},{\"n\":2},{\"n\":3}]\n"),
      (["--to", "ndjson"], "{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n"),
      (["--compact"], "{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n"),
      (["--limit", "2"], "{\"n\":1}\n{\"n\":2}\n"),
      (["--limit", "0"], ""),
      (["--limit", "9"], "{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n"),
      (["--to", "json", "--result", "array"], "[{\"n\":1},{\"n\":2},{\"n\":3}]\n"),
      (["--to", "json", "--result", "dictionary"], "{\"\":[{\"n\":1},{\"n\":2},{\"n\":3}]}\n"),
      (["--to", "json", "--result", "first"], "{\"n\":1}\n"),
      (["--type-key", "@type", "--limit", "1"], "{\"@type\":\"A\",\"n\":1}\n"),
      (["-j", "2"], "{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n"),
      (["-j1"], "{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n"),
      (["--on-error", "fail"], "{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n"),
    ]
  )
  func outputFlags(flags: [String], expected: String) throws {
    let place = try Workplace(spec: Articles.streamSpec, input: lines)
    #expect(try output(of: place.run(["apply", "spec.json", "in.json"] + flags)) == expected)
  }

  @Test("--result error joins each record's only visible attribute")
  func resultError() throws {
    let spec = #"""
      {"keyPath": "errors", "mappers": [{"id": "e", "attributes": {"": "message"}}]}
      """#
    let place = try Workplace(spec: spec, input: #"{"errors":["too short","taken"]}"#)
    #expect(
      try output(of: place.run("apply", "spec.json", "in.json", "--result", "error"))
        == "too short, taken\n"
    )
  }

  @Test("--pretty writes the same value in lines, each member on its own")
  func pretty() throws {
    let place = try Workplace(input: Articles.good)
    let text = try output(of: place.run("apply", "spec.json", "in.json", "--pretty"))
    #expect(text.split(separator: "\n").filter { $0.contains(":") }.count == 3)
    #expect(text.filter { !$0.isWhitespace } + "\n" == records)
  }

  @Test("--ascii writes lower-case escapes for non-ASCII characters")
  func ascii() throws {
    let place = try Workplace(spec: Articles.streamSpec, input: "{\"n\":\"\u{E9}\u{1F600}\"}")
    #expect(
      try output(of: place.run("apply", "spec.json", "in.json", "--ascii"))
        == "{\"n\":\"\\u00e9\\ud83d\\ude00\"}\n"
    )
  }

  @Test(
    "--from states the input format",
    arguments: [
      ("ndjson", "{\"n\":1}", "{\"n\":1}\n"),
      ("json", "{\"n\":1}\n{\"n\":2}", "{\"n\":1}\n{\"n\":2}\n"),
      ("seq", "\u{1E}{\"n\":1}\n", "{\"n\":1}\n"),
    ]
  )
  func from(format: String, input: String, expected: String) throws {
    let place = try Workplace(spec: Articles.streamSpec, input: input)
    let trial = try place.run("apply", "spec.json", "in.json", "--from", format)
    #expect(try output(of: trial) == expected)
  }

  @Test("--from json reads a HAR archive as a plain document")
  func archiveAsDocument() throws {
    let place = try Workplace(spec: Articles.streamSpec, input: "")
    try place.write("{\"n\":1}", to: "x.har")
    let trial = try place.run("apply", "spec.json", "x.har", "--from", "json")
    #expect(try output(of: trial) == "{\"n\":1}\n")
  }

  @Test("--descriptor applies the descriptors of a name")
  func descriptor() throws {
    let spec = #"""
      {"descriptors": [{"name": "x", "path": "/x", "root-map-ref": "a"},
          {"name": "y", "path": "/y", "root-map-ref": "b"}],
        "mappers": [{"id": "a", "attributes": {"n": "a"}}, {"id": "b", "attributes": {"n": "b"}}]}
      """#
    let place = try Workplace(spec: spec, input: "{\"n\":1}")
    let trial = try place.run("apply", "spec.json", "in.json", "--descriptor", "y")
    #expect(try output(of: trial) == "{\"b\":1}\n")
    let ambiguous = try place.run("apply", "spec.json", "in.json")
    #expect(ambiguous.status == 2)
    #expect(ambiguous.firstError.hasPrefix("error[RK5907]"))
    #expect(ambiguous.error.contains("--descriptor NAME"))
    let unknown = try place.run("apply", "spec.json", "in.json", "--descriptor", "z")
    #expect(unknown.status == 2)
    #expect(unknown.firstError.hasPrefix("error[RK5908]"))
  }

  @Test(
    "--duplicate-keys chooses which of equal keys counts",
    arguments: [("last", "{\"n\":2}\n"), ("first", "{\"n\":1}\n")]
  )
  func duplicateKeys(rule: String, expected: String) throws {
    let place = try Workplace(spec: Articles.streamSpec, input: #"{"n":1,"n":2}"#)
    let trial = try place.run("apply", "spec.json", "in.json", "--duplicate-keys", rule)
    #expect(trial.status == 0)
    #expect(trial.output == expected)
    #expect(trial.firstError.hasPrefix("warning[RK4008]"))
  }

  @Test("--duplicate-keys error rejects the second key, even if no rule maps it")
  func duplicateKeysError() throws {
    let place = try Workplace(spec: Articles.streamSpec, input: #"{"n":1,"x":{"a":1,"a":2}}"#)
    let trial = try place.run("apply", "spec.json", "in.json", "--duplicate-keys", "error")
    #expect(trial.status == 4)
    #expect(trial.firstError.hasPrefix("error[RK4005]"))
    #expect(trial.error.contains("--> in.json:1:19"))
  }

  @Test("--max-depth limits the levels, the outermost value being the first")
  func maximumDepth() throws {
    let place = try Workplace(spec: Articles.streamSpec, input: #"{"n":[[1]]}"#)
    let good = try place.run("apply", "spec.json", "in.json", "--max-depth", "3")
    #expect(try output(of: good) == "{\"n\":[[1]]}\n")
    let deep = try place.run("apply", "spec.json", "in.json", "--max-depth", "2")
    #expect(deep.status == 4)
    #expect(deep.error.contains("--> in.json:1:7"))
  }

  @Test("--invalid-utf8 replace replaces bad bytes by the replacement character")
  func invalidUTF8() throws {
    let place = try Workplace(spec: Articles.streamSpec, input: "")
    try place.write(Array(#"{"n":"a"#.utf8) + [0xFF] + Array(#"b"}"#.utf8), to: "in.json")
    let refused = try place.run("apply", "spec.json", "in.json")
    #expect(refused.status == 4)
    #expect(refused.error.contains("--> in.json:1:8"))
    let trial = try place.run("apply", "spec.json", "in.json", "--invalid-utf8", "replace")
    #expect(try output(of: trial) == "{\"n\":\"a\u{FFFD}b\"}\n")
  }
}
