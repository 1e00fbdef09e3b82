import Foundation
import TestSupport
import Testing

@Suite("Outputs of a run")
struct OutputTests {
  @Test(
    "-o writes a file, and nothing on the standard output",
    arguments: [["-o", "out"], ["-oout"], ["--output=out"], ["--output", "out"]]
  )
  func file(flags: [String]) throws {
    let place = try Workplace(input: Articles.good)
    let trial = try place.run(["apply", "spec.json", "in.json"] + flags)
    #expect(trial.status == 0)
    #expect(trial.output == "")
    #expect(try place.read("out").hasPrefix("[{\"title\":\"T\""))
    #expect(place.names == ["in.json", "out", "spec.json"])
  }

  @Test("the name of the output determines its form, unless --to does")
  func formByName() throws {
    let place = try Workplace(input: Articles.good)
    _ = try place.run("apply", "spec.json", "in.json", "-o", "a.ndjson")
    _ = try place.run("apply", "spec.json", "in.json", "-o", "b.ndjson", "--to", "json")
    #expect(try place.read("a.ndjson").hasPrefix("{"))
    #expect(try place.read("b.ndjson").hasPrefix("["))
  }

  @Test("RK5001: a folder whose name has an ending is a folder, and its own name is told")
  func folderWithEnding() throws {
    let place = try Workplace(input: Articles.good)
    try place.makeFolder("d.f")
    let trial = try place.run("apply", "spec.json", "in.json", "-o", "d.f")
    #expect(trial.status == 5)
    #expect(trial.firstError == "error[RK5001]: 'd.f' cannot be written: Is a directory")
    #expect(trial.error.contains("'d.f/' is for a folder of tables"))
  }

  @Test("a successful run replaces the existing file")
  func replaced() throws {
    let place = try Workplace(input: #"{"articles":[]}"#)
    try place.write("old and longer than the new", to: "out")
    _ = try place.run("apply", "spec.json", "in.json", "-o", "out")
    #expect(try place.read("out") == "[]\n")
  }

  @Test(
    "a failed run keeps the existing file, and leaves nothing beside it",
    arguments: [(Articles.bad, 1), (#"{"articles":[{"title":1},"#, 4), (#"{"x":1}"#, 1)]
  )
  func kept(input: String, status: Int) throws {
    let place = try Workplace(input: input)
    try place.write("old", to: "out")
    let trial = try place.run("apply", "spec.json", "in.json", "-o", "out")
    #expect(Int(trial.status) == status)
    #expect(try place.read("out") == "old")
    #expect(place.names == ["in.json", "out", "spec.json"])
  }

  @Test("a link is followed, and what it leads to is replaced")
  func link() throws {
    let place = try Workplace(input: #"{"articles":[]}"#)
    try place.write("old", to: "real")
    try FileManager.default.createSymbolicLink(
      atPath: place.path("link"),
      withDestinationPath: "real"
    )
    _ = try place.run("apply", "spec.json", "in.json", "-o", "link")
    #expect(try place.read("real") == "[]\n")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: place.path("link")) == "real"
    )
  }

  @Test("a dangling link is followed, and its target is created")
  func danglingLink() throws {
    let place = try Workplace(input: #"{"articles":[]}"#)
    try place.makeFolder("sub")
    try FileManager.default.createSymbolicLink(
      atPath: place.path("link"),
      withDestinationPath: "sub/second"
    )
    try FileManager.default.createSymbolicLink(
      atPath: place.path("sub/second"),
      withDestinationPath: "real"
    )
    let trial = try place.run("apply", "spec.json", "in.json", "-o", "link")
    #expect(trial.status == 0)
    #expect(try place.read("sub/real") == "[]\n")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: place.path("link")) == "sub/second"
    )
  }

  @Test("RK5001: links in a cycle are exit 5, and stay")
  func linkLoop() throws {
    let place = try Workplace(input: #"{"articles":[]}"#)
    for (link, target) in [("one", "two"), ("two", "one")] {
      try FileManager.default.createSymbolicLink(
        atPath: place.path(link),
        withDestinationPath: target
      )
    }
    let trial = try place.run("apply", "spec.json", "in.json", "-o", "one")
    #expect(trial.status == 5)
    #expect(
      trial.firstError
        == "error[RK5001]: 'one' cannot be written: Too many levels of symbolic links"
    )
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: place.path("one")) == "two")
  }

  @Test("a file keeps its permissions when it is replaced")
  func permissions() throws {
    let place = try Workplace(input: #"{"articles":[]}"#)
    try place.write("old", to: "out")
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: place.path("out"))
    _ = try place.run("apply", "spec.json", "in.json", "-o", "out")
    let attributes = try manager.attributesOfItem(atPath: place.path("out"))
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
  }

  @Test("RK5001: an output that is a folder is exit 5")
  func folder() throws {
    let place = try Workplace(input: Articles.good)
    try place.makeFolder("out")
    let trial = try place.run("apply", "spec.json", "in.json", "-o", "out")
    #expect(trial.status == 5)
    #expect(trial.firstError == "error[RK5001]: 'out' cannot be written: Is a directory")
  }

  @Test("RK5001: an output in a missing folder is exit 5")
  func missingFolder() throws {
    let place = try Workplace(input: Articles.good)
    let trial = try place.run("apply", "spec.json", "in.json", "-o", "none/out")
    #expect(trial.status == 5)
    #expect(
      trial.firstError == "error[RK5001]: 'none/out' cannot be written: No such file or directory"
    )
  }

