import TestSupport
import Testing

@testable import RKCommandLine

@Suite("Names of fixtures that say their requests, in commands that map")
struct FixtureNameRunTests {
  private let place: Workplace

  private static let spec = #"""
    {"descriptors": [
       {"name": "user", "path": "/users/:id", "methods": "GET", "root-map-ref": "user"},
       {"name": "pet", "path": "/pets/:id", "methods": "GET", "root-map-ref": "pet"},
       {"statusCodes": "4XX", "keyPath": "error", "root-map-ref": "failure"}],
     "mappers": [
       {"id": "user", "target": "User", "attributes": ["name"]},
       {"id": "pet", "target": "Pet", "attributes": [{"from": "name", "to": "petName"}]},
       {"id": "failure", "target": "Failure", "attributes": ["message"]}]}
    """#

  init() throws {
    place = try Workplace()
    try place.write(Self.spec, to: "spec.json")
    try place.write(#"{"name": "Ann"}"#, to: "user.GET.200.json")
    try place.write(#"{"name": "Rex"}"#, to: "pet.GET.200.json")
    try place.write(#"{"error": {"message": "no"}}"#, to: "user.GET.404.json")
    try place.write(#"{"name": "Ann"}"#, to: "user.POST.200.json")
    try place.write(#"{"name": "Ann"}"#, to: "other.json")
    try place.write("", to: "user.GET.204.json")
  }

  private func run(_ command: String, _ files: String..., flags: [String] = []) -> CommandTrial {
    CommandTrial([command, place.path("spec.json")] + files.map { place.path($0) } + flags)
  }

  @Test("apply maps each input by the request in its name, if the spec needs one")
  func apply() throws {
    let trial = try place.run(
      ["apply", "spec.json", "user.GET.200.json", "pet.GET.200.json", "user.GET.404.json"]
    )
    #expect(trial.status == 0)
    #expect(
      trial.output.split(separator: "\n") == [
        #"{"name":"Ann"}"#, #"{"petName":"Rex"}"#, #"{"message":"no"}"#,
      ]
    )
    #expect(trial.error == "")
  }

  @Test("a flag about the request takes precedence, and an input with another name needs one")
  func flags() throws {
    let flags = ["--path", "/pets/1", "--status", "200"]
    let trial = try place.run(["apply", "spec.json", "user.GET.200.json"] + flags)
    #expect(trial.output.contains("petName"))
    #expect(run("apply", "user.GET.200.json", "other.json").error.contains("--path"))
  }

  @Test("RK1001: check reports why no descriptor is for the request of a name")
  func none() {
    let trial = run("check", "user.GET.200.json", "user.POST.200.json")
    #expect(trial.status == .badData)
    #expect(
      trial.output.contains("error[RK1001]: no descriptor of the spec is for POST '/users/:id'")
    )
    #expect(trial.output.contains("method: GET, not POST"))
    #expect(trial.output.hasSuffix("2 inputs, 1 bad: 1 error, 0 warnings\n"))
  }

  @Test("an empty input is fine if its name says that the response has no body")
  func noBody() { #expect(run("check", "user.GET.204.json").status == .success) }

  @Test("RK3017: a misspelt name is told also where the request is not clear without it")
  func misspeltAmong() throws {
    try place.write(#"{"name": "Ann"}"#, to: "usr.GET.200.json")
    let trial = run("check", "usr.GET.200.json")
    #expect(trial.status != .success)
    #expect((trial.output + trial.error).contains("error[RK5907]"))
    #expect((trial.output + trial.error).contains("called 'usr'; did you mean 'user'?"))
    let suite = #"{"spec": "spec.json", "cases": [{"files": "usr.GET.200.json"}]}"#
    try place.write(suite, to: "rkmap.test.json")
    let test = try place.run("test")
    #expect(test.output.contains("error[RK3014]"))
    #expect(test.output.contains("called 'usr'; did you mean 'user'?"))
  }

  @Test("RK3017: a name similar to one of the spec is reported")
  func misspelt() throws {
    try place.write(#"{"error": {"message": "no"}}"#, to: "usr.GET.404.json")
    let trial = run("check", "usr.GET.404.json")
    #expect(trial.status == .success)
    #expect(trial.output.contains("warning[RK3017]: no route or descriptor is called 'usr'"))
  }
}
