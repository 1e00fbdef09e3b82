import Foundation
import Testing

@Suite("apply --trailer")
struct TrailerTests {
  private static let spec = #"""
    {"mappers": [{"id": "m", "target": "M", "when": "a != 0", "attributes": [
      {"from": "a", "to": "x", "type": "integer", "onError": "fail"}]}]}
    """#

  private static func trailer(lines: Int, records: Int, failed: Int, declined: Int) -> String {
    "{\"$trailer\":{\"part\":0,\"lines\":\(lines),\"records\":\(records),\"failed\":\(failed),"
      + "\"declined\":\(declined),\"spec\":\"sha256:"
  }

  private static let input = "{\"a\":1}\n{\"a\":\"x\"}\n{\"a\":0}\n{\"a\":2}\n"

  @Test("the last line counts what was read and written, with any number of threads")
  func counts() throws {
    let place = try Workplace(spec: Self.spec, input: Self.input)
    let emitted = try place.run("apply", "spec.json", "in.json", "--trailer", "--on-error", "emit")
    let last = Self.trailer(lines: 3, records: 2, failed: 1, declined: 1)
    #expect(emitted.output.split(separator: "\n").count == 4)
    #expect(
      emitted.output.split(separator: "\n").last?.hasPrefix(last) == true,
      "\(emitted.output)"
    )
    let lines = (0..<200_000).map { "{\"a\":\($0)}\n" }.joined()
    try place.write(lines, to: "large.ndjson")
    for threads in ["1", "4"] {
      let trial = try place.run(
        "apply",
        "spec.json",
        "large.ndjson",
        "--trailer",
        "--to",
        "ndjson",
        "-j",
        threads,
        "-o",
        "out.ndjson"
      )
      #expect(trial.status == 0)
      let output = try place.read("out.ndjson").split(separator: "\n")
      #expect(output.count == 200_000)
      let wanted = Self.trailer(lines: 199_999, records: 199_999, failed: 0, declined: 1)
      #expect(output.last?.hasPrefix(wanted) == true)
    }
  }

  @Test("the hash is that of the formatted spec and what it includes")
  func hash() throws {
    let place = try Workplace(
      spec: #"{"include": ["part.json"], "root-map-ref": "m"}"#,
      input: "[]"
    )
    try place.write(
      #"{ "mappers": [{"id": "m", "target": "M", "attributes": ["a"]}] }"#,
      to: "part.json"
    )
    let first = try place.run("apply", "spec.json", "in.json", "--trailer").output
    #expect(first.hasPrefix(Self.trailer(lines: 0, records: 0, failed: 0, declined: 0)), "\(first)")
    #expect(try place.run("fmt", "spec.json", "part.json").status == 0)
    #expect(try place.run("apply", "spec.json", "in.json", "--trailer").output == first)
    try place.write(
      #"{"mappers": [{"id": "m", "target": "M", "attributes": ["b"]}]}"#,
      to: "part.json"
    )
    #expect(try place.run("apply", "spec.json", "in.json", "--trailer").output != first)
  }

  @Test("a run that fails has none")
  func failure() throws {
    let place = try Workplace(spec: Self.spec, input: Self.input)
    let trial = try place.run("apply", "spec.json", "in.json", "--trailer")
    #expect(trial.status == 1)
    #expect(trial.output == "{\"x\":1}\n")
  }

  @Test(
    "it is for lines",
    arguments: [["--to", "json"], ["--to", "csv"], ["-o", "out/"], ["-o", "out.db"]]
  )
  func refused(flags: [String]) throws {
    let place = try Workplace(spec: Self.spec, input: "[]")
    let trial = try place.run(["apply", "spec.json", "in.json", "--trailer"] + flags)
    #expect(trial.status == 2)
    #expect(trial.error.contains("--trailer"))
  }

  // MARK: - Reading

  private static let mark = "{ \"$trailer\" : {\"part\": 3} }"

  @Test(
    "a last line that is a trailer is left out, and counted in the summary",
    arguments: [
      "{\"a\":1}\n\(mark)\n", "{\"a\":1}\n\(mark)", "{\"a\":1}\n\(mark)\n\n \n",
      "\n{\"a\":1}\n\(mark)\r\n",
    ]
  )
  func dropped(input: String) throws {
    let place = try Workplace(spec: Self.spec, input: "")
    try place.write(input, to: "in.ndjson")
    for threads in ["1", "4"] {
      let trial = try place.run("apply", "spec.json", "in.ndjson", "--summary", "-j", threads)
      #expect(trial.output == "{\"x\":1}\n")
      #expect(
        trial.error.hasPrefix("rkmap: 1 record, 0 failed, 0 declined, 1 trailer, "),
        "\(trial.error)"
      )
      #expect(trial.status == 0)
    }
    let report = try place.run(
      "apply",
      "spec.json",
      "in.ndjson",
      "-o",
      "o",
      "--report",
      "json=r",
      "--to",
      "ndjson"
    )
    #expect(report.status == 0)
    #expect(try place.read("r").contains("\"trailers\":1"))
  }

  @Test("one that is all there is, and one of each input")
  func alone() throws {
    let place = try Workplace(spec: Self.spec, input: "")
    try place.write("{\"$trailer\":{}}\n", to: "in.ndjson")
    let trial = try place.run("apply", "spec.json", "in.ndjson", "in.ndjson", "--summary")
    #expect(trial.output == "")
    #expect(
      trial.error.hasPrefix("rkmap: 0 records, 0 failed, 0 declined, 2 trailers, "),
      "\(trial.error)"
    )
    let piped = try place.run("apply", "spec.json", input: "{\"$trailer\":{}}\n")
    #expect((piped.output, piped.error, piped.status) == ("", "", 0))
  }

  @Test(
    "anything else is a record that fails",
    arguments: [
      "\(mark)\n{\"a\":1}\n", "{\"a\":1}\n{\"$trailer\":{},\"b\":1}\n",
      "{\"a\":1}\n{\"$trailer\":1}\n",
      "{\"a\":1}\n[\(mark)]\n", "\(mark)\n\(mark)\nx\n",
    ]
  )
  func kept(input: String) throws {
    let place = try Workplace(
      spec: #"{"mappers": [{"id": "m", "attributes": [{"from": "a", "to": "x"}]}]}"#,
      input: ""
    )
    try place.write(input, to: "in.ndjson")
    let trial = try place.run("apply", "spec.json", "in.ndjson", "--on-error", "skip", "--summary")
    #expect(trial.status == 1)
    #expect(!trial.error.contains("trailer,"), "\(trial.error)")
  }

  @Test("a large input ends with one, whatever the threads do")
  func large() throws {
    let place = try Workplace(spec: Self.spec, input: "")
    try place.write(
      (0..<300_000).map { "{\"a\":\($0)}\n" }.joined() + Self.mark + "\n",
      to: "in.ndjson"
    )
    let one = try place.run("apply", "spec.json", "in.ndjson", "-j", "1")
    let four = try place.run("apply", "spec.json", "in.ndjson", "-j", "4")
    #expect(one.output == four.output)
    #expect((one.status, four.status) == (0, 0))
  }
}
