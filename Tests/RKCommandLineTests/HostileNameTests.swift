import Foundation
@testable import RKCommandLine
import Testing

/// A stranger's spec, whose names are commands to terminals and to services that read logs.
@Suite("Names that are commands")
struct HostileNameTests {
  private let place: Workplace
  /// The end of every name; those of key paths have no brackets.
  private static let end = "\n::error::x\u{1B}\u{9B}\u{202E} y"
  private static let file = "::error ::f\n::error::y\u{1B}"

  private static func path(_ name: String) -> String { "::error ::\(name)\(end)" }
  private static func name(_ name: String) -> String { path(name) + "##[set-output name=x;]y" }

  private static var spec: [String: Any] {
    [
      "name": name("spec"),
      "targets": [
        name("T"): ["identification": path("id"), "properties": [path("id"): "string"]]
      ],
      "valueMaps": [name("map"): [name("from"): name("to")]],
      "descriptors": [
        [
          "name": name("one"), "method": "GET", "path": "/a", "keyPath": "k" + end,
          "root-map-ref": name("m"),
        ],
        ["name": name("two"), "path": "/:x", "root-map-ref": name("m")],
      ],
      "mappers": [
        [
          "id": name("m"), "target": name("T"), "identification": path("id"),
          "when": "x != '::error ::w'",
          "attributes": [
            ["from": path("a"), "to": path("id")],
            ["from": "b", "to": path("b"), "map": name("map"), "default": name("default")],
            ["to": "t", "template": path("template")],
          ],
          "relationships": [
            ["from": "r" + end, "to": path("r"), "map-ref": name("n"), "many": true]
          ],
        ],
        [
          "id": name("n"), "target": name("U"), "identification": "i",
          "attributes": ["i", path("y")],
        ],
      ],
    ]
  }

  private static var suite: [String: Any] {
    [
      "spec": "../spec.json",
      "cases": [
        [
          "files": "../in.json", "snapshot": true,
          "expect": ["errors": 3, "types": [name("T"): ["count": 5]]],
        ]
      ],
    ]
  }

  static let commandLines: [[String]] = [
    ["check", "spec.json"], ["check", "spec.json", "--plan"], ["check", "spec.json", "in.json"],
    ["check", "bad.json"], ["check", "\(file).json"], ["check", "bad\(file).json"],
    ["check", "::error ::bad.json"], ["check", "nosuch\(file)"],
    ["check", "spec.json", "--\(file)"],
    ["check", "--max-report", file, "spec.json"], ["check", "--fix", "bad\(file).json"],
    ["route", "spec.json", "GET", "/a"], ["route", "spec.json", "GET", "/a", "--to", "json"],
    ["apply", "spec.json", "in.json", "-o", "out.db"],
    ["apply", "spec.json", "in.json", "--dry-run"], ["apply", "spec.json", "nosuch\(file)"],
    ["apply", "spec.json", "in.json", "--descriptor", file],
    ["apply", "spec.json", "in.json", "-o", "/nosuch\(file)"],
    ["test"], ["test", "--update"], ["schema", "bad.json", "--of", "sql"],
    ["fmt", "--check", "spec.json", "\(file).json"], ["help", file], [file],
    ["init", "\(file)folder"],
  ]

  init() throws {
    place = try Workplace()
    func write(_ object: [String: Any], to name: String) throws {
      try place.write(Array(try JSONSerialization.data(withJSONObject: object)), to: name)
    }
    let bad = Self.spec.merging([Self.name("unknown"): 1]) { $1 }
    for name in ["spec.json", "\(Self.file).json"] { try write(Self.spec, to: name) }
    for name in ["bad.json", "bad\(Self.file).json", "::error ::bad.json"] {
      try write(bad, to: name)
    }
    let record: [String: Any] = [
      Self.path("a"): Self.name("1"), "b": Self.name("b"),
      "r" + Self.end: [["i": 1, Self.path("y"): 2]],
    ]
    try write(["k" + Self.end: [record]], to: "in.json")
    try place.makeFolder("\(Self.file)folder")
    try write(Self.suite, to: "\(Self.file)folder/rkmap.test.json")
  }

  /// What is wrong with a text that people or a build log are shown.
  private func fault(in text: String) -> String? {
    for line in text.components(separatedBy: "\n") {
      let words = line.drop(while: \.isWhitespace)
      let isGenuine =
        line.contains(/^::(error|warning|notice) (file=|title=RK)/) || line.hasPrefix("  ::: ")
      if words.hasPrefix("::") && !isGenuine { return "a command: \(line)" }
      if line.contains(/##[A-Za-z]*\[/) { return "a command in a line: \(line)" }
      let isObeyed = line.unicodeScalars.contains { scalar in
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
          || scalar.properties.isBidiControl
      }
      if isObeyed { return "a control character: \(line)" }
    }
    return nil
  }

  @Test("the spec is valid, so that its names are shown wherever names are")
  func isGood() throws {
    #expect(try place.run("check", "spec.json").status == 0)
    #expect(
      try place.run("check", "spec.json", "--plan").output.contains(#"\u{3A}:error ::id\u{A}"#)
    )
    #expect(
      try place.run("route", "spec.json", "GET", "/a").output.hasPrefix(#"\u{3A}:error ::one"#)
    )
  }

  @Test("none is executed, whatever the command and the report", arguments: commandLines)
  func commands(arguments: [String]) throws {
    let forms = ReportOptions.Form.allCases.map { ["--report", $0.rawValue] }
    let reports = CommandLineTool.commands.map { $0.page.name }.filter {
      !["init", "help"].contains($0)
    }
    for form in reports.contains(arguments[0]) ? forms : [[]] {
      let trial = try place.run(arguments + form)
      #expect(fault(in: trial.output) == nil, "\(form)")
      #expect(fault(in: trial.error) == nil, "\(form)")
    }
  }

  @Test("none is executed on the page of a step")
  func stepSummary() throws {
    for name in ["bad.json", "\(Self.file)folder/rkmap.test.json"] {
      let command = name.hasSuffix("bad.json") ? "check" : "test"
      _ = CommandTrial(command, place.path(name), "--report", "github") {
        $0.variables["GITHUB_STEP_SUMMARY"] = place.path("summary.md")
      }
      #expect(fault(in: try place.read("summary.md")) == nil)
    }
  }
}
