import Foundation
@testable import RKCommandLine
import Testing

@Suite("A reader that closes the output")
struct GoneReaderTests {
  private static let spec = #"""
    {"mappers": [{"id": "a", "target": "A", "attributes": [
      {"to": "n", "type": "integer", "required": true, "onError": "fail"}]}]}
    """#

  /// Arguments for each command that make it write to the standard output; several sets for those
  /// with several outputs.
  private static let commands: [String: [[String]]] = [
    "apply": [
      ["spec.json", "in.ndjson"], ["spec.json", "in.ndjson", "--to", "json"],
      ["spec.json", "in.ndjson", "--to", "csv"], ["spec.json", "in.ndjson", "--to", "sql"],
      ["spec.json", "in.ndjson", "--to", "sql", "--dialect", "postgres"],
      ["spec.json", "in.ndjson", "-j", "1"], ["spec.json", "in.ndjson", "--unify"],
      ["spec.json", "in.ndjson", "--trailer"],
      ["spec.json", "in.ndjson", "--emit", "keyed"],
      ["spec.json", "in.ndjson", "--summary", "--report", "json"],
      ["spec.json", "bad.ndjson", "--on-error", "emit"],
      ["spec.json", "bad.ndjson", "--on-error", "emit", "--report", "json"],
      ["spec.json", "bad.ndjson", "--on-error", "skip", "--rejects", "-", "-o", "out.ndjson"],
    ],
    "check": [
      ["spec.json"], ["spec.json", "--plan"], ["spec.json", "--quiet", "--plan"],
      ["spec.json", "in.ndjson"], ["spec.json", "bad.ndjson", "--summary"], ["faulty.json"],
      ["faulty.json", "--report", "json"], ["faulty.json", "--report", "sarif"],
      ["bad.ndjson", "--tested"], ["spec.json", "fixtures"],
    ],
    "test": [
      [], ["--report", "json"], ["--report", "junit"], ["--report", "github"], ["-j", "1"],
    ],
    "fmt": [["--stdout", "spec.json"]],
    "schema": [
      ["--of", "spec"], ["--of", "test"], ["spec.json", "--of", "sql"],
      ["spec.json", "--of", "records"],
    ],
    "route": [["spec.json", "GET", "/a"], ["spec.json", "GET", "/a", "--to", "json"]],
    "serialize": [
      ["spec.json", "in.ndjson"], ["spec.json", "in.ndjson", "--to", "json"],
      ["spec.json", "in.ndjson", "--to", "form"],
      ["spec.json", "bad.ndjson", "--on-error", "emit"],
    ],
    "diff": [
      ["spec.json", "none.json", "in.ndjson"],
      ["spec.json", "none.json", "in.ndjson", "--to", "json"],
      ["spec.json", "none.json", "in.ndjson", "--to", "ndjson"],
      ["spec.json", "none.json", "in.ndjson", "--to", "markdown"],
      ["spec.json", "none.json", "in.ndjson", "--to", "sql"],
    ],
    "split": [["list.json", "--at", "a"]],
    "merge": [["spec.json", "keyed.txt"], ["spec.json", "keyed.txt", "--emit", "keyed"]],
    "load": [["spec.json", "keyed.txt", "--to", "sql"]],
    "eval": [["n + 1", "in.ndjson"]],
    "explain": [
      ["spec.json", "in.ndjson"], ["spec.json", "in.ndjson", "--to", "json"],
      ["spec.json", "in.ndjson", "--to", "ndjson"],
    ],
    "report": [["spec.json", "in.ndjson", "-o", "page.html"]],
    "infer": [["in.ndjson"], ["in.ndjson", "--explain"]],
    "graph": [["spec.json"], ["spec.json", "--to", "html"]],
    "coverage": [["spec.json", "in.ndjson"], ["spec.json", "in.ndjson", "--to", "json"]],
    "init": [["made"]],
    "help": [[], ["apply"], ["RK1002"]],
    "completions": [["bash"], ["zsh"], ["fish"]],
    "documents": [["man"], ["cli"], ["transforms"]],
  ]

  /// The files of the commands.
  ///
  /// Only a reader that reads some needs more than a pipe holds.
  private func place(lines: Int = 1_000) throws -> Workplace {
    let place = try Workplace(spec: Self.spec, input: "")
    try place.write((0..<lines).map { "{\"n\":\($0)}\n" }.joined(), to: "in.ndjson")
    try place.write((0..<lines).map { "{\"n\":\"x\($0)\"}\n" }.joined(), to: "bad.ndjson")
    try place.write(#"{"mappers": [{"id": "a", "atributes": []}]}"#, to: "faulty.json")
    try place.write("[]", to: "none.json")
    try place.write(
      (0..<lines).map { "A\t\(1_000_000 + $0)-000000000\t{\"n\":\($0)}\n" }.joined(),
      to: "keyed.txt"
    )
    try place.write(
      "{\"a\":[\((0..<lines).map { "\($0)" }.joined(separator: ","))]}",
      to: "list.json"
    )
    try place.makeFolder("fixtures")
    try place.makeFolder("made")
    for number in 0..<20 { try place.write(#"{"n": "x"}"#, to: "fixtures/\(number).json") }
    try place.write(
      #"{"spec": "spec.json", "cases": [{"files": ["fixtures/*.json", "bad.ndjson"]}]}"#,
      to: "rkmap.test.json"
    )
    return place
  }

  @Test("every command is tested")
  func all() {
    let known = Set(CommandLineTool.commands.map { $0.page.name })
    #expect(known == Set(Self.commands.keys))
  }

  @Test(
    "the exit status is 141, without a message",
    arguments: commands.flatMap { name, lines in lines.map { [name] + $0 } }
      + [["--version"], ["--help"], ["apply", "--help"]]
  )
  func isGone(arguments: [String]) throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let trial = try place().run(arguments, output: pipe.fileHandleForWriting)
    #expect(trial.status == 141)
    #expect(trial.error == "")
  }

  @Test("a coprocess ends in the same way")
  func answers() throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let place = try place()
    let trial = try place.run(
      ["apply", "spec.json", "--coprocess"],
      input: FileHandle(forReadingAtPath: place.path("in.ndjson")),
      output: pipe.fileHandleForWriting
    )
    #expect(trial.status == 141)
    #expect(trial.error == "")
  }

  @Test(
    "the same if it has read some of it",
    arguments: [
      ["apply", "spec.json", "in.ndjson"],
      ["apply", "spec.json", "bad.ndjson", "--on-error", "emit"],
      ["apply", "spec.json", "in.ndjson", "--to", "csv"], ["completions", "bash"],
    ]
  )
  func goes(arguments: [String]) throws {
    let place = try place(lines: 20_000)
    let words = arguments.joined(separator: " ")
    let run = try place.shell("{ \"$0\" \(words) 2> error; echo $? > status; } | head -c 1 > first")
    #expect(run.terminationStatus == 0)
    // Output that fits into the pipe may be written before the reader closes it.
    let isSmall = arguments[0] == "completions"
    let status = try place.read("status")
    #expect(status == "141\n" || isSmall && status == "0\n")
    #expect(try place.read("error") == "")
    #expect(try !place.read("first").isEmpty)
  }
}
