import Foundation
import RKCommandLine
import Testing

@Suite("rkmap check")
struct CheckTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func check(_ spec: String, _ flags: String...) throws -> CommandTrial {
    try place.write(spec, to: "spec.json")
    return CommandTrial(["check", place.path("spec.json")] + flags)
  }

  private var name: String { place.path("spec.json") }

  private let dubious = #"{"mappers": [{"id": 'a'}]}"#

  @Test("--dialect is about a spec: a note names the attributes without a type")
  func dialect() throws {
    let attributes = #"["a", {"from": "@key", "to": "b"}]"#
    let spec = #"{"mappers": [{"id": "m", "target": "M", "attributes": \#(attributes)}]}"#
    let checked = try check(spec, "--dialect", "postgres")
    #expect(checked.output.contains("without a type as jsonb: M.a\n"))
    #expect(checked.status == .success)
    #expect(try check(spec, "--dialect", "postgres", name).status == .badCommandLine)
  }

  @Test("a valid spec is exit 0, and a line on the standard output says so")
  func good() throws {
    let trial = try check(Articles.spec)
    #expect(trial.status == .success)
    #expect(trial.output == "\(name): 0 errors, 0 warnings\n")
    #expect(trial.error == "")
  }

  @Test("a spec from the standard input is named <stdin>")
  func standardInput() throws {
    let trial = try place.run("check", "-", input: "{}")
    #expect(trial.status == 3)
    #expect(trial.output.contains("--> <stdin>:1:1\n"))
    #expect(trial.output.hasSuffix("\n<stdin>: 1 error, 0 warnings\n"))
  }

  @Test("errors are the output, and exit 3")
  func faults() throws {
    let trial = try check(#"{"mappers": [{"id": "a", "extends": "b"}, {"id": "a"}]}"#)
    #expect(trial.status == .badSpec)
    #expect(trial.error == "")
    #expect(trial.output.contains("error[RK2003]: no mapper 'b'"))
    #expect(trial.output.contains("error[RK2011]: there is another mapper 'a'"))
    #expect(trial.output.hasSuffix("\n\(name): 2 errors, 0 warnings\n"))
  }

  @Test("a warning is exit 0")
  func warning() throws {
    let trial = try check(dubious)
    #expect(trial.status == .success)
    #expect(trial.output.hasPrefix("warning[RK2004]: single quotes\n"))
    #expect(trial.output.hasSuffix("\n\(name): 0 errors, 1 warning\n"))
  }

  @Test("--strict makes a warning an error, and exit 3")
  func strict() throws {
    let trial = try check(dubious, "--strict")
    #expect(trial.status == .badSpec)
    #expect(trial.output.hasPrefix("error[RK2004]"))
    #expect(trial.output.hasSuffix("\n\(name): 1 error, 0 warnings\n"))
  }

  @Test("--fail-on warning makes a warning exit 1")
  func failOnWarning() throws {
    #expect(try check(dubious, "--fail-on", "warning").status == .badData)
    #expect(try check(Articles.spec, "--fail-on", "warning").status == .success)
  }

  @Test("--quiet leaves errors only")
  func quiet() throws {
    #expect(try check(dubious, "--quiet").output == "")
    #expect(try check(#"{"mapers": []}"#, "--quiet").output.hasPrefix("error[RK2005]"))
  }

  @Test("--plan lists the compiled plan after the diagnostics")
  func plan() throws {
    let trial = try check(Articles.spec, "--plan")
    #expect(trial.status == .success)
    #expect(trial.output.hasPrefix("\(name): 0 errors, 0 warnings\nplan: 1 node, "))
    #expect(trial.output.contains("\nnode 0: mappers.article, record Article\n"))
  }

  /// Two descriptors of one key path, for different requests.
  private let severalRequests = #"""
    {"descriptors": [
      {"name": "list", "keyPath": "a", "methods": ["GET"], "root-map-ref": "x"},
      {"keyPath": "a", "methods": ["POST"], "root-map-ref": "y"}],
     "mappers": [
      {"id": "x", "target": "X", "attributes": ["n"]},
      {"id": "y", "target": "Y", "attributes": ["n"]}]}
    """#

  @Test("--plan lists a plan for each descriptor if they are for different requests")
  func planOfEachDescriptor() throws {
    let trial = try check(severalRequests, "--plan", "--quiet")
    #expect(trial.status == .success)
    #expect(trial.error == "")
    let plans = trial.output.components(separatedBy: "\n\ndescriptor ")
    try #require(plans.count == 2)
    #expect(plans[0].hasPrefix("descriptor 'list' at \(name):2:3\nplan: 1 node, "))
    #expect(plans[0].contains("\nnode 0: mappers.x, record X\n"))
    #expect(plans[1].hasPrefix("at \(name):3:3\nplan: 1 node, "))
    #expect(plans[1].contains("\nnode 0: mappers.y, record Y\n"))
  }

  @Test("--descriptor chooses the plan that is listed")
  func planOfDescriptor() throws {
    let trial = try check(severalRequests, "--plan", "--quiet", "--descriptor", "list")
    #expect(trial.status == .success)
    #expect(trial.output.hasPrefix("plan: 1 node, "))
    #expect(trial.output.contains("\nnode 0: mappers.x, record X\n"))
    #expect(!trial.output.contains("mappers.y"))
  }

  @Test("RK5908: --descriptor with a name that the spec does not have is exit 2")
  func planOfUnknownDescriptor() throws {
    let trial = try check(severalRequests, "--plan", "--descriptor", "lst")
    #expect(trial.status == .badCommandLine)
    #expect(
      trial.error == "error[RK5908]: the spec has no descriptor 'lst'; did you mean 'list'?\n"
    )
  }

  @Test("RK5903: --descriptor without --plan is exit 2")
  func descriptorWithoutPlan() throws {
    let trial = try check(severalRequests, "--descriptor", "list")
    #expect(trial.status == .badCommandLine)
    #expect(trial.output == "")
    #expect(trial.error.hasPrefix("error[RK5903]: --descriptor "))
  }

  @Test("--plan of an invalid spec lists none")
  func planOfFaults() throws {
    let trial = try check(#"{"mapers": []}"#, "--plan")
    #expect(trial.status == .badSpec)
    #expect(!trial.output.contains("plan:"))
  }

  @Test("--report json writes diagnostics and counts to the standard output")
  func json() throws {
    let trial = try check(dubious, "--report", "json")
    let value = try JSONSerialization.jsonObject(with: Data(trial.output.utf8))
    let report = try #require(value as? [String: Any])
    let findings = try #require(report["findings"] as? [[String: Any]])
    #expect(findings.map { $0["code"] as? String } == ["RK2004"])
    #expect((findings.first?["fixIts"] as? [[String: Any]])?.count == 1)
    #expect((report["summary"] as? [String: Any])?["warnings"] as? Int == 1)
  }

  @Test("RK2001: a missing spec is exit 3")
  func missing() {
    let trial = CommandTrial("check", place.path("none.json"))
    #expect(trial.status == .badSpec)
    #expect(trial.output.hasPrefix("error[RK2001]: the spec '\(place.path("none.json"))'"))
  }

  @Test("diagnostics are coloured when the output goes to a terminal")
  func color() throws {
    try place.write(dubious, to: "spec.json")
    let trial = CommandTrial("check", name) { $0.outputIsTerminal = true }
    #expect(trial.output.hasPrefix("\u{1B}["))
  }

  @Test(
    "--report json to the standard output has the classes of --inverse in it, and no table after it"
  )
  func inverseReport() throws {
    let trial = try check(Articles.streamSpec, "--inverse", "--report", "json")
    let report = try JSONSerialization.jsonObject(with: Data(trial.output.utf8)) as? [String: Any]
    let summary = report?["summary"] as? [String: Any]
    #expect((summary?["inverse"] as? [[String: String]])?.first?["class"] == "exact")
    let file = try check(
      Articles.streamSpec,
      "--inverse",
      "--report",
      "json=\(place.path("r.json"))"
    )
    #expect(file.output.contains("RULE"))
  }
}
