import Foundation
@testable import RKCommandLine
import Testing

@Suite("Paths that test files name")
struct SuitePathTests {
  private let place: Workplace
  private let kept = "suites/__rkmap__/__/users/ann.json.snap.json"

  init() throws {
    place = try Workplace()
    for folder in ["suites", "users", "other"] { try place.makeFolder(folder) }
    try place.write(
      #"{"mappers": [{"id": "u", "target": "User", "identification": "id", "attributes": ["id", "name"]}]}"#,
      to: "users/spec.json"
    )
    try place.write(#"{"id": 1, "name": "Ann"}"#, to: "users/ann.json")
    try write(#""../users/ann.json""#)
  }

  private func write(_ files: String) throws {
    try place.write(
      #"{"spec": "../users/./spec.json", "cases": [{"files": [\#(files)], "snapshot": true}]}"#,
      to: "suites/rkmap.test.json"
    )
  }

  @Test("files are shown by their shortest names, which do not affect snapshot paths")
  func shortNames() throws {
    #expect(try place.run("test", "--update").output.hasSuffix("wrote \(kept)\n"))
    try place.write(#"{"id": 1, "name": "Anne"}"#, to: "users/ann.json")
    for path in [".", "suites", "./suites/", "suites/rkmap.test.json", "users/../suites"] {
      let output = try place.run("test", path).output
      #expect(output.contains("FAIL users/ann.json\n"))
      #expect(output.contains("  ::: users/spec.json:1:"))
      #expect(output.contains("  ::: \(kept):6:15   "))
      #expect(output.hasSuffix("\nsuites/rkmap.test.json: 1 fixture, 0 passed, 1 failed\n"))
    }
    #expect(try place.run("test", place.path("suites")).output.contains(kept))
  }

  @Test("RK2084: one file with two names is one fixture")
  func twoNames() throws {
    try write(#""../users/ann.json", "./../suites/../users//a*.json""#)
    let trial = try place.run("test", "--update")
    #expect(
      trial.output.contains("warning[RK2084]: a case has the fixture 'users/ann.json' twice\n")
    )
    #expect(trial.output.contains("suites/rkmap.test.json: 1 fixture, 1 passed\n"))
  }

  @Test("the way back out of a linked folder is not shortened")
  func links() throws {
    try place.makeFolder("other/deep")
    try place.write(#"{"id": 2, "name": "Ben"}"#, to: "other/ann.json")
    try FileManager.default.createSymbolicLink(
      atPath: place.path("users/link"),
      withDestinationPath: place.path("other/deep")
    )
    try write(#""../users/link/../ann.json""#)
    #expect(try place.run("test", "--update").output.contains("1 fixture, 1 passed\n"))
    let kept = "suites/__rkmap__/__/users/ann.json.snap.json"
    let record = "    {\n      \"id\": 2,\n      \"name\": \"Ben\"\n    }\n"
    #expect(try place.read(kept) == "{\n  \"$snapshot\": 3,\n  \"User\": [\n\(record)  ]\n}\n")
  }
}
