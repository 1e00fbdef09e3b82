import RKCommandLine
import Testing

@Suite("Flags of a request")
struct ContextFlagTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private let spec = #"""
    {"descriptors": [{"name": "one", "path": "/a/:id", "root-map-ref": "a"},
        {"name": "bad", "statusCodes": "4XX", "root-map-ref": "a"}],
      "mappers": [{"id": "a", "attributes": ["x", {"@metadata.routing.parameters.id": "id"},
        {"@metadata.HTTP.request.headers.x-y": "y"}, {"@metadata.HTTP.response.headers.x-y": "z"},
        {"@metadata.m.n": "n"}]}]}
    """#

  private func apply(_ flags: String...) throws -> CommandTrial {
    try place.write(spec, to: "spec.json")
    try place.write(#"{"x":1}"#, to: "in.json")
    return CommandTrial(["apply", place.path("spec.json"), place.path("in.json")] + flags)
  }

  @Test("flags about the request choose descriptors, and can be read as metadata")
  func request() throws {
    let trial = try apply(
      "--method",
      "GET",
      "--path=/a/7",
      "--status",
      "200",
      "--header",
      "X-Y:  v: w ",
      "--meta",
      "m.n=a=b",
      "--meta",
      "m.o=",
      "--compact",
      "-o",
      place.path("out.json")
    )
    #expect(trial.error == "")
    #expect(
      try place.read("out.json")
        == "{\"x\":1,\"id\":\"7\",\"y\":\"v: w\",\"z\":\"v: w\",\"n\":\"a=b\"}\n"
    )
  }

  @Test("names that look the same are different")
  func sameLook() throws {
    try place.write(
      ##"{"mappers": [{"id": "a", "attributes": ["x", {"@metadata.\u00e9": "m"}]}]}"##,
      to: "spec.json"
    )
    try place.write(#"{"x":1}"#, to: "in.json")
    let flags = ["--meta", "\u{E9}=1", "--meta", "e\u{301}=2", "--compact"]
    let trial = try place.run(["apply", "spec.json", "in.json"] + flags)
    #expect(trial.output == #"{"x":1,"m":"1"}"# + "\n")
  }

  @Test("no descriptor for the request is exit 1")
  func nothing() throws {
    let trial = try apply("--path", "/b", "--status", "200")
    #expect(trial.status == .badData)
    #expect(trial.output == "")
    #expect(
      trial.firstError == "error[RK1001]: no descriptor of the spec is for '/b' with status 200"
    )
  }

  @Test(
    "RK5903: invalid values of flags are refused before anything is read",
    arguments: [
      (["--method", "get"], "there is no method 'get'; did you mean 'GET'?"),
      (["--method", "ANY"], "there is no method 'ANY'"),
      (["--status", "4XX"], "--status takes a whole number from 100 to 599, not '4XX'"),
      (["--status", "99"], "--status takes a whole number from 100 to 599, not '99'"),
      (["--header", "X"], "--header takes 'NAME: VALUE', not 'X'"),
      (["--header", ": x"], "--header takes 'NAME: VALUE', not ': x'"),
      (["--header", "a b: x"], "--header takes 'NAME: VALUE', not 'a b: x'"),
      (["--meta", "x"], "--meta takes KEY=VALUE, not 'x'"),
      (["--meta", "=x"], "--meta takes KEY=VALUE, not '=x'"),
      (["--file-pattern", ":a:b"], "':a' and ':b' of the path ':a:b' have no text between them"),
    ]
  )
  func badValues(flags: [String], message: String) {
    let trial = CommandTrial(["apply", "/nowhere/spec.json"] + flags)
    #expect(trial.status == .badCommandLine)
    #expect(trial.firstError == "error[RK5903]: \(message)")
  }

  @Test("a plan can be listed for a request")
  func plan() throws {
    try place.write(spec, to: "spec.json")
    let check = ["check", place.path("spec.json"), "--plan", "--path", "/a/1", "--status"]
    #expect(CommandTrial(check + ["404"]).output.contains("plan: 1 node"))
    #expect(
      CommandTrial(check + ["301"]).output
        .hasSuffix("no descriptor of the spec is for '/a/1' with status 301\n")
    )
    #expect(
      CommandTrial(["check", place.path("spec.json"), "--status", "200"]).status == .badCommandLine
    )
  }

  @Test(
    "route is exit 1 if nothing matches, and shows each reason",
    arguments: [
      ("GET", "/a/1", "200", true), ("GET", "/b", "200", false), ("GET", "/b", "404", true),
    ]
  )
  func route(method: String, path: String, status: String, matches: Bool) throws {
    try place.write(spec, to: "spec.json")
    let trial = CommandTrial("route", place.path("spec.json"), method, path, status, "--to", "json")
    #expect(trial.status == (matches ? .success : .badData))
    #expect(trial.output.hasPrefix(#"[{"name":"one","matched":\#(path == "/a/1")"#))
  }

  @Test(
    "RK5903: what chooses the path of a record needs records",
    arguments: ["--name", "--relationship", "--type-key"]
  )
  func recordFlags(flag: String) {
    let trial = CommandTrial("route", "s", flag, "x", "GET", "/a")
    #expect(trial.firstError.hasPrefix("error[RK5903]: \(flag) is for the paths of records"))
    #expect(trial.status == .badCommandLine)
  }
}
