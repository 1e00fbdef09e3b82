import RKCommandLine
import Testing

@Suite("rkmap coverage")
struct CoverageCommandTests {
  private let place: Workplace

  private static let spec = #"""
    {"keyPath": "a", "mappers": [{"id": "m", "target": "M", "attributes": ["id", "never"]}]}
    """#
  private static let input = "{\"a\": [\n{\"id\": 1, \"z\": 2},\n{\"id\": \"x\"}]}\n"

  init() throws { place = try Workplace(spec: Self.spec, input: Self.input) }

  private func coverage(_ flags: String...) -> CommandTrial {
    CommandTrial(["coverage", place.path("spec.json"), place.path("in.json")] + flags)
  }

  private static let lastLine = "1 of 2 source paths mapped (50.0 %), 1 of 4 rules unused\n"

  @Test("the table is the output, and nothing else")
  func table() {
    let trial = coverage()
    #expect(trial.status == .success)
    #expect(trial.error == "")
    #expect(trial.output.hasSuffix(Self.lastLine))
    #expect(trial.output.contains("\na[].z"))
    #expect(!trial.output.contains("\na[].id"))
    #expect(coverage("--all").output.contains("\na[].id"))
  }

  @Test(
    "the limit is compared with the exact fraction",
    arguments: [("50", true), ("50.0", true), ("50.000001", false), ("0", true), ("100", false)]
  )
  func limit(text: String, isMet: Bool) {
    let trial = coverage("--fail-under", text)
    #expect(trial.status == (isMet ? .success : .badData))
    #expect(trial.output.contains("error[RK3003]") != isMet)
  }

  @Test("a limit is a percentage", arguments: ["101", "-1", "a", "1.", ".5", "100.1", ""])
  func noLimit(text: String) {
    let trial = coverage("--fail-under", text)
    #expect(trial.status == .badCommandLine)
    #expect(trial.firstError.contains("--fail-under"))
  }

  @Test("keys that look alike are told apart on many lines")
  func alike() throws {
    let names = ("a key of more than 16 bytes, one", "a key of more than 16 bytes. one")
    let lines = (0..<3000).map { number in
      let long = number.isMultiple(of: 2) ? names.0 : names.1
      let short = number.isMultiple(of: 3) ? "seventh" : "seventy"
      // A backslash and a letter, and a control character that is written so.
      let escaped = number.isMultiple(of: 5) ? #"q\\b"# : #"q\b"#
      let odd = number == 7 ? #","only":null"# : ""
      return #"{"id":\#(number),"\#(long)":1,"\#(short)":"","\#(escaped)":[]\#(odd)}"#
    }
    try place.write(
      #"{"mappers": [{"id": "m", "target": "M", "attributes": ["id"]}]}"#,
      to: "spec.json"
    )
    try place.write(lines.joined(separator: "\n"), to: "in.json")
    let trial = coverage("--to", "json", "--from", "ndjson")
    for (path, count) in [
      ("id", 3000), (#"[\"\#(names.0)\"]"#, 1500), (#"[\"\#(names.1)\"]"#, 1500), ("seventh", 1000),
      ("seventy", 2000), (#"[\"q\\\\b\"]"#, 600), (#"[\"q\\b\"]"#, 2400), ("only", 1),
    ] {
      let state = path == "id" ? "mapped" : "unmapped"
      let wanted = #"{"path":"\#(path)","state":"\#(state)","occurrences":\#(count),"#
      #expect(trial.output.contains(wanted), "\(path)")
    }
  }

  @Test("findings are in the output only beside the table")
  func findings() throws {
    try place.write(#"{"version": 1, "paths": []}"#, to: "known.json")
    let table = coverage("--baseline", place.path("known.json"))
    #expect(table.status == .badData)
    #expect(table.output.contains("error[RK3002]: new source path 'a[].z'"))
    #expect(table.error == "")
    let json = coverage("--baseline", place.path("known.json"), "--to", "json")
    #expect(json.output.hasPrefix(#"{"version":1,"#))
    #expect(json.firstError == "error[RK3002]: new source path 'a[].z'")
  }

  @Test(
    "a baseline of another form is refused",
    arguments: ["", "[]", #"{"version": 3, "paths": []}"#, #"{"version": 1, "paths": [1]}"#]
  )
  func badBaseline(text: String) throws {
    try place.write(text, to: "known.json")
    let trial = coverage("--baseline", place.path("known.json"))
    #expect(trial.status == .badInput)
    #expect(trial.firstError.contains("known.json"))
    #expect(trial.output == "")
  }

  @Test("--update-baseline needs a baseline")
  func updateAlone() { #expect(coverage("--update-baseline").status == .badCommandLine) }

  @Test("the baseline is written, and then nothing is new")
  func update() throws {
    #expect(coverage("--baseline", place.path("b.json"), "--update-baseline").status == .success)
    #expect(try place.read("b.json").contains(#""a[].z""#))
    #expect(coverage("--baseline", place.path("b.json")).status == .success)
  }

  @Test("a baseline that is written is no file that is read or written otherwise")
  func sharedBaseline() throws {
    try place.write(
      #"{"mappers": [{"id": "p", "target": "P", "attributes": ["id"]}]}"#,
      to: "p.json"
    )
    let spec = #"{"include": ["p.json"], "#
    try place.write(spec + Self.spec.dropFirst(), to: "spec.json")
    for name in ["spec.json", "in.json", "p.json"] {
      let before = try place.read(name)
      let trial = coverage("--baseline", place.path(name), "--update-baseline")
      #expect(trial.status == .badCommandLine, "\(name)")
      #expect(trial.firstError.hasPrefix("error[RK5903]"))
      #expect(try place.read(name) == before)
    }
    let file = place.path("both")
    let both = coverage("--baseline", file, "--update-baseline", "--report", "lcov=\(file)")
    #expect(both.status == .badCommandLine)
    #expect(coverage("--baseline", "-", "--update-baseline").status == .badCommandLine)
  }

  @Test(
    "a baseline stays as it was when not all was read, or nothing found",
    arguments: [["none.json"], ["broken.json"], ["other.json"], ["in.json", "broken.json"]]
  )
  func keptBaseline(inputs: [String]) throws {
    let known = #"{"version": 1, "paths": ["kept"]}"#
    try place.write(known, to: "known.json")
    try place.write("{\"a\": [", to: "broken.json")
    try place.write(#"{"b": 1}"#, to: "other.json")
    let trial = CommandTrial(
      ["coverage", place.path("spec.json")] + inputs.map { place.path($0) }
        + ["--baseline", place.path("known.json"), "--update-baseline"]
    )
    #expect(trial.status == (inputs == ["other.json"] ? .badData : .badInput))
    #expect(try place.read("known.json") == known)
  }

  @Test("reports have files of their own, one of them may be the output")
  func reports() throws {
    let trial = coverage(
      "--report",
      "lcov=\(place.path("a.info"))",
      "--report",
      "json=-"
    )
    #expect(trial.status == .success)
    #expect(trial.output.hasPrefix(#"{"version":1,"#))
    #expect(try place.read("a.info").hasSuffix("LF:1\nLH:0\nend_of_record\n"))
    #expect(coverage("--report", "lcov").status == .badCommandLine)
    #expect(coverage("--report", "lcov=-", "--to", "json").status == .badCommandLine)
    #expect(coverage("--report", "lcov=\(place.path("in.json"))").status == .badCommandLine)
    #expect(coverage("--report", "sarif=\(place.path("a.sarif"))").status == .success)
  }

  @Test("malformed input is reported, and the other inputs count all the same")
  func malformed() throws {
    try place.write("{\"a\": [", to: "broken.json")
    let trial = CommandTrial([
      "coverage", place.path("spec.json"), place.path("broken.json"), place.path("in.json"),
    ])
    #expect(trial.status == .badInput)
    #expect(trial.firstError.hasPrefix("error[RK4002]"))
    #expect(trial.output.hasSuffix(Self.lastLine))
  }

  @Test("values that fail are no findings, and nothing found anywhere is one")
  func nothingFound() throws {
    try place.write(#"{"b": 1}"#, to: "other.json")
    let trial = CommandTrial(["coverage", place.path("spec.json"), place.path("other.json")])
    #expect(trial.status == .badData)
    #expect(trial.output.contains("error[RK1001]"))
    let both = CommandTrial([
      "coverage", place.path("spec.json"), place.path("other.json"), place.path("in.json"),
    ])
    #expect(both.status == .success)
    #expect(!both.output.contains("RK1001"))
  }

  private static let list = descriptor(#""keyPath": "p.a""#)
  private static let members = """
    {"keyPath": "p.a", "mappers": [
      {"id": "m", "target": "M", "forceCollection": true, "attributes": ["id"]}]}
    """
  private static let root = #"{"mappers": [{"id": "m", "target": "M", "attributes": ["id"]}]}"#

  private static func descriptor(_ members: String) -> String {
    #"{\#(members), "mappers": [{"id": "m", "target": "M", "attributes": ["id"]}]}"#
  }

  @Test(
    "what is found and empty is found, in one run and in reports of it",
    arguments: [
      (list, #"{"p": {"a": []}}"#, true), (list, #"{"p": {"a": null}}"#, false),
      (list, #"{"p": []}"#, true), (list, #"{"p": {}}"#, false), (list, "[]", false),
      (list, #"{"p": {"b": []}}"#, false), (list, #"{"p": [{"b": []}, {"a": []}]}"#, true),
      (list, "{}", false), (members, #"{"p": {"a": {}}}"#, true), (members, #"{"p": {}}"#, false),
      (members, #"{"p": {"a": null}}"#, false), (root, "[]", true), (root, "{}", false),
      (root, "null", false), (descriptor(#""keyPath": "a[0]""#), #"{"a": []}"#, false),
      (optional, #"{"b": 1}"#, true), (optional, "{}", true),
    ]
  )
  func foundEmpty(spec: String, input: String, isFound: Bool) throws {
    try place.write(spec, to: "spec.json")
    try place.write(input, to: "in.json")
    let check = CommandTrial("check", place.path("spec.json"), place.path("in.json"))
    #expect(check.output.contains("RK1001") != isFound)
    let one = coverage()
    #expect(one.output.contains("RK1001") != isFound)
    #expect(one.status == (isFound ? .success : .badData))
    try place.write(coverage("--to", "json").output, to: "1.cov")
    let merged = CommandTrial("coverage", place.path("spec.json"), "--merge", place.path("1.cov"))
    #expect(merged.output.contains("RK1001") != isFound)
    #expect(merged.status == one.status)
  }

  private static let optional = descriptor(
    #""descriptors": [{"keyPath": "a", "root-map-ref": "m", "optional": true}]"#
  )

  @Test("reports of parts give the report of all", arguments: ["1000", "1"])
  func merge(mostKeys: String) throws {
    try place.write(#"{"a": [{"id": null, "z": {"k1": 1, "k2": 2}, "y": []}]}"#, to: "2.json")
    let flags = ["--to", "json", "--max-keys", mostKeys]
    let (spec, first, second) = (
      place.path("spec.json"), place.path("in.json"), place.path("2.json")
    )
    try place.write(CommandTrial(["coverage", spec, first] + flags).output, to: "1.cov")
    try place.write(CommandTrial(["coverage", spec, second] + flags).output, to: "2.cov")
    let whole = CommandTrial(["coverage", spec, first, second] + flags)
    let merged = CommandTrial(
      ["coverage", spec, "--merge", place.path("1.cov"), place.path("2.cov")] + flags
    )
    #expect(merged.status == .success)
    #expect(merged.output == whole.output)
  }

  @Test("a report of another spec, or none, is refused and named")
  func otherReport() throws {
    try place.write(coverage("--to", "json").output, to: "1.cov")
    try place.write(Self.spec.split(separator: #", "never""#).joined(), to: "spec2.json")
    for (spec, report) in [
      ("spec2.json", "1.cov"), ("spec.json", "in.json"), ("spec.json", "none"),
    ] {
      let trial = CommandTrial(["coverage", place.path(spec), "--merge", place.path(report)])
      #expect(trial.status == .badInput)
      #expect(trial.firstError.contains(report))
    }
  }

  @Test(
    "a report with a number that is no count is refused and named",
    arguments: [
      #""occurrences":1,"#, #""hits":2,"#, #""records":2,"mapped""#, #""found":2,"#,
      #""mapped":0,"#,
    ],
    ["9223372036854775807", "9007199254740993", "-1", "1.5"]
  )
  func noCount(part: String, number: String) throws {
    let report = coverage("--to", "json").output
    let changed = String(part.flatMap { $0.isNumber ? number : String($0) })
    #expect(report.contains(part))
    try place.write(report.replacing(part, with: changed), to: "1.cov")
    let files = [place.path("1.cov"), place.path("1.cov")]
    let trial = CommandTrial(["coverage", place.path("spec.json"), "--merge"] + files)
    #expect(trial.status == .badInput)
    #expect(trial.firstError.contains("1.cov"))
  }

  @Test("an input is needed, and a name that matches nothing is an unreadable one")
  func inputs() {
    #expect(CommandTrial("coverage", place.path("spec.json")).status == .badCommandLine)
    let trial = CommandTrial("coverage", place.path("spec.json"), place.path("no*.json"))
    #expect(trial.status == .badInput)
  }

  @Test("the standard input is no covered file")
  func standardInput() throws {
    let trial = try place.run(
      "coverage",
      "spec.json",
      "-",
      "--fixtures",
      "--report",
      "lcov=-",
      input: Self.input
    )
    #expect(trial.status == 0)
    #expect(trial.output.contains("SF:spec.json\n"))
    #expect(!trial.output.contains("stdin"))
  }
}