  @Test(
    "RK5001: a full disk is exit 5",
    .enabled(if: Machine.offers(FileManager.default.fileExists(atPath: "/dev/full")))
  )
  func fullDisk() throws {
    let place = try Workplace(input: Articles.good)
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let trial = try place.run(["apply", "spec.json", "in.json"], output: full)
    #expect(trial.status == 5)
    #expect(
      trial.firstError
        == "error[RK5001]: the standard output cannot be written: No space left on device"
    )
  }

  @Test(
    "RK5001: a full disk is exit 5 for pages and diagnostics, too, and is reported once",
    .enabled(if: Machine.offers(FileManager.default.fileExists(atPath: "/dev/full"))),
    arguments: [
      ["help"], ["help", "apply"], ["apply", "--help"], ["--version"], ["completions", "bash"],
      ["documents", "man"], ["check", "spec.json"], ["check", "spec.json", "--report", "json"],
      ["check", "spec.json", "--quiet", "--plan"], ["check", "in.json"],
      ["check", "in.json", "--report", "json=-"],
      ["apply", "spec.json", "in.json", "-o", "out", "--report", "json=-"],
    ]
  )
  func fullDiskOfPages(arguments: [String]) throws {
    let place = try Workplace(input: Articles.good)
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let trial = try place.run(arguments, output: full)
    #expect(trial.status == 5)
    #expect(
      trial.error == """
        error[RK5001]: the standard output cannot be written: No space left on device

        """
    )
  }

  @Test(
    "a reader that closes pages or diagnostics is exit 141, without a message",
    arguments: [["help"], ["--version"], ["check", "in.json"], ["check", "spec.json", "--plan"]]
  )
  func brokenPipeOfPages(arguments: [String]) throws {
    let place = try Workplace(input: Articles.good)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let trial = try place.run(arguments, output: pipe.fileHandleForWriting)
    #expect(trial.status == 141)
    #expect(trial.error == "")
  }

  @Test("a reader that closes the output is exit 141, without a message")
  func brokenPipe() throws {
    let place = try Workplace(input: Articles.good)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let trial = try place.run(
      ["apply", "spec.json", "in.json"],
      output: pipe.fileHandleForWriting
    )
    #expect(trial.status == 141)
    #expect(trial.error == "")
  }

  @Test(
    "the standard output by its name is written directly, even if it is a file",
    arguments: ["/dev/stdout", "/dev/fd/1"]
      + (FileManager.default.fileExists(atPath: "/proc/self/fd") ? ["/proc/self/fd/1"] : [])
  )
  func standardOutputByName(name: String) throws {
    let place = try Workplace(input: #"{"articles":[]}"#)
    try place.write("before\n", to: "shared")
    let shared = try #require(FileHandle(forWritingAtPath: place.path("shared")))
    try shared.seekToEnd()
    _ = try place.run(["apply", "spec.json", "in.json", "-o", name], output: shared)
    try shared.write(contentsOf: Data("after\n".utf8))
    #expect(try place.read("shared") == "before\n[]\nafter\n")
  }

  @Test("a hyphen is the standard output", arguments: [["-o", "-"], ["-o-"], ["--output=-"]])
  func hyphen(flags: [String]) throws {
    let place = try Workplace(input: #"{"articles":[]}"#)
    let trial = try place.run(["apply", "spec.json", "in.json"] + flags)
    #expect(trial.output == "[]\n")
    #expect(place.names == ["in.json", "spec.json"])
  }

  @Test("a single document that fails writes nothing to the standard output")
  func heldBack() throws {
    let place = try Workplace(input: Articles.bad)
    let trial = try place.run("apply", "spec.json", "in.json")
    #expect(trial.status == 1)
    #expect(trial.output == "")
  }

  @Test("a stream keeps the lines before a failure")
  func linesBeforeFailure() throws {
    let place = try Workplace(spec: Articles.streamSpec, input: "{\"n\":1}\n{\"x\":2}\n{\"n\":3}\n")
    let trial = try place.run("apply", "spec.json", "in.json")
    #expect(trial.status == 1)
    #expect(trial.output == "{\"n\":1}\n")
  }

  @Test("the same input gives the same bytes, run by run")
  func reproducible() throws {
    let place = try Workplace(input: Articles.good)
    let outputs = try (0..<3).map { _ in try place.run("apply", "spec.json", "in.json").output }
    #expect(Set(outputs).count == 1)
  }

  // MARK: - Shapes

  @Test(
    "an explicit shape makes one JSON value of a stream, too",
    arguments: [
      ("first", "{\"n\":1}\n"), ("array", "[{\"n\":1},{\"n\":2}]\n"), ("error", "1, 2\n"),
      ("dictionary", "{\"\":[{\"n\":1},{\"n\":2}]}\n"),
    ]
  )
  func shapeOfStream(shape: String, expected: String) throws {
    let place = try Workplace(spec: Articles.streamSpec, input: "{\"n\":1}\n{\"n\":2}\n")
    let trial = try place.run("apply", "spec.json", "in.json", "--result", shape)
    #expect(trial.output == expected)
  }

  @Test(
    "RK5903: lines have no shape",
    arguments: [["--to", "ndjson"], ["-o", "out.ndjson"]],
    ["first", "dictionary", "array", "error"]
  )
  func shapeOfLines(flags: [String], shape: String) throws {
    let place = try Workplace(input: Articles.good)
    let trial = try place.run(["apply", "spec.json", "in.json", "--result", shape] + flags)
    #expect(trial.status == 2)
    #expect(
      trial.firstError
        == "error[RK5903]: --result \(shape) shapes one JSON value, but the output is NDJSON"
    )
    #expect(place.names == ["in.json", "spec.json"])
  }

  // MARK: - Type keys

  @Test(
    "RK5903: a type key cannot be a member of a record",
    arguments: [
      ("title", "Article"), ("author", "Article"), ("name", "Author"), ("dotted", "Article"),
    ]
  )
  func takenTypeKey(key: String, target: String) throws {
    let spec = #"""
      {"root-map-ref": "article", "keyPath": "articles", "mappers": [
        {"id": "article", "target": "Article", "attributes": {"t": "title", "d": "dotted.name"},
          "relationships": [{"from": "a", "to": "author", "map-ref": "author"}]},
        {"id": "author", "target": "Author", "attributes": ["name"]}]}
      """#
    let place = try Workplace(spec: spec, input: Articles.good)
    let trial = try place.run("apply", "spec.json", "in.json", "--type-key", key)
    #expect(trial.status == 2)
    #expect(trial.output == "")
    #expect(
      trial.firstError == "error[RK5903]: --type-key \(key) is already a member of \(target)"
    )
  }

  @Test("a type key is accepted if no record has such a member, though a nested object has")
  func freeTypeKey() throws {
    let spec = #"""
      {"mappers": [{"id": "a", "target": "A", "attributes": {"n": "outer.kind"}}]}
      """#
    let place = try Workplace(spec: spec, input: #"{"n":1}"#)
    let trial = try place.run("apply", "spec.json", "in.json", "--type-key", "kind")
    #expect(trial.output == "{\"kind\":\"A\",\"outer\":{\"kind\":1}}\n")
  }

  @Test("an open pipe is written to by its number")
  func openPipe() throws {
    let place = try Workplace(input: #"{"id": 1}"#)
    try place.write(
      #"{"mappers": [{"id": "m", "attributes": [{"from": "id", "required": true}]}]}"#,
      to: "spec.json"
    )
    let trial = try place.run("apply", "spec.json", "in.json", "-o", "/dev/stderr")
    #expect(trial.status == 0)
    #expect(trial.error == #"{"id":1}"# + "\n")
  }
}
