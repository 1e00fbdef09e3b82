import Testing

@Suite("Identities: failed conversions, and equality")
struct IdentityTests {
  private static let spec = #"""
    {"mappers": [{"id": "m", "target": "M", "identification": "id",
      "attributes": [{"to": "id", "type": "integer"}, "n"]}]}
    """#

  @Test(
    "RK1014 reports an identity that could not be converted, and RK1002 does not repeat it",
    arguments: [[], ["--on-error", "skip"]]
  )
  func unconverted(flags: [String]) throws {
    let place = try Workplace(spec: Self.spec, input: #"[{"id": "u-2", "n": 1}, {"id": 3}]"#)
    let trial = try place.run(["apply", "spec.json", "in.json", "--to", "sql"] + flags)
    #expect(trial.status == 1)
    #expect(
      trial.firstError
        == #"error[RK1014]: M.id is the identity of this record, and is not an integer: string "u-2""#
    )
    #expect(!trial.error.contains("RK1002"))
    #expect(trial.error.contains("--on-error") == flags.isEmpty)
  }

  @Test("--unify treats equal numbers, and their text, as one key, like a database")
  func unified() throws {
    let spec = Self.spec.replacing(#", "type": "integer""#, with: "")
    let input = #"[{"id": 7, "n": 1}, {"id": 7.0}, {"id": "7", "n": 3}, {"id": 0.7e1, "n": 4}]"#
    let place = try Workplace(spec: spec, input: input)
    let trial = try place.run("apply", "spec.json", "in.json", "--unify", "--to", "ndjson")
    #expect(trial.output == #"{"id":0.7e1,"n":4}"# + "\n")
    let stored = try place.run("apply", "spec.json", "in.json", "-o", "x.db", "--report", "json")
    #expect(stored.error.contains(#""inserted":1,"#))
  }

  @Test("dates in keys are one if they are one instant", arguments: ["report", "fail"])
  func instants(policy: String) throws {
    let spec = """
      {"mappers": [{"id": "m", "target": "M", "identification": ["at", "k"],
        "onRepeat": "\(policy)", "attributes": ["v", {"to": "at", "type": "date"}, "k"]}]}
      """
    let input = """
      [{"at": "2024-05-01T10:00:00.50Z", "k": "a.0", "v": 1}, {"at": "2024-05-01T10:00:00.5Z", "k": "a.0"},
       {"at": "2024-05-01T10:00:00Z", "k": "a.0", "v": 2}, {"at": "2024-05-01T10:00:00Z", "k": "a.00"},
       {"at": "2024-05-01T10:00:00.000Z", "k": "a.0", "v": 3}]
      """
    let place = try Workplace(spec: spec, input: input)
    let trial = try place.run("apply", "spec.json", "in.json", "--unify", "--to", "ndjson")
    if policy == "fail" { return #expect(trial.firstError.contains("RK3031")) }
    #expect(trial.error.contains("1 record of M overwrites an earlier one"))
    #expect(
      trial.output == """
        {"v":1,"at":"2024-05-01T10:00:00.5Z","k":"a.0"}
        {"v":3,"at":"2024-05-01T10:00:00.000Z","k":"a.0"}
        {"at":"2024-05-01T10:00:00Z","k":"a.00"}

        """
    )
  }

  @Test("RK4008 advises --duplicate-keys only where it was not given")
  func duplicateKeys() throws {
    let place = try Workplace(spec: Self.spec, input: #"{"id": 1, "id": 2}"#)
    let silent = try place.run("apply", "spec.json", "in.json")
    #expect(silent.error.contains("= help: --duplicate-keys"))
    let given = try place.run("apply", "spec.json", "in.json", "--duplicate-keys", "last")
    #expect(given.error.contains("RK4008") && !given.error.contains("= help"))
  }
}
