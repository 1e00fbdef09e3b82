import Testing

@Suite("Folders and alternatives as inputs")
struct FolderInputTests {
  private let place: Workplace

  init() throws {
    place = try Workplace(spec: Articles.streamSpec, input: #"{"n":0}"#)
    for folder in ["in", "in/sub.json", "empty", "empty/a"] { try place.makeFolder(folder) }
    let files = [
      "in/b.json", "in/a.JSON", "in/c.ndjson", "in/.d.json", "in/sub.json/e.json", "empty/a/f.json",
    ]
    for (number, name) in files.enumerated() { try place.write("{\"n\":\(number)}", to: name) }
    try place.write("no JSON", to: "in/notes.txt")
    try place.write("no JSON", to: "empty/notes.txt")
  }

  @Test("a folder stands for its JSON files, by name", arguments: ["in", "in/", "./in"])
  func folder(name: String) throws {
    let trial = try place.run("apply", "spec.json", name)
    #expect(trial.output == "{\"n\":1}\n{\"n\":0}\n{\"n\":2}\n")
    #expect(trial.error.hasPrefix("warning[RK4010]: 1 file in folders below '\(name)' is not read"))
    #expect(trial.status == 0)
  }

  @Test("the same applies to check, also with other inputs and by a glob")
  func check() throws {
    let trial = try place.run("check", "spec.json", "in", "in.json")
    #expect(trial.output.hasSuffix("4 inputs, 0 bad: 0 errors, 1 warning\n"))
    let glob = try place.run("check", "spec.json", "in*")
    #expect(glob.output == trial.output)
    try place.write(
      #"{"spec": "spec.json", "cases": [{"files": "in/*"}]}"#,
      to: "rkmap.test.json"
    )
    let output = try place.run("check", "in").output
    #expect(output.hasSuffix("3 files, 0 bad: 0 errors, 1 warning\n"))
  }

  @Test("a folder without such files is an error")
  func empty() throws {
    for command in ["apply", "check"] {
      let trial = try place.run(command, "spec.json", "empty")
      #expect(trial.status == 4)
      #expect(trial.firstError == "error[RK4001]: the folder 'empty' has no JSON files")
    }
  }

  @Test("alternatives in braces are wildcards, in any place and inside each other")
  func braces() throws {
    func output(_ pattern: String) throws -> String {
      try place.run("apply", "spec.json", pattern, "--to", "ndjson").output
    }
    #expect(try output("in/{b.json,a.JSON}") == "{\"n\":1}\n{\"n\":0}\n")
    #expect(try output("in/{c,b{,x}}.{json,ndjson}") == "{\"n\":0}\n{\"n\":2}\n")
    #expect(try output("{in,empty/a}/[bf].json") == "{\"n\":5}\n{\"n\":0}\n")
    #expect(try place.run("apply", "spec.json", "in/{x,y}.json").status == 4)
  }

  @Test("the same applies to test files, and existing names with braces are literal")
  func suite() throws {
    try place.write(#"{"n":1}"#, to: "{a,b}.json")
    try place.write(
      #"{"spec": "spec.json", "cases": [{"files": "in/{b,c}.*json"}]}"#,
      to: "rkmap.test.json"
    )
    #expect(try place.run("test").output == "rkmap.test.json: 2 fixtures, 2 passed\n")
    #expect(try place.run("apply", "spec.json", "{a,b}.json").output == "{\"n\":1}\n")
  }
}
