import RKCommandLine
import RKDiagnostics
import Testing

@Suite("Help")
struct HelpTests {
  static let commands = ["apply", "check", "schema", "help", "completions"]

  @Test("help lists all commands on the standard output", arguments: commands)
  func overview(command: String) {
    let trial = CommandTrial("help")
    #expect(trial.status == .success)
    #expect(trial.error == "")
    #expect(trial.output.contains("\n  \(command) "))
  }

  @Test("help lists every exit status", arguments: RKCommandLine.ExitStatus.allCases)
  func exitStatus(status: RKCommandLine.ExitStatus) {
    #expect(CommandTrial("help").output.contains(status.meaning))
  }

  @Test("the exit statuses are those of the documentation")
  func statusNumbers() {
    #expect(RKCommandLine.ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 70, 130, 141])
  }

  @Test("the overview can be requested in several ways", arguments: ["--help", "-h"])
  func overviewSpellings(argument: String) {
    #expect(CommandTrial(argument).output == CommandTrial("help").output)
    #expect(CommandTrial(argument).status == .success)
  }

  @Test("--help before a topic shows its page")
  func topicAfterFlag() {
    #expect(CommandTrial("--help", "apply").output == CommandTrial("help", "apply").output)
    #expect(CommandTrial("--help", "apply", "check").status == .badCommandLine)
  }

  @Test("without arguments the overview goes to the standard error, and the status is 2")
  func noArguments() {
    let trial = CommandTrial()
    #expect(trial.output == "")
    #expect(trial.error == CommandTrial("help").output)
    #expect(trial.status == .badCommandLine)
  }

  @Test("a command has a page with its name and its usage", arguments: commands)
  func commandPage(command: String) {
    let trial = CommandTrial("help", command)
    #expect(trial.status == .success)
    #expect(trial.output.hasPrefix("rkmap \(command): "))
    #expect(trial.output.contains("\nusage: rkmap \(command) "))
  }

  @Test("a command's page can be requested in two more ways", arguments: ["--help", "-h"])
  func commandPageSpellings(flag: String) {
    #expect(CommandTrial("apply", flag).output == CommandTrial("help", "apply").output)
    #expect(CommandTrial("apply", "x", flag).status == .success)
  }

  @Test(
    "the page of apply has every flag",
    arguments: [
      "--from", "--duplicate-keys", "--invalid-utf8", "--max-depth", "--descriptor", "--to",
      "-o, --output", "--pretty", "--compact", "--ascii", "--type-key", "--result", "--limit",
      "--strict", "--fail-on", "--quiet", "--color", "--report", "--max-report", "--on-error",
      "-j, --jobs",
    ]
  )
  func applyFlags(flag: String) {
    let lines = CommandTrial("help", "apply").output.split(separator: "\n")
    #expect(lines.contains { $0.drop { $0 == " " }.hasPrefix(flag) })
  }

  @Test("a command's page has each flag once")
  func flagsOnce() {
    let names = CommandTrial("help").output.matches(of: /\n {2}([a-z]+) {2}/).map {
      String($0.output.1)
    }
    #expect(names.count > 10)
    for name in names {
      let page = CommandTrial("help", name).output
      let flags = page.matches(of: /\n(?: {6}|  -., )(--[a-z0-9-]+)/).map { String($0.output.1) }
      #expect(Set(flags).count == flags.count, "\(name)")
    }
  }

  @Test("no line of a page is wider than 80 columns", arguments: commands)
  func width(command: String) {
    let lines = CommandTrial("help", command).output.split(separator: "\n")
    #expect(lines.filter { $0.count > 80 } == [])
  }

  @Test("every code has a page, in lines that fit a terminal", arguments: DiagnosticCode.allCases)
  func codePage(code: DiagnosticCode) {
    let trial = CommandTrial("help", code.id)
    #expect(trial.status == .success)
    let page =
      "\(code) (\(code.severity.rawValue)) \(code.page.title) \(code.page.explanation) Example:"
    #expect(words(of: trial.output).starts(with: words(of: page)))
    // Examples are as wide as they are.
    let prose = trial.output.split(separator: "\n").prefix { $0 != "Example:" }
    #expect(prose.allSatisfy { $0.count <= 80 })
  }

  private func words(of text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }

  @Test("a code may be written in lower case")
  func smallLetters() {
    #expect(CommandTrial("help", "rk1002").output == CommandTrial("help", "RK1002").output)
  }

  @Test("help codes lists every code with its title")
  func codes() {
    let lines = CommandTrial("help", "codes").output.split(separator: "\n").map(String.init)
    #expect(lines == DiagnosticCode.allCases.map { "\($0.id)  \($0.page.title)" })
  }

  @Test("an unknown code is reported with the most similar one, and the status is 2")
  func unknownCode() {
    let trial = CommandTrial("help", "RK1007")
    #expect(trial.status == .badCommandLine)
    #expect(trial.firstError.hasPrefix("error[RK5901]: there is no code 'RK1007'; did you mean"))
  }

  @Test("an unknown topic is reported with the most similar command")
  func unknownTopic() {
    let trial = CommandTrial("help", "aply")
    #expect(trial.status == .badCommandLine)
    #expect(
      trial.firstError == "error[RK5901]: there is no command 'aply'; did you mean 'apply'?"
    )
  }

  @Test("the version has two flags", arguments: ["--version", "-V"])
  func version(flag: String) {
    let trial = CommandTrial(flag)
    #expect(trial.status == .success)
    #expect(trial.output.hasPrefix("rkmap \(CommandLineTool.version)\n"))
    #expect(trial.error == "")
  }

  @Test("the version lists the formats and the libraries")
  func versionList() {
    let lines = CommandTrial("--version").output.split(separator: "\n").map {
      $0.prefix { $0 != ":" }
    }
    #expect(
      lines.dropFirst() == [
        "formats read", "formats written", "system libraries", "instruction sets",
      ]
    )
  }
}
