import Foundation
@testable import RKCommandLine
import Testing

/// What a spec, a test file or a snapshot written by somebody else leads to.
@Suite("Files that files name")
struct ConfinementTests {
  private let place: Workplace
  private static let secret = "root:x:0:0"
  private static let spec = #"{"mappers": [{"id": "a", "target": "A", "attributes": ["x"]}]}"#

  init() throws {
    place = try Workplace()
    for folder in ["repo/specs/parts", "repo/tests", "other"] { try place.makeFolder(folder) }
    try place.write(Self.secret, to: "other/secret")
    try place.write(#"{"mappers": [{"id": "b", "attributes": ["y"]}]}"#, to: "other/part.json")
    try place.write(Self.spec, to: "repo/specs/spec.json")
    try place.write(#"{"x": 1}"#, to: "repo/tests/in.json")
  }

  private func link(_ target: String, as name: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: place.path(name),
      withDestinationPath: target
    )
  }

  private func makePipe(_ name: String) throws {
    try Process.run(URL(filePath: "/usr/bin/mkfifo"), arguments: [place.path(name)]).waitUntilExit()
  }

  /// Creates a spec that includes a file, and uses a mapper of it.
  private func including(_ name: String) throws -> String {
    try place.write(
      #"{"include": ["\#(name)"], "mappers": [{"id": "a", "extends": "b"}]}"#,
      to: "repo/specs/including.json"
    )
    return "repo/specs/including.json"
  }

  private func expectNoSecret(_ trial: ProgramTrial, _ status: Int32, _ code: String) {
    #expect(trial.status == status)
    #expect((trial.output + trial.error).contains(code), "\(trial.output)\(trial.error)")
    #expect(!(trial.output + trial.error).contains("root:x"))
  }

  // MARK: - Includes

  @Test(
    "RK2030: a file outside the spec's folder is neither included nor shown",
    arguments: [
      "../../other/secret", "parts/../../../other/secret", "link", "folder/secret", "ABSOLUTE",
    ],
    ReportOptions.Form.allCases
  )
  func outside(name: String, form: ReportOptions.Form) throws {
    try link("../../other/secret", as: "repo/specs/link")
    try link("../../other", as: "repo/specs/folder")
    let name = name == "ABSOLUTE" ? place.path("other/secret") : name
    let spec = try including(name)
    expectNoSecret(try place.run("check", spec, "--report", form.rawValue), 3, "RK2030")
  }

  @Test(
    "the help of RK2030 says how to allow it",
    arguments: ["../../other/part.json", "link.json"]
  )
  func cure(name: String) throws {
    try link(place.path("other/part.json"), as: "repo/specs/link.json")
    let spec = try including(name)
    let help = try #require(
      try place.run("check", spec).output.firstMatch(of: /help: (--allow-include) (\S+) allows/)
    )
    let flags = [String(help.1), String(help.2)]
    for command in ["check", "apply", "route", "schema"] {
      let rest = [
        "apply": ["repo/tests/in.json"], "route": ["GET", "/"], "schema": ["--of", "sql"],
      ]
      let trial = try place.run([command, spec] + (rest[command] ?? []) + flags)
      #expect(!(trial.output + trial.error).contains("RK2"), "\(trial.output)\(trial.error)")
    }
  }

  @Test("links inside the folder are followed, and so is .. that stays in it")
  func inside() throws {
    try place.write(#"{"mappers": [{"id": "b"}]}"#, to: "repo/specs/b.json")
    try link("../b.json", as: "repo/specs/parts/link.json")
    for name in ["parts/link.json", "parts/../b.json", "../specs/b.json"] {
      #expect(try place.run("check", try including(name)).status == 0)
    }
  }

  @Test("RK2016: no pipe, device or large file is included")
  func unusable() throws {
    try makePipe("repo/specs/pipe")
    #expect(
      try place.run("check", try including("pipe")).output.contains("it is not a regular file")
    )
    for (name, folder) in [("/dev/zero", "/dev"), ("/proc/self/status", "/proc")] {
      let trial = try place.run("check", try including(name), "--allow-include", folder)
      #expect(
        trial.output.contains(
          "RK2016]: the included file '\(name)' cannot be read: it is not a regular file"
        )
      )
    }
    let half = [UInt8](repeating: 0xFF, count: 9 << 20)
    for name in ["one", "two"] { try place.write(half, to: "repo/specs/\(name).json") }
    #expect(try place.run("check", "repo/specs/one.json").output.contains("is no UTF-8"))
    let trial = try place.run("check", try including(#"one.json", "two.json"#))
    #expect(
      trial.output.contains(
        "'repo/specs/two.json' cannot be read: it has more than 16 MiB"
      )
    )
  }

  // MARK: - Specs

  @Test("a spec that the user names may be a pipe, of limited length")
  func pipes() throws {
    try makePipe("pipe")
    let path = place.path("pipe")
    Thread.detachNewThread { FileHandle(forWritingAtPath: path)?.write(Data(Self.spec.utf8)) }
    #expect(try place.run("check", "pipe").output == "pipe: 0 errors, 0 warnings\n")
    #expect(try place.run(["check", "/dev/stdin"], input: Array(Self.spec.utf8)).status == 0)
    #expect(try place.run("check", "/dev/zero").output.contains("more than 16 MiB"))
    try link("/dev/zero", as: "zero.json")
    for command in ["check", "fmt"] {
      let trial = try place.run(command, "zero.json")
      #expect((trial.output + trial.error).contains("it is not a regular file"))
    }
  }

