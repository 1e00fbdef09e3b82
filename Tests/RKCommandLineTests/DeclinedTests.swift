import RKCommandLine
import Testing

@Suite("Declined representations in suites")
struct DeclinedTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(
      #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "dynamic": "YES",
         "matchers": [{"keyPath": "t", "expectValue": "boy", "map-ref": "b"}]},
        {"id": "b", "target": "B", "attributes": ["n"]}]}
      """#,
      to: "spec.json"
    )
    try place.write(#"[{"t": "girl"}, {"t": "cat"}]"#, to: "a.json")
    try place.write(#"[{"t": "girl"}, {"t": "boy", "n": 1}]"#, to: "b.json")
  }

  private let both = #""a.json", "b.json""#

  private func test(_ files: String, _ expectation: String, _ flags: String...) throws
    -> ProgramTrial
  {
    let suite = #"""
      {"spec": "spec.json", "untested": ["*.json"],
       "cases": [{"files": [\#(files)], "expect": {\#(expectation)}}]}
      """#
    try place.write(suite, to: "rkmap.test.json")
    return try place.run(["test"] + flags)
  }

  @Test("the line of a suite shows their number, if there are any")
  func line() throws {
    let trial = try test(both, "")
    #expect(trial.status == 0)
    #expect(trial.output.hasSuffix("rkmap.test.json: 2 fixtures, 2 passed, 3 declined\n"))
    #expect(trial.output.contains("warning[RK3041]: 2 of 2 representations were declined"))
    #expect(trial.output.contains("::: a.json:1:1"))
  }

  @Test("an expected number is exact, and suppresses other reports about them")
  func expected() throws {
    let good = try test(#""a.json""#, #""declined": 2"#, "--fail-on", "warning")
    #expect(good.status == 0)
    #expect(good.output == "rkmap.test.json: 1 fixture, 1 passed, 2 declined\n")
    let bad = try test(#""b.json""#, #""declined": 2"#)
    #expect(bad.status == 1)
    #expect(bad.output.contains("error[RK3015]: 1 representation of 'b.json' was declined, not 2"))
  }

  @Test("those that are expected are counted although they are errors")
  func expectedErrors() throws {
    let trial = try test(#""a.json""#, #""declined": 2"#, "--drift", "fail")
    #expect(trial.status == 0)
    #expect(trial.output == "rkmap.test.json: 1 fixture, 1 passed, 2 declined\n")
  }

  @Test("related representations are counted with the others")
  func related() throws {
    try place.write(
      #"""
      {"root-map-ref": "o", "mappers": [
        {"id": "o", "target": "O", "attributes": ["n"],
         "relationships": [{"from": "p", "to": "p", "map-ref": "p", "many": true}]},
        {"id": "p", "dynamic": "YES",
         "matchers": [{"keyPath": "t", "expectValue": "boy", "map-ref": "b"}]},
        {"id": "b", "target": "B", "attributes": ["n"]}]}
      """#,
      to: "spec.json"
    )
    try place.write(#"{"n": 1, "p": [{"t": "girl"}, {"t": "boy", "n": 1}]}"#, to: "a.json")
    let trial = try test(#""a.json""#, #""declined": 1"#)
    #expect(trial.output == "rkmap.test.json: 1 fixture, 1 passed, 1 declined\n")
    let run = try place.run("apply", "spec.json", "a.json", "--summary", "--quiet")
    #expect(run.error.contains("1 record, 0 failed, 1 declined"))
  }

  @Test("RK3041: what is declined on purpose does not hide that no matcher takes the rest")
  func onPurpose() throws {
    try place.write(
      #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "dynamic": "YES",
         "matchers": [{"keyPath": "t", "expectValue": "cat", "map-ref": null},
           {"keyPath": "t", "expectValue": "boy", "map-ref": "b"}]},
        {"id": "b", "target": "B", "attributes": ["n"]}]}
      """#,
      to: "spec.json"
    )
    let trial = try place.run("apply", "spec.json", "a.json")
    #expect(
      trial.error.contains(
        "2 of 2 representations were declined: no matcher of 'p' takes \"girl\" (1)"
      )
        || trial.error.contains(
          "2 of 2 representations were declined: no matcher of 'p' takes 'girl' (1)"
        )
    )
    try place.write(#"[{"t": "cat"}, {"t": "cat"}]"#, to: "a.json")
    #expect(try !place.run("apply", "spec.json", "a.json").error.contains("RK3041"))
  }

  @Test("an empty fixture may have nothing, and no other keys than the descriptor's")
  func emptyFixtures() throws {
    let spec = #"""
      {"descriptors": [{"keyPath": "items", "root-map-ref": "b"}],
       "mappers": [{"id": "b", "target": "B", "attributes": ["n"]}]}
      """#
    try place.write(spec, to: "spec.json")
    for document in ["{}", "[]", "null", "", #"{"items": []}"#, #"{"items": null}"#] {
      try place.write(document, to: "a.json")
      #expect(try test(#""a.json""#, #""empty": true"#).status == 0, "\(document)")
    }
    for document in [#"{"error": 1}"#, "[1]"] {
      try place.write(document, to: "a.json")
      let trial = try test(#""a.json""#, #""empty": true"#)
      #expect(trial.status == 1 && trial.output.contains("error[RK1001]"), "\(document)")
    }
  }

  @Test("reports have their number for each case and for the run")
  func report() throws {
    let trial = try test(both, "", "--report", "json")
    #expect(trial.output.contains(#""file":"a.json","outcome":"passed","read":2,"declined":2"#))
    #expect(trial.output.contains(#""failed":0,"declined":3}"#))
  }
}
