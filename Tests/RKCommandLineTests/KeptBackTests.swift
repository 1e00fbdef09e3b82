import Testing

@Suite("Outputs that get their places together, or not at all")
struct KeptBackTests {
  private func place() throws -> Workplace {
    let place = try Workplace()
    try place.write(
      """
      {"mappers": [{"id": "m", "target": "M", "identification": ["id"], "attributes": [
        "id", {"from": "n", "to": "n", "type": "integer", "onError": "absent"}]}]}
      """,
      to: "spec.json"
    )
    try place.write("{\"id\": 1, \"n\": \"x\"}\n", to: "in.ndjson")
    try place.write("old\n", to: "out.json")
    return place
  }

  @Test(
    "--fail-on warning leaves everything as it was",
    arguments: ["out.json", "new.db", "new.sql", "tables/"]
  )
  func warnings(output: String) throws {
    let place = try place()
    let flags = ["-o", output, "--fail-on", "warning"]
    let trial = try place.run(["apply", "spec.json", "in.ndjson"] + flags)
    #expect(trial.status == 1)
    #expect(try place.read("out.json") == "old\n")
    #expect(place.names == ["in.ndjson", "out.json", "spec.json"])
  }

  @Test("records and rejects are replaced together")
  func together() throws {
    let place = try place()
    try place.write("old\n", to: "rejects")
    let flags = ["-o", "out.json", "--rejects", "rejects", "--report", "json=report"]
    #expect(try place.run(["apply", "spec.json", "in.ndjson"] + flags).status == 0)
    #expect(try place.read("out.json") == "[{\"id\":1}]\n")
    #expect(try place.read("rejects") == "")
    #expect(place.names == ["in.ndjson", "out.json", "rejects", "report", "spec.json"])
  }
}
