import Foundation
import RKCommandLine
import Testing

@Suite("rkmap check with inputs")
struct CheckInputTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(Articles.spec, to: "spec.json")
    try place.write(Articles.good, to: "good.json")
    try place.write(Articles.bad, to: "bad.json")
  }

  private func check(_ arguments: String..., input: String = "") throws -> ProgramTrial {
    try place.run(["check", "spec.json"] + arguments, input: Array(input.utf8))
  }

  @Test("valid inputs are exit 0, and a line on the standard output says so")
  func good() throws {
    try place.write(Articles.good, to: "other.json")
    let trial = try check("good.json", "other.json")
    #expect(trial.status == 0)
    #expect(trial.output == "2 inputs, 0 bad: 0 errors, 0 warnings\n")
    #expect(trial.error == "")
  }

  @Test("all failed records are reported on the standard output, and no records are written")
  func failedRecords() throws {
    try place.write(#"{"articles":[{"a":1},{"title":"T"},{"b":2}]}"#, to: "bad.json")
    let trial = try check("bad.json", "good.json")
    #expect(trial.status == 1)
    #expect(trial.error == "")
    #expect(trial.output.hasPrefix("error[RK1003]"))
    #expect(trial.output.contains("bad.json:1:14"))
    #expect(trial.output.contains("2 of 3 records"))
    #expect(trial.output.hasSuffix("\n2 inputs, 1 bad: 2 errors, 0 warnings\n"))
  }

  @Test("an input that is not JSON is exit 4, and the others are validated")
  func noJSON() throws {
    try place.write("{", to: "broken.json")
    let trial = try check("broken.json", "none.json", "bad.json")
    #expect(trial.status == 4)
    #expect(trial.output.contains("--> broken.json:1:2"))
    #expect(trial.output.contains("error[RK4001]: 'none.json' cannot be read"))
    #expect(trial.output.contains("--> bad.json:1:"))
    #expect(trial.output.hasSuffix("\n3 inputs, 3 bad: 3 errors, 0 warnings\n"))
  }

  @Test("globs name files, and one that names none is an error")
  func globs() throws {
    let trial = try check("*d.json")
    #expect(trial.status == 1)
    #expect(trial.output.hasSuffix("\n2 inputs, 1 bad: 1 error, 0 warnings\n"))
    let nothing = try check("x*.json", "good.json")
    #expect(nothing.status == 4)
    #expect(nothing.output.hasPrefix("error[RK4001]: no file matches 'x*.json'\n"))
    #expect(nothing.output.hasSuffix("\n2 inputs, 1 bad: 1 error, 0 warnings\n"))
  }

  @Test("a hyphen is the standard input, once")
  func standardInput() throws {
    let trial = try check("-", input: Articles.bad)
    #expect(trial.status == 1)
    #expect(trial.output.contains("--> <stdin>:1:"))
    #expect(try check("-", "-").status == 2)
    #expect(try place.run("check", "-", "-").status == 2)
  }

  @Test("each input is validated alone: records of one do not connect those of another")
  func parted() throws {
    let spec = #"""
      {"mappers": [
        {"id": "a", "target": "A", "identification": "id", "attributes": ["id", "b"],
         "connections": [{"to": "c", "target": "A", "where": {"b": "id"}}]}]}
      """#
    try place.write(spec, to: "spec.json")
    try place.write(#"{"id": 1, "b": 2}"#, to: "one.json")
    try place.write(#"{"id": 2, "b": 1}"#, to: "two.json")
    #expect(try check("one.json", "two.json").output.contains("RK1015"))
    try place.write(#"[{"id": 1, "b": 2}, {"id": 2, "b": 1}]"#, to: "both.json")
    #expect(try !check("both.json").output.contains("RK1015"))
  }

  @Test("a spec that cannot be used is exit 3, and no input is validated")
  func badSpec() throws {
    try place.write(#"{"mapers": []}"#, to: "spec.json")
    let trial = try check("bad.json", "none.json")
    #expect(trial.status == 3)
    #expect(!trial.output.contains("bad.json"))
    #expect(trial.output.hasSuffix("\nspec.json: 1 error, 0 warnings\n"))
  }

  @Test("the flags of apply say how inputs are read and which descriptors apply")
  func flags() throws {
    try place.write(Articles.streamSpec, to: "spec.json")
    try place.write("{\n{\"n\":2}\n", to: "lines.json")
    #expect(try check("lines.json").status == 4)
    #expect(try check("lines.json", "--from", "ndjson").status == 1)
    try place.write(#"{"n":1,"n":2}"#, to: "twice.json")
    #expect(try check("twice.json").output.hasSuffix("0 errors, 1 warning\n"))
    #expect(try check("twice.json", "--duplicate-keys", "error").status == 4)
    #expect(try check("twice.json", "--fail-on", "warning").status == 1)
    #expect(try check("twice.json", "--fail-on", "warning", "--max-report", "0").status == 1)
    #expect(try check("twice.json", "--descriptor", "none").status == 2)
  }

  @Test("--strict fails what cannot be converted")
  func strict() throws {
    try place.write(Articles.dubious, to: "dubious.json")
    #expect(try check("dubious.json").status == 0)
    #expect(try check("dubious.json", "--strict").status == 1)
    #expect(try check("dubious.json", "--strict", "--drift", "fail").status == 1)
  }

  @Test("an error about all inputs together is exit 1")
  func assumedDates() throws {
    let attribute = #"{"from": "d", "to": "d", "type": "date"}"#
    try place.write(
      #"{"mappers": [{"id": "m", "target": "M", "attributes": [\#(attribute)]}]}"#,
      to: "spec.json"
    )
    try place.write(#"{"d": "01/02/2020"}"#, to: "good.json")
    #expect(try check("good.json").status == 0)
    let trial = try check("good.json", "--drift", "fail")
    #expect(trial.output.hasPrefix("error[RK3043]"))
    #expect(trial.status == 1)
  }

  @Test("--quiet leaves errors only")
  func quiet() throws {
    #expect(try check("good.json", "--quiet").output == "")
    #expect(try check("bad.json", "--quiet").output.hasPrefix("error[RK1003]"))
    #expect(try !check("bad.json", "--quiet").output.contains("1 input"))
  }

  @Test("RK5903: --plan takes no inputs")
  func plan() throws {
    let trial = try check("good.json", "--plan")
    #expect(trial.status == 2)
    #expect(trial.firstError.hasPrefix("error[RK5903]: --plan "))
  }

  @Test("RK5903: a report cannot go to a file that is validated")
  func report() throws {
    #expect(try check("good.json", "--report", "json=good.json").status == 2)
    #expect(try place.read("good.json") == Articles.good)
  }
}