  @Test("RK2030: no error shows the text of a spec that is a link out of its folder")
  func linkedSpec() throws {
    try link("../../other/secret", as: "repo/specs/link.json")
    let path = "repo/specs/link.json"
    for command in [
      ["check", path], ["route", path, "GET", "/"], ["apply", path], ["fmt", path],
    ] {
      expectNoSecret(try place.run(command), 3, "RK2030")
    }
    expectNoSecret(try place.run("check", "--fix", path), 5, "RK2030")
    #expect(try place.read("other/secret") == Self.secret)
    // A valid one is used.
    try link("../repo/specs/spec.json", as: "other/linked.json")
    #expect(try place.run("check", "other/linked.json").status == 0)
    // A redirection is the user's own.
    #expect(
      try place.run(["check", "/dev/stdin"], input: Array("x".utf8)).output.contains("RK2006")
    )
  }

  // MARK: - Test files

  private func suite(_ spec: String, _ files: String, _ output: String = "out.json") throws {
    try place.write(
      """
      {"spec": "\(spec)", "cases": [{"files": "\(files)", "snapshot": true,
        "expect": {"output": "\(output)"}}]}
      """,
      to: "repo/tests/rkmap.test.json"
    )
    try place.write(#"{"x": 1}"#, to: "repo/tests/out.json")
  }

  @Test("a test file may name files of its repository, wherever the program is run")
  func repository() throws {
    try suite("../specs/spec.json", "in.json")
    #expect(try place.run("test", "repo").status == 0)
    // Without a repository, and from elsewhere.
    let elsewhere = try Workplace()
    let folder = place.path("repo/tests")
    #expect(
      try elsewhere.run("test", folder).output.contains("the test file's folder, and is not read")
    )
    try place.makeFolder("repo/.git")
    #expect(try elsewhere.run("test", folder).status == 0)
    #expect(try elsewhere.run("check", folder + "/in.json").status == 0)
  }

  @Test(
    "RK2030: a file outside of it is not read",
    arguments: [
      ("../../other/secret", "in.json", "out.json"),
      ("../specs/spec.json", "../../other/s*", "out.json"),
      ("../specs/spec.json", "link.json", "out.json"),
      ("../specs/spec.json", "in.json", "link.json"),
    ]
  )
  func outsideOfRepository(spec: String, files: String, output: String) throws {
    try place.makeFolder("repo/.git")
    try link("../../other/secret", as: "repo/tests/link.json")
    try suite(spec, files, output)
    for command in [
      ["test", "repo"], ["test", "--update", "repo"], ["check", "repo/tests/rkmap.test.json"],
    ] {
      expectNoSecret(try place.run(command), 3, "RK2030")
    }
    let allowed = try place.run("test", "repo", "--allow-include", "other")
    #expect(!allowed.output.contains("RK2030"))
  }

  @Test(
    "the program never waits for a pipe that a file names",
    arguments: ["spec", "files", "output", "test file"]
  )
  func suitePipes(part: String) throws {
    try makePipe("repo/tests/pipe")
    if part == "test file" {
      try makePipe("repo/tests/rkmap.test.json")
    } else {
      try suite(
        part == "spec" ? "pipe" : "../specs/spec.json",
        part == "files" ? "pipe" : "in.json",
        part == "output" ? "pipe" : "out.json"
      )
    }
    #expect(try place.run("test", "repo").status == (part == "files" ? 4 : 3))
  }

  @Test(
    "RK2030: a glob does not reveal the contents of a folder outside",
    arguments: ["../../*", "/*", "../../o*/s*", "*/../../../*", "*/*"]
  )
  func outsideGlobs(files: String) throws {
    try place.makeFolder("repo/.git")
    try link("../../other", as: "repo/tests/linked")
    try suite("../specs/spec.json", files)
    let trial = try place.run("test", "repo")
    expectNoSecret(trial, 3, "RK2030")
    #expect(!trial.output.contains("secret"))
    #expect(trial.output.ranges(of: "error[").count == 1, "\(trial.output)")
  }

  @Test("RK2030: a test file that is a link out of its repository is not read")
  func linkedTestFile() throws {
    try link("../../other/secret", as: "repo/tests/rkmap.test.json")
    try place.makeFolder("repo/.git")
    expectNoSecret(try place.run("test", "repo"), 3, "RK2030")
    expectNoSecret(try place.run("check", "repo/tests/rkmap.test.json"), 3, "RK2030")
  }

  @Test("snapshots are neither read nor written nor removed through a link out of the repository")
  func snapshots() throws {
    try place.makeFolder("repo/.git")
    try suite("../specs/spec.json", "in.json")
    try place.write("{}", to: "other/keep.ndjson")
    try link("../../other", as: "repo/tests/__rkmap__")
    #expect(try place.run("test", "repo").status == 4)
    #expect(try place.run("test", "--update", "repo").status == 5)
    #expect(try place.read("other/keep.ndjson") == "{}")
    try FileManager.default.removeItem(atPath: place.path("repo/tests/__rkmap__"))
    try place.makeFolder("repo/tests/__rkmap__")
    let kept = "repo/tests/__rkmap__/in.json.snap.json"
    try link("../../../other/secret", as: kept)
    expectNoSecret(try place.run("test", "repo"), 4, "RK4001")
    expectNoSecret(try place.run("test", "--update", "repo"), 4, "RK4001")
    #expect(try place.read("other/secret") == Self.secret)
    try FileManager.default.removeItem(atPath: place.path(kept))
    try makePipe(kept)
    #expect(try place.run("test", "repo").output.contains("it is not a regular file"))
  }
}
