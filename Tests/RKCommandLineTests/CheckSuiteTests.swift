import Foundation
import RKCommandLine
import Testing

@Suite("rkmap check of files that test files name")
struct CheckSuiteTests {
  private let place: Workplace

  private static let spec = #"""
    {"descriptors": [
      {"keyPath": "", "path": "/users", "root-map-ref": "u"}, {"keyPath": "", "path": "/pets", "root-map-ref": "p"}],
     "mappers": [
      {"id": "u", "target": "User", "attributes": ["name", {"from": "n", "to": "n", "type": "integer", "onMissing": "absent"}]},
      {"id": "p", "target": "Pet", "attributes": ["kind"]}]}
    """#

  private static let suite = #"""
    {"spec": "spec.json", "cases": [
      {"files": "fixtures/users.*.json", "route": {"path": "/users"}, "snapshot": true,
       "expect": {"types": {"User": {"count": 7}}}},
      {"files": ["fixtures/pets.*.json"], "route": {"path": "/pets"}, "expect": {"errors": 1}}]}
    """#

  init() throws {
    place = try Workplace()
    try place.makeFolder("api/fixtures")
    try place.makeFolder("other")
    try place.write(Self.spec, to: "api/spec.json")
    try place.write(Self.suite, to: "api/rkmap.test.json")
    try place.write(#"[{"name": "Ann"}]"#, to: "api/fixtures/users.1.json")
    try place.write(#"[{"nam": "Ann"}, {"name": "Bob"}]"#, to: "api/fixtures/users.2.json")
    try place.write(#"[{"kind": "cat"}, {"knd": "dog"}]"#, to: "api/fixtures/pets.1.json")
    try place.write("{}", to: "other/loose.json")
  }

  private func check(_ arguments: String...) throws -> ProgramTrial {
    try place.run(["check"] + arguments)
  }

  @Test("flags that say how inputs are read count for fixtures, too")
  func reading() throws {
    let fixture = "api/fixtures/users.1.json"
    try place.write(#"[{"name": "Ann", "name": "Bob"}]"#, to: fixture)
    #expect(try check(fixture).status == 0)
    #expect(try check(fixture, "--duplicate-keys", "error").status == 4)
    #expect(try check(fixture, "--max-depth", "1").status == 4)
    try place.write(Array("[{\"name\": \"".utf8) + [0xFF] + Array("\"}]".utf8), to: fixture)
    #expect(try check(fixture).status == 4)
    #expect(try check(fixture, "--invalid-utf8", "replace").status == 0)
    for flags in [
      ["--no-header"], ["--delimiter", ";"], ["--xml-form", "verbose"],
      ["--file-pattern", ":a.json"],
    ] {
      let trial = try place.run(["check", fixture] + flags)
      #expect(trial.status == 2)
      #expect(trial.firstError.hasPrefix("error[RK5903]: \(flags[0]) does not apply to fixtures"))
    }
  }

  @Test("no help names a format that only other commands can be told")
  func foreign() throws {
    try place.write("<a/>", to: "api/fixtures/users.1.json")
    let trial = try check("api/fixtures/users.1.json")
    #expect(trial.output.contains("the input looks like XML, not JSON: convert it to JSON first"))
  }

  @Test("a fixture is validated by the suite's spec and the request of its case")
  func fixture() throws {
    let good = try check("api/fixtures/users.1.json")
    #expect(good.output == "1 file, 0 bad: 0 errors, 0 warnings\n")
    #expect(good.status == 0)
    let bad = try check("api/fixtures/users.1.json", "api/fixtures/users.2.json")
    #expect(bad.status == 1)
    #expect(bad.output.contains("--> api/fixtures/users.2.json:1:2   /0"))
    #expect(bad.output.hasSuffix("\n2 files, 1 bad: 1 error, 0 warnings\n"))
  }

  @Test("an error that the case expects is not reported")
  func expected() throws {
    #expect(try check("api/fixtures/pets.1.json").status == 0)
    try place.write(#"[{"kind": "cat"}]"#, to: "api/fixtures/pets.1.json")
    #expect(try check("api/fixtures/pets.1.json").status == 1)
  }

  @Test("specs and test files are validated alone")
  func specs() throws {
    let trial = try check("api/fixtures/users.1.json", "api/spec.json", "api/rkmap.test.json")
    #expect(trial.status == 0)
    #expect(trial.output == "3 files, 0 bad: 0 errors, 0 warnings\n")
    try place.write(#"{"mapers": []}"#, to: "api/spec.json")
    let bad = try check("api/rkmap.test.json", "api/spec.json")
    #expect(bad.status == 3)
    #expect(bad.output.contains("error[RK2005]"))
    try place.write(#"{"spec": "spec.json", "casses": []}"#, to: "api/rkmap.test.json")
    #expect(try check("api/rkmap.test.json").status == 3)
  }

  @Test("a spec in first place is the SPEC, unless --tested is given")
  func specFirst() throws {
    #expect(try check("api/spec.json", "api/fixtures/users.1.json").status == 2)
    let trial = try check("--tested", "api/spec.json", "api/fixtures/users.1.json")
    #expect(trial.status == 0)
    #expect(trial.output == "2 files, 0 bad: 0 errors, 0 warnings\n")
  }

  @Test("RK5905: a file that no test file names is exit 2")
  func loose() throws {
    let trial = try check("api/fixtures/users.1.json", "other/loose.json")
    #expect(trial.status == 2)
    #expect(trial.output == "")
    #expect(
      trial.firstError.hasPrefix("error[RK5905]: no test file has 'other/loose.json' as a fixture")
    )
    #expect(try check("--tested", "other/loose.json").status == 2)
    #expect(try check("--tested", "api/fixtures/none.json").status == 4)
    #expect(try check("--tested").status == 2)
  }

  @Test("a fixture that is not JSON is exit 4")
  func noJSON() throws {
    try place.write("[", to: "api/fixtures/users.1.json")
    #expect(try check("api/fixtures/users.1.json").status == 4)
  }

  @Test("the nearest test file that names the file is used")
  func nearest() throws {
    let suite = #"""
      {"spec": "../spec.json", "cases": [{"files": "users.2.json", "route": {"path": "/pets"}}]}
      """#
    try place.write(suite, to: "api/fixtures/rkmap.test.json")
    #expect(try check("api/fixtures/users.2.json").output.contains("to Pet"))
    #expect(try check("api/fixtures/users.1.json").status == 0)
  }

  @Test("RK5903: the test file says how fixtures are mapped")
  func flags() throws {
    for flag in [["--plan"], ["--path", "/users"], ["--from", "ndjson"], ["--descriptor", "x"]] {
      let trial = try place.run(["check", "api/fixtures/users.1.json"] + flag)
      #expect(trial.status == 2)
      #expect(trial.firstError.hasPrefix("error[RK5903]: \(flag[0]) does not apply to fixtures"))
    }
  }
}
