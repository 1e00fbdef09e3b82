import Foundation
import RKCommandLine
import Testing

@Suite("rkmap init")
struct InitTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test("a project gets a valid spec, whose fixture gives the records of the snapshot")
  func starts() throws {
    let trial = CommandTrial("init", place.path("project"))
    #expect(trial.status == .success)
    #expect(trial.output.contains("made  \(place.path("project/rkmap.test.json")): a test file\n"))
    let spec = place.path("project/mapping.json")
    #expect(CommandTrial("check", "--strict", spec).status == .success)
    let suite = place.path("project/rkmap.test.json")
    #expect(CommandTrial("test", suite).status == .success)
    #expect(CommandTrial("fmt", "--check", spec, suite).status == .success)
    let fixture = place.path("project/fixtures/articles.GET.200.json")
    let records = place.path("records.ndjson")
    #expect(
      CommandTrial("apply", spec, fixture, "--method", "GET", "-o", records).status == .success
    )
    let kept = try place.read("project/__rkmap__/fixtures/articles.GET.200.json.snap.json")
    // No text of the records has white space.
    #expect(
      kept.filter { !$0.isWhitespace }
        == "{\"$snapshot\":3,\"Article\":\(try place.read("records.ndjson"))}"
        .replacing("}\n{", with: "},{").replacing("Article\":{", with: "Article\":[{")
        .replacing("}\n}", with: "}]}")
    )
  }

  @Test("existing files stay unchanged, and a project with a test file gets no other suite")
  func keeps() throws {
    try place.write("{}", to: "rkmap.test.json")
    let trial = CommandTrial("init", place.path(""))
    #expect(trial.status == .success)
    #expect(try place.read("rkmap.test.json") == "{}")
    #expect(place.names == [".github", ".pre-commit-config.yaml", "rkmap.test.json"])
  }

  @Test("if there are hooks for pre-commit, the entry is printed unless they have it")
  func hooks() throws {
    try place.write("repos: []\n", to: ".pre-commit-config.yaml")
    #expect(CommandTrial("init", place.path("")).output.contains("entry: rkmap test\n"))
    #expect(try place.read(".pre-commit-config.yaml") == "repos: []\n")
    try place.write("repos: [] # rkmap\n", to: ".pre-commit-config.yaml")
    #expect(!CommandTrial("init", place.path("")).output.contains("entry: rkmap test\n"))
  }

  @Test("a place that cannot be written to is exit 5")
  func unwritable() throws {
    try place.write("", to: "project")
    let trial = CommandTrial("init", place.path("project"))
    #expect(trial.status == .badOutput)
    #expect(trial.firstError.hasPrefix("error[RK5001]: '\(place.path("project/mapping.json"))'"))
  }

  @Test(
    "a link that leads out of the folder, or nowhere, is exit 5, and nothing is written there",
    arguments: ["fixtures", "rkmap.test.json", ".github"]
  )
  func linkOut(name: String) throws {
    try place.makeFolder("project")
    try place.makeFolder("other")
    try FileManager.default.createSymbolicLink(
      atPath: place.path("project/\(name)"),
      withDestinationPath: name.hasSuffix(".json") ? "../other/suite.json" : "../other"
    )
    let trial = CommandTrial("init", place.path("project"))
    #expect(trial.status == .badOutput)
    #expect(trial.error.contains("cannot be written: a link points outside of the folder\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path("other")).isEmpty)
  }

  @Test("a folder where a file should be is exit 5")
  func folderForFile() throws {
    try place.makeFolder("project/mapping.json")
    #expect(CommandTrial("init", place.path("project")).status == .badOutput)
  }
}
