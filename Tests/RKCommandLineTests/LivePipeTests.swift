import Foundation
import Testing

@Suite("Pipes that are long in coming")
struct LivePipeTests {
  private static let spec = #"""
    {"mappers": [{"id": "m", "target": "M", "attributes": [
      {"from": "a", "to": "x", "type": "integer", "onError": "fail"}]}]}
    """#

  /// What is said, and what must come before more is.
  private typealias Turn = (said: String, heard: String)

  private static func expect(
    _ turns: [Turn],
    then rest: String = "",
    status: Int32 = 0,
    of spec: String = spec,
    _ arguments: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let place = try Workplace(spec: spec, input: "")
    let dialogue = try Dialogue(place, ["apply", "spec.json"] + arguments)
    for turn in turns {
      let heard = try dialogue.exchange(turn.said, for: turn.heard)
      #expect(heard == turn.heard, "\(turn.said)", sourceLocation: sourceLocation)
    }
    let end = try dialogue.end()
    #expect(end.rest == rest, sourceLocation: sourceLocation)
    #expect(end.status == status, sourceLocation: sourceLocation)
  }

  @Test("all complete lines are written before a line is waited for", arguments: ["1", "4"])
  func lines(threads: String) throws {
    try Self.expect(
      [
        ("{\"a\":1}\n", "{\"x\":1}\n"), ("\n\n", ""),
        ("{\"a\":2}\n{\"a\":3}\n{\"a\"", "{\"x\":2}\n{\"x\":3}\n"), (":4}", ""),
        ("\n", "{\"x\":4}\n"),
        ("{\"a\":5}", ""),
      ],
      then: "{\"x\":5}\n",
      "--from",
      "ndjson",
      "-j",
      threads
    )
  }

  @Test("keyed lines and lines with positions come at once, too")
  func keyed() throws {
    let spec = #"""
      {"mappers": [{"id": "m", "target": "M", "identification": "x", "attributes": [
        {"from": "a", "to": "x", "type": "integer"}]}]}
      """#
    func line(_ number: Int) -> String {
      "M\u{1F}\(number)\tp\(number)-000000000\t{\"x\":\(number)}\n"
    }
    try Self.expect(
      [("p1\t{\"a\":1}\n", line(1)), ("p2\t{\"a\":2}\np3\t", line(2)), ("{\"a\":3}\n", line(3))],
      of: spec,
      "--emit",
      "keyed",
      "--positions"
    )
  }

  @Test("a line of one digit is long enough")
  func shortLine() throws {
    let spec =
      #"{"mappers": [{"id": "m", "target": "M", "attributes": [{"from": "", "to": "x"}]}]}"#
    try Self.expect(
      [("7\n", "{\"x\":7}\n"), ("8\n9\n", "{\"x\":8}\n{\"x\":9}\n")],
      of: spec,
      "--from",
      "ndjson"
    )
  }

  @Test("lines that are larger than a block come at once, too")
  func longLines() throws {
    let filling = String(repeating: "1,", count: 200_000)
    let line = "{\"u\":[\(filling)0],\"a\":1}\n"
    try Self.expect(
      [
        (line, "{\"x\":1}\n"), (String(line.dropLast(2)), ""), ("}\n", "{\"x\":1}\n"),
        (line + line, "{\"x\":1}\n{\"x\":1}\n"),
      ],
      "--to",
      "ndjson"
    )
  }

  @Test(
    "the first document waits until a second one begins, if the form of the output depends on it"
  )
  func undetected() throws {
    try Self.expect(
      [
        ("{\"a\":1}\n", ""), ("{", "{\"x\":1}\n"), ("\"a\":2}\n", "{\"x\":2}\n"),
        ("{\"a\":3}\n", "{\"x\":3}\n"),
      ]
    )
  }

  @Test("a first document alone is written alike, whether it was waited for or not")
  func alone() throws {
    for input in [
      "{\"a\":1}\n", "[{\"a\":1},{\"a\":2}]\n", "[]\n", "[null]\n", "{}\n", "null\n",
      "{ \"$error\": {\"raw\": {\"a\":1}}, \"a\": 2}\n", "[[]]\n", "{\"a\":\"x\"}\n",
    ] {
      let place = try Workplace(spec: Self.spec, input: input)
      let whole = try place.run("apply", "spec.json", "in.json", "--to", "ndjson")
      let dialogue = try Dialogue(place, ["apply", "spec.json", "--to", "ndjson"])
      let first = try dialogue.exchange(input, for: "")
      let end = try dialogue.end()
      #expect(first + end.rest == whole.output, "\(input)")
      #expect(end.status == whole.status, "\(input)")
    }
  }

  @Test("the first document waits where its records say that they are the first of several")
  func numbered() throws {
    let spec = #"""
      {"mappers": [{"id": "m", "target": "M", "attributes": [
        {"@metadata.mapping.collectionIndex": "i"}, {"from": "a", "to": "x"}]}]}
      """#
    try Self.expect(
      [("{\"a\":1}\n", ""), ("{\"a\":2}\n", "{\"i\":0,\"x\":1}\n{\"i\":1,\"x\":2}\n")],
      of: spec,
      "--to",
      "ndjson"
    )
    try Self.expect([("{\"a\":1}\n", "")], then: "{\"x\":1}\n", of: spec, "--to", "ndjson")
  }

  @Test("texts of a sequence are complete with their line feed")
  func sequences() throws {
    try Self.expect(
      [
        ("\u{1E}{\"a\":1}\n", "{\"x\":1}\n"), ("\u{1E}{\"a\":\n", ""), ("2\n}\n", "{\"x\":2}\n"),
        ("\u{1E}{\"u\":\"]}\n", ""),
      ],
      status: 1
    )
    try Self.expect(
      [("\u{1E}{\"a\":1}\n", "{\"x\":1}\n"), ("\n\u{1E}", ""), ("{\"a\":3}\n", "{\"x\":3}\n")]
    )
  }

  @Test("rows are read and written as they come, the header first")
  func rows() throws {
    try Self.expect(
      [("a,b\n1,\"x\n", ""), ("\"\n2,", "x\n1\n"), ("y\r\n", "2\n"), ("3,\n", "3\n"), ("4", "")],
      then: "4\n",
      "--from",
      "csv",
      "--to",
      "csv"
    )
    try Self.expect([("a\tb\n1\t2\n", "x\n1\n")], "--from", "tsv", "--to", "tsv")
    try Self.expect(
      [("{\"a\":1}\n", "| x |\n| ---: |\n| 1 |\n"), ("{\"a\":2}\n", "| 2 |\n")],
      "--to",
      "markdown"
    )
  }

  @Test("failed records are written as they come, too")
  func failures() throws {
    let bad = "{\"a\":\"x\"}\n"
    let reject = { (line: Int) in
      "{\"$error\":{\"code\":\"RK1002\",\"message\":\"M.x expects an integer, got string \\\"x\\\"\","
        + "\"pointer\":\"/a\",\"file\":\"<stdin>\",\"line\":\(line),\"spec\":\"mappers.m.attributes.x\"},"
        + "\"a\":\"x\"}\n"
    }
    try Self.expect(
      [(bad, reject(1)), ("{\"a\":1}\n", ""), (bad, reject(3))],
      status: 1,
      "--from",
      "ndjson",
      "--on-error",
      "skip",
      "--rejects",
      "-",
      "-o",
      "out.ndjson"
    )
    try Self.expect(
      [("{\"a\":1}\n", "{\"x\":1}\n"), ("nonsense\n{\"a\":2}\n", "{\"x\":2}\n")],
      status: 1,
      "--from",
      "ndjson",
      "--on-error",
      "skip"
    )
  }

  @Test("a trailer is waited for, since only the last line is one")
  func trailers() throws {
    let trailer = "{\"$trailer\":{\"part\":0}}\n"
    try Self.expect([("{\"a\":1}\n\(trailer)", "{\"x\":1}\n"), ("\n", "")], "--from", "ndjson")
    try Self.expect(
      [(trailer, ""), ("{\"a\":1}\n", "{\"x\":1}\n")],
      status: 1,
      "--from",
      "ndjson",
      "--on-error",
      "skip"
    )
  }
}
