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
    let suite =
      #"{"spec": "spec.json", "cases": [{"files": [\#(files)], "expect": {\#(expectation)}}]}"#
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

  @Test("reports show their number for each case and for the run")
  func report() throws {
    let trial = try test(both, "", "--report", "json")
    #expect(trial.output.contains(#""file":"a.json","outcome":"passed","read":2,"declined":2"#))
    #expect(trial.output.contains(#""failed":0,"declined":3}"#))
  }
}
