import Foundation
import RKCommandLine
import TestSupport
import Testing

@Suite("Completions")
struct CompletionTests {
  static let shells = ["bash", "zsh", "fish"]

  @Test("a script knows every command", arguments: shells)
  func commands(shell: String) {
    let script = CommandTrial("completions", shell).output
    let commands = ["apply", "check", "schema", "help", "completions"]
    #expect(commands.filter { !script.contains($0) } == [])
  }

  @Test("a script knows every flag of apply", arguments: shells)
  func flags(shell: String) {
    let script = CommandTrial("completions", shell).output
    let page = CommandTrial("help", "apply").output
    let flags = page.matches(of: /\n +(?:-.,)? +--([a-z0-9-]+)/).map { String($0.1) }
    #expect(flags.count > 15)
    #expect(flags.filter { !script.contains($0) } == [])
  }

  @Test("a script knows the values of a flag that has some", arguments: shells)
  func values(shell: String) {
    #expect(CommandTrial("completions", shell).output.contains("last first error"))
  }

  @Test("a script leaves out the hidden command", arguments: shells)
  func hidden(shell: String) {
    #expect(!CommandTrial("completions", shell).output.contains("documents:"))
    #expect(!CommandTrial("completions", shell).output.contains("-a documents"))
  }

  @Test(
    "bash accepts its script",
    .enabled(if: Machine.offers(FileManager.default.isExecutableFile(atPath: "/bin/bash")))
  )
  func bashSyntax() throws {
    let place = try Workplace()
    try place.write(CommandTrial("completions", "bash").output, to: "script")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-n", place.path("script")]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test("a script knows the codes that have help pages", arguments: shells)
  func codes(shell: String) {
    #expect(CommandTrial("completions", shell).output.contains("codes RK1001 RK1002 "))
  }

  @Test(
    "bash completes commands, flags and values",
    .enabled(if: Machine.offers(FileManager.default.isExecutableFile(atPath: "/bin/bash"))),
    arguments: [
      (["rkmap", "chec"], "check"),
      (["rkmap", "apply", "--to", "nd"], "ndjson"),
      (["rkmap", "apply", "--to", "=", "nd"], "ndjson"),
      (["rkmap", "apply", "--to", "="], "json ndjson csv tsv markdown box sqlite sql"),
      (["rkmap", "apply", "--to=nd"], "--to=ndjson"),
      (["rkmap", "apply", "--type"], "--type-key"),
      (["rkmap", "apply", "--report", "=", "json", "=", "f"], ""),
      (["rkmap", "apply", "x"], ""),
      (["rkmap", "help", "RK4002"], "RK4002"),
      (["rkmap", "completions", "f"], "fish"),
    ]
  )
  func bashWords(words: [String], expected: String) throws {
    let place = try Workplace()
    try place.write(CommandTrial("completions", "bash").output, to: "script")
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments =
      [
        "-c",
        "script=$1; shift; . \"$script\"; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _rkmap; "
          + "echo \"${COMPREPLY[*]}\"", "bash", place.path("script"),
      ] + words
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(text == expected + "\n")
  }

  @Test("without a known shell the shells are listed, and the status is 2")
  func unknownShell() {
    let missing = CommandTrial("completions")
    #expect(missing.status == .badCommandLine)
    #expect(missing.firstError.hasPrefix("error[RK5904]"))
    let unknown = CommandTrial("completions", "tcsh")
    #expect(unknown.status == .badCommandLine)
    #expect(
      unknown.firstError
        == "error[RK5905]: there is no script for 'tcsh'; the shells are bash, zsh, fish"
    )
  }
}
