import RKCommandLine
import Testing

@Suite("rkmap schema")
struct SchemaTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func schema(_ spec: String, _ flags: String...) throws -> CommandTrial {
    try place.write(spec, to: "spec.json")
    return CommandTrial(["schema", place.path("spec.json"), "--of", "sql"] + flags)
  }

  private let users = """
    {"root-map-ref": "user", "mappers": [
      {"id": "user", "target": "User", "attributes": ["id"], "identification": "id",
        "relationships": [{"from": "city", "to": "city", "map-ref": "city"}]},
      {"id": "city", "target": "City", "attributes": ["id"], "identification": "id"}]}
    """

  @Test("the statements are the output, and nothing else")
  func statements() throws {
    let trial = try schema(Articles.spec)
    #expect(trial.status == .success)
    #expect(trial.output.hasPrefix("CREATE TABLE Article (\n"))
    #expect(trial.output.hasSuffix("\n);\n"))
    #expect(trial.error == "")
  }

  @Test("a relationship of undeclared cardinality gets a warning")
  func warning() throws {
    let trial = try schema(users)
    #expect(trial.status == .success)
    #expect(trial.firstError.hasPrefix("warning[RK5011]: 'User.city'"))
    #expect(try schema(users, "--quiet").error == "")
    #expect(try schema(users, "--fail-on", "warning").status == .badData)
  }

  @Test("the schemas of files need no spec, and take none", arguments: ["spec", "test"])
  func files(subject: String) {
    let trial = CommandTrial("schema", "--of", subject)
    #expect(trial.status == .success)
    #expect(trial.output.contains("\"$id\": \"urn:rkmap:\(subject):1\""))
    #expect(trial.error == "")
    let refused = CommandTrial("schema", "spec.json", "--of", subject)
    #expect(refused.status == .badCommandLine)
    #expect(refused.firstError == "error[RK5905]: 'schema' takes no argument 'spec.json'")
  }

  @Test("a spec that cannot be read is exit 3")
  func badSpec() throws {
    #expect(try schema("{").status == .badSpec)
    #expect(try schema("{").output == "")
  }

  @Test("a table that is too wide for SQLite is exit 5")
  func tooWide() throws {
    let names = (0...2_000).map { "\"a\($0)\"" }.joined(separator: ", ")
    let trial = try schema(#"{"mappers": [{"id": "m", "target": "M", "attributes": [\#(names)]}]}"#)
    #expect(trial.status == .badOutput)
    #expect(
      trial.firstError == "error[RK5014]: the table 'M' would have more than 2000 columns"
    )
  }

  @Test("a report cannot replace the spec or the statements")
  func sharedFiles() throws {
    let spec = place.path("spec.json")
    #expect(try schema(users, "--report", "json=\(spec)").status == .badCommandLine)
    #expect(try schema(users, "--report", "json=-").status == .badCommandLine)
    #expect(try place.read("spec.json") == users)
  }
}
