import Foundation
import RKCommandLine
import TestSupport
import Testing

@Suite("rkmap serialize")
struct SerializeCommandTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(
      #"{"keyPath": "k", "mappers": [{"id": "m", "target": "M", "attributes": ["a"]}]}"#,
      to: "spec.json"
    )
    try place.write(#"[{"a": 1}]"#, to: "r.json")
  }

  private func serialize(_ flags: String...) -> CommandTrial {
    CommandTrial(["serialize", place.path("spec.json"), place.path("r.json")] + flags)
  }

  @Test("the document lands in a file, in the form that its name says")
  func file() throws {
    #expect(serialize("-o", place.path("out.json")).error == "")
    #expect(try place.read("out.json") == "{\"k\":[{\"a\":1}]}\n")
    #expect(serialize("-o", place.path("out.ndjson")).status == .success)
    #expect(try place.read("out.ndjson") == "{\"k\":{\"a\":1}}\n")
    try place.write("{\"a\":1}\n{\"a\":2}\n", to: "r.json")
    #expect(serialize("-o", place.path("out.json")).error == "")
    #expect(try place.read("out.json") == "{\"k\":[{\"a\":1},{\"a\":2}]}\n")
    #expect(serialize("-o", place.path("out.csv")).status == .badCommandLine)
    #expect(serialize("-o", place.path("r.json")).status == .badCommandLine)
  }

  @Test(
    "an original that takes its own place stays compressed, whatever its name says",
    .enabled(if: Machine.has("zlib"), "this build lacks zlib")
  )
  func compressedInPlace() throws {
    let packed = CommandTrial(
      ["serialize", place.path("spec.json"), place.path("r.json"), "-o", place.path("o.json.gz")]
    )
    #expect(packed.error == "")
    let bytes = try Data(contentsOf: URL(filePath: place.path("o.json.gz")))
    try bytes.write(to: URL(filePath: place.path("o.json")))
    try place.write(#"[{"a": 2}]"#, to: "r.json")
    #expect(serialize("--onto", place.path("o.json"), "-o", place.path("o.json")).error == "")
    #expect(try Data(contentsOf: URL(filePath: place.path("o.json"))).starts(with: [0x1F, 0x8B]))
    #expect(serialize("--onto", place.path("o.json"), "-o", place.path("p.json")).error == "")
    #expect(try place.read("p.json") == "{\"k\":[{\"a\":2}]}\n")
  }

  @Test(
    "flags that do not go together are refused",
    arguments: [
      ["--max-errors", "1"], ["--on-error", "emit", "--to", "form"],
      ["--request", "x", "--descriptor", "y"], ["--request", "x"], ["--descriptor", "x"],
      ["--delete"], ["--onto", "x", "--to", "json"], ["--onto", "x", "--pretty"],
      ["--onto", "x", "--on-error", "emit"], ["--onto", "x.csv"], ["--onto", "x.db"],
      ["--onto", ""], ["more"], ["--to", "form", "--pretty"], ["--to", "form", "--ascii"],
    ]
  )
  func refused(flags: [String]) {
    let trial = CommandTrial(["serialize", place.path("spec.json"), place.path("r.json")] + flags)
    #expect(trial.status == .badCommandLine)
    #expect(trial.error.hasPrefix("error["))
  }

  @Test(
    "Tables, databases and other formats are no records",
    arguments: ["r.csv", "r.tsv", "r.db", "r.har", "r.xml", "r.csv.gz", "r.XML.zst"]
  )
  func tables(name: String) throws {
    try place.write("", to: name)
    let trial = CommandTrial("serialize", place.path("spec.json"), place.path(name))
    #expect(trial.status == .badCommandLine)
    #expect(trial.error.contains(name))
  }

  @Test(
    "commands that read documents say what a spec of requests alone is for",
    arguments: [
      ["apply"], ["check"], ["check", "--method", "POST"], ["coverage"], ["explain", "--at", "/a"],
      ["diff", "+"], ["report", "-o", "page.html"], ["infer", "--merge"], ["check", "--plan"],
    ]
  )
  func requestsAlone(command: [String]) throws {
    try place.write(
      #"""
      {"requestDescriptors": [{"requests": [{"root-map-ref": "m"}],
        "maps": [{"id": "m", "attributes": ["a"]}]}]}
      """#,
      to: "spec.json"
    )
    try place.write(#"{"a": 1}"#, to: "r.json")
    let records = Array(repeating: place.path("r.json"), count: command.last == "+" ? 2 : 1)
    var arguments = command.filter { $0 != "+" }.map {
      $0.hasSuffix(".html") ? place.path($0) : $0
    }
    arguments.append(place.path("spec.json"))
    if command.last != "--plan" { arguments += records }
    let trial = CommandTrial(arguments)
    #expect(trial.status == .badCommandLine)
    #expect(trial.firstError.hasPrefix("error[RK5903]"))
    #expect(trial.error.contains("rkmap serialize"))
    #expect(trial.output == "")
  }

  @Test("a suite with a spec of requests alone is told which command it is for")
  func requestsTested() throws {
    try place.write(
      #"""
      {"requestDescriptors": [{"requests": [{"root-map-ref": "m"}],
        "maps": [{"id": "m", "attributes": ["a"]}]}]}
      """#,
      to: "spec.json"
    )
    try place.write(
      #"{"spec": "spec.json", "cases": [{"files": ["r.json"]}]}"#,
      to: "rkmap.test.json"
    )
    let trial = CommandTrial("test", place.path("rkmap.test.json"))
    #expect(trial.status == .badData)
    #expect(trial.output.contains("rkmap serialize"))
    #expect(!trial.output.contains("route"))
  }

  @Test("a record with half of a surrogate pair is told without rules that no spec has")
  func surrogates() throws {
    try place.write(#"{"a": "\ud83d"}"#, to: "r.json")
    for flags in [["--on-error", "skip", "--rejects", place.path("rejects")], ["--to", "form"]] {
      let trial = CommandTrial(
        ["serialize", place.path("spec.json"), place.path("r.json")] + flags
      )
      #expect(trial.status == .badData)
      #expect(trial.firstError.contains("of this record has half of a surrogate pair"))
      #expect(!trial.error.contains("mappers.record"))
    }
    #expect(try !place.read("rejects").contains("mappers.record"))
  }

  @Test(
    "what is wrong with RECORDS or ORIGINAL names no flag that there is not",
    arguments: ["<a/>", String(repeating: "[", count: 2000), "a,b\n1,2\n", "[{\"a\":\"\u{1}\"}]"]
  )
  func flags(text: String) throws {
    try place.write(text, to: "bad.json")
    for operands in [["bad.json"], ["r.json", "--onto", "bad.json"]] {
      let named = operands.map { $0.hasSuffix(".json") ? place.path($0) : $0 }
      let trial = CommandTrial(["serialize", place.path("spec.json")] + named)
      #expect(trial.status == .badInput)
      #expect(!trial.error.contains("--max-depth") && !trial.error.contains("--from"))
    }
  }

  @Test("ORIGINAL may be the output, and stays as it is where a record fails")
  func inPlace() throws {
    try place.write(#"{ "k" : [{"a": 1 }] }"#, to: "in.json")
    let path = place.path("in.json")
    try place.write(#"{"a":2}"#, to: "r.json")
    #expect(serialize("--onto", path, "-o", path).status == .success)
    #expect(try place.read("in.json") == #"{ "k" : [{"a": 2 }] }"#)
    try place.write(#"[{"a":3}, 5]"#, to: "r.json")
    #expect(serialize("--onto", path, "-o", path).status == .badData)
    #expect(try place.read("in.json") == #"{ "k" : [{"a": 2 }] }"#)
  }

  @Test("a summary counts the records")
  func summary() {
    let trial = serialize("-o", place.path("out.json"), "--summary")
    #expect(trial.error.hasPrefix("rkmap: 1 record, 0 failed, 0 declined"))
  }

  @Test("records that are members by key have no place for more than one reason")
  func errorsAsMembers() throws {
    try place.write(
      #"""
      {"mappers": [{"id": "m", "target": "M", "keyAttribute": "k", "forceCollection": true, "attributes": ["a"]}]}
      """#,
      to: "spec.json"
    )
    let trial = serialize("--on-error", "emit")
    #expect(trial.status == .badCommandLine)
    #expect(trial.error.contains("--to ndjson"))
    #expect(serialize("--on-error", "emit", "--to", "ndjson").status == .success)
  }

  @Test("a report says that a spec with one-way rules was not used")
  func oneWayReport() throws {
    try place.write(
      #"{"mappers": [{"id": "m", "target": "M", "attributes": [{"from": "a.@count", "to": "a"}]}]}"#,
      to: "spec.json"
    )
    let trial = serialize("--report", "json")
    #expect(trial.status == .badSpec)
    #expect(trial.error.contains(#""name":"serialize","#))
    #expect(trial.error.contains(#""outcome":"failed""#))
  }
}
