import Testing

@testable import RKCommandLine

@Suite("Pages of reports, and what is not replaced by them")
struct PageTests {
  private static let spec = #"{"mappers": [{"id": "a", "target": "A", "attributes": ["n"]}]}"#
  private static let suite = """
    {"spec": "spec.json", "cases": [{"files": ["in.json"], "expect": {"output": "want.ndjson"}}]}
    """

  private func place() throws -> Workplace {
    let place = try Workplace(spec: Self.spec, input: "")
    try place.write(#"{"n": 1}"#, to: "in.json")
    try place.write("{\"n\":2}\n", to: "want.ndjson")
    try place.write(Self.suite, to: "rkmap.test.json")
    return place
  }

  @Test(
    "RK5903: what is read is not replaced",
    arguments: [
      ["test", "--report", "html=want.ndjson"], ["test", "--report", "html=spec.json"],
      ["test", "--report", "html=rkmap.test.json"], ["test", "--report", "html=in.json"],
      ["check", "spec.json", "in.json", "--report", "html=in.json"],
      ["report", "spec.json", "in.json", "-o", "spec.json"],
      ["coverage", "spec.json", "in.json", "--report", "html=in.json"],
    ]
  )
  func keepsInputs(arguments: [String]) throws {
    let place = try place()
    let files = ["want.ndjson", "spec.json", "rkmap.test.json", "in.json"]
    let before = try files.map { try place.read($0) }
    let trial = try place.run(arguments)
    #expect(trial.status == 2)
    #expect(try files.map { try place.read($0) } == before)
  }

  @Test(
    "RK5903: a page needs a file, and inputs of the command's own",
    arguments: [
      ["test", "--report", "html=-"], ["check", "spec.json", "in.json", "--report", "html=-"],
      ["report", "spec.json", "in.json", "-o", "-"], ["check", "spec.json", "--report", "html=p"],
      ["check", "in.json", "--report", "html=p"],
    ]
  )
  func refused(arguments: [String]) throws {
    let trial = try place().run(arguments)
    #expect(trial.status == 2)
    #expect(trial.error.hasPrefix("error[RK5903]"))
  }

  @Test("every page that is asked for is written, whatever the findings")
  func several() throws {
    let place = try place()
    let trial = try place.run(["test", "--report", "html=one.html", "--report", "html=two.html"])
    #expect(trial.status == 1)
    let page = try place.read("one.html")
    #expect(try page == place.read("two.html"))
    #expect(
      page.contains(
        #""diff":[{"op":"same","text":"/n"},{"op":"del","text":"2"},{"op":"ins","text":"1"}]"#
      )
    )
  }

  @Test("records that are new or gone are differences, and values that failed are not")
  func differences() throws {
    let place = try place()
    let spec = """
      {"mappers": [{"id": "m", "target": "M", "identification": "n",
        "attributes": ["n", {"to": "d", "type": "integer"}]}]}
      """
    try place.write(spec, to: "spec.json")
    try place.write(
      #"{"spec": "spec.json", "cases": [{"files": ["in.json"], "snapshot": true}]}"#,
      to: "rkmap.test.json"
    )
    try place.write(#"[{"n": 1, "d": 1}, {"n": 2}, {"n": 3}, {"n": 6}]"#, to: "in.json")
    #expect(try place.run(["test", "--update"]).status == 0)
    try place.write(#"[{"n": 1, "d": {"x": 1}}, {"n": 4}, {"n": 5}, {"n": 6}]"#, to: "in.json")
    #expect(try place.run(["test", "--report", "html=page.html"]).status == 1)
    let page = try place.read("page.html")
    let list = try #require(page.split(separator: #""diff":["#).dropFirst().first)
    let lines = list.prefix { $0 != "]" }.split(separator: "},{")
    let texts = lines.map { line in String(line.filter { !"{}".contains($0) }) }
    #expect(
      texts == [
        #""op":"same","text":"M 1 /d""#, #""op":"del","text":"1""#,
        #""op":"same","text":"M 2""#, #""op":"del","text":"\"n\":2""#,
        #""op":"same","text":"M 3""#, #""op":"del","text":"\"n\":3""#,
        #""op":"same","text":"M 4""#, #""op":"ins","text":"\"n\":4""#,
        #""op":"same","text":"M 5""#, #""op":"ins","text":"\"n\":5""#,
      ]
    )
  }

  @Test("the page of coverage has the inputs, without records")
  func coverage() throws {
    let place = try place()
    _ = try place.run(["coverage", "spec.json", "in.json", "--report", "html=page.html"])
    let page = try place.read("page.html")
    #expect(page.contains(#""states":{"/n":"mapped"}"#))
    #expect(!page.contains(#""records":["#))
  }

  @Test("RK5001: a page that cannot be written is told before anything is mapped")
  func unwritable() throws {
    let trial = try place().run(["report", "spec.json", "in.json", "-o", "none/page.html"])
    #expect(trial.status == 5)
  }

  @Test(
    "RK3030: an input of which no record is made is not passed over in silence",
    arguments: ["[]", #"{"q": 1}"#]
  )
  func nothingToExplain(input: String) throws {
    let place = try place()
    try place.write(input, to: "in.json")
    let trial = try place.run(["explain", "spec.json", "in.json"])
    #expect(trial.status == 1)
    #expect(trial.error.hasPrefix("error[RK3030]"))
  }
}
