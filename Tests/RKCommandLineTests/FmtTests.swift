import Foundation
import RKCommandLine
import Testing

@Suite("rkmap fmt")
struct FmtTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private let loose = "{'mappers': []}"
  private let formatted = "{\n  \"mappers\": []\n}\n"

  private func fmt(_ arguments: String...) -> CommandTrial { CommandTrial(["fmt"] + arguments) }

  @Test("files are rewritten silently")
  func inPlace() throws {
    try place.write(loose, to: "a.json")
    try place.write(loose, to: "b.json")
    let trial = fmt(place.path("a.json"), place.path("b.json"))
    #expect(trial.status == .success)
    #expect(trial.output == "" && trial.error == "")
    #expect(try place.read("a.json") == formatted)
    #expect(try place.read("b.json") == formatted)
    #expect(place.names == ["a.json", "b.json"])
  }

  @Test(
    "RK2032: what is no spec is told in one sentence, by check too, and stays as it is",
    arguments: [
      ("[{\"id\":1}]", "data"), ("{\"id\":1}\n{\"id\":2}\n", "data"), ("id,n\n1,a\n", "CSV"),
      ("\"a\",\"b\"\n\"c\",\"d\"\n", "CSV"), ("[INFO] x\n[INFO] {\"a\":1}\n", "a log"),
      ("10:00 x\n10:01 {\"a\":1}\n", "a log"), ("<html></html>", "HTML"),
    ]
  )
  func foreign(text: String, name: String) throws {
    try place.write(text, to: "a.json")
    for command in ["fmt", "check"] {
      let trial = CommandTrial([command, place.path("a.json")])
      #expect(trial.status == .badSpec)
      let told = (trial.output + trial.error).split(separator: "\n")
        .filter { $0.hasPrefix("error[") || $0.hasPrefix("warning[") }
      #expect(told.count == 1, "\(told)")
      #expect(told.first?.hasPrefix("error[RK2032]: the spec looks like \(name)") == true)
    }
    #expect(try place.read("a.json") == text)
  }

  @Test("a file that is formatted is not touched")
  func untouched() throws {
    try place.write(formatted, to: "a.json")
    let path = place.path("a.json")
    let manager = FileManager.default
    let before = try manager.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    #expect(fmt(path).status == .success)
    #expect(try manager.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == before)
  }

  @Test("permissions stay, and a link stays a link")
  func attributes() throws {
    try place.write(loose, to: "a.json")
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: place.path("a.json"))
    try manager.createSymbolicLink(
      atPath: place.path("link.json"),
      withDestinationPath: "a.json"
    )
    #expect(fmt(place.path("link.json")).status == .success)
    #expect(try place.read("a.json") == formatted)
    #expect(try manager.destinationOfSymbolicLink(atPath: place.path("link.json")) == "a.json")
    let permissions = try manager.attributesOfItem(atPath: place.path("a.json"))[.posixPermissions]
    #expect((permissions as? NSNumber)?.intValue == 0o640)
  }

  @Test("a glob names files; one that matches none is an error of exit 3")
  func globs() throws {
    try place.write(loose, to: "a.json")
    #expect(fmt(place.path("*.json")).status == .success)
    #expect(try place.read("a.json") == formatted)
    let trial = fmt(place.path("*.spec"))
    #expect(trial.status == .badSpec)
    #expect(trial.firstError.hasPrefix("error[RK2001]: no file matches"))
  }

  @Test("the standard input is written to the standard output")
  func standardInput() throws {
    let trial = try place.run("fmt", "-", input: loose)
    #expect(trial.output == formatted)
    #expect(trial.status == 0)
    #expect(try place.run("fmt", "--check", "-", input: formatted).output == "")
  }

  @Test("--stdout leaves files alone")
  func standardOutput() throws {
    try place.write(loose, to: "a.json")
    #expect(fmt("--stdout", place.path("a.json")).output == formatted)
    #expect(try place.read("a.json") == loose)
  }

  @Test("--check is exit 1, with a diagnostic for each unformatted file, and writes nothing")
  func check() throws {
    try place.write(loose, to: "a.json")
    try place.write(formatted, to: "b.json")
    let trial = fmt("--check", place.path("a.json"), place.path("b.json"))
    #expect(trial.status == .badData)
    #expect(trial.output == "")
    #expect(trial.firstError.hasPrefix("error[RK2130]: '\(place.path("a.json"))' is not formatted"))
    #expect(!trial.error.contains("b.json"))
    #expect(try place.read("a.json") == loose)
    #expect(fmt("--check", place.path("b.json")).status == .success)
  }

  @Test("a file that cannot be read is exit 3, and stays unchanged; the others are formatted")
  func unreadable() throws {
    try place.write("{", to: "a.json")
    try place.write(loose, to: "b.json")
    let trial = fmt(place.path("a.json"), place.path("none.json"), place.path("b.json"))
    #expect(trial.status == .badSpec)
    #expect(try place.read("a.json") == "{")
    #expect(try place.read("b.json") == formatted)
    #expect(trial.error.contains("error[RK2002]"))
    #expect(
      trial.error.contains("error[RK2001]: the spec '\(place.path("none.json"))' cannot be read")
    )
  }

  @Test("a file that cannot be written is exit 5")
  func unwritable() throws {
    // A pipe cannot be replaced by another file.
    let shell = try place.shell("echo '{ }' | \"$0\" fmt /dev/stdin 2> /dev/null")
    #expect(shell.terminationStatus == 5)
    try place.makeFolder("closed")
    try place.write(loose, to: "closed/a.json")
    let folder = place.path("closed")
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
    }
    // A superuser may write everywhere.
    if NSUserName() != "root" {
      let trial = fmt(place.path("closed/a.json"))
      #expect(trial.status == .badOutput)
      #expect(trial.firstError.hasPrefix("error[RK5001]"))
      // It could be replaced, but it is write-protected.
      try place.write(loose, to: "own.json")
      let own = place.path("own.json")
      try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: own)
      #expect(fmt(own).status == .badOutput)
      #expect(try String(contentsOfFile: own, encoding: .utf8) == loose)
    }
  }

  @Test(
    "command lines that request two things at once, or nothing, are exit 2",
    arguments: [
      [], ["--check", "--stdout", "a.json"], ["--stdout", "--report", "json=-", "a.json"],
      ["--report", "json=a.json", "a.json"], ["--strict", "a.json"],
    ]
  )
  func refusals(arguments: [String]) throws {
    #expect(try place.run(["fmt"] + arguments).status == 2)
  }

  @Test("a report in JSON says which files are not formatted")
  func report() throws {
    try place.write(loose, to: "a.json")
    let trial = fmt("--check", "--report", "json=-", place.path("a.json"))
    #expect(trial.status == .badData)
    #expect(trial.output.contains(#""code":"RK2130""#))
  }
}
