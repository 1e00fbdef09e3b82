import RKCommandLine
import Testing

@Suite("Wrong command lines")
struct ArgumentTests {
  /// The code of the only diagnostic of a command line that is refused.
  private func code(_ arguments: [String]) -> String {
    let trial = CommandTrial(arguments)
    #expect(trial.status == .badCommandLine)
    #expect(trial.output == "")
    return String(trial.error.prefix(13))
  }

  @Test(
    "RK5901: an unknown command is reported with the most similar one",
    arguments: [
      ("aply", "apply"), ("chekc", "check"), ("completion", "completions"), ("HELP", "help"),
    ]
  )
  func unknownCommand(name: String, nearest: String) {
    let trial = CommandTrial(name)
    #expect(trial.status == .badCommandLine)
    #expect(
      trial.firstError
        == "error[RK5901]: there is no command '\(name)'; did you mean '\(nearest)'?"
    )
  }

  @Test("RK5901: a command similar to none is reported without a suggestion")
  func farCommand() {
    #expect(
      CommandTrial("frobnicate").firstError == "error[RK5901]: there is no command 'frobnicate'"
    )
  }

  @Test(
    "RK5902: an unknown flag is reported with the most similar one",
    arguments: [
      ("apply", "--prety", "--pretty"), ("apply", "--limt=1", "--limit"),
      ("apply", "--type_key", "--type-key"), ("check", "--plam", "--plan"),
      ("check", "--strct", "--strict"), ("apply", "--comp", "--compact"),
      ("apply", "--desc=x", "--descriptor"),
    ]
  )
  func unknownFlag(command: String, flag: String, nearest: String) {
    let trial = CommandTrial(command, "spec.json", flag)
    #expect(trial.status == .badCommandLine)
    let name = flag.prefix { $0 != "=" }
    #expect(
      trial.firstError
        == "error[RK5902]: '\(command)' has no flag '\(name)'; did you mean '\(nearest)'?"
    )
  }

  @Test(
    "RK5901: a flag before any command is reported with the intended command",
    arguments: [("--versio", "--version"), ("--hlep", "--help"), ("--vers", "--version")]
  )
  func flagBeforeCommand(flag: String, nearest: String) {
    #expect(
      CommandTrial(flag).firstError
        == "error[RK5901]: '\(flag)' comes before any command; did you mean '\(nearest)'?"
    )
  }

  @Test("RK5902: so is a short flag", arguments: [["apply", "-x"], ["check", "-o", "x"]])
  func unknownShortFlag(arguments: [String]) {
    #expect(code(arguments) == "error[RK5902]")
  }

  @Test(
    "RK5903: a value that a flag does not take",
    arguments: [
      ["--to", "yaml"], ["--to=xml"], ["--from", "yaml"], ["--result", "all"],
      ["--duplicate-keys", "all"], ["--invalid-utf8", "ignore"], ["--color", "maybe"],
      ["--fail-on", "note"], ["--report", "xml"], ["--on-error", "ignore"], ["--max-depth", "0"],
      ["--max-depth", "-1"], ["--max-depth", "x"], ["--max-depth", "10001"], ["--limit", "-1"],
      ["--limit", "1.5"], ["--limit", ""], ["--max-report", "many"], ["-j", "0"], ["-jx"],
      ["--pretty=yes"], ["--strict=1"], ["--to"], ["-o"], ["--limit"],
      ["--instruction-set", "abacus"], ["--type-key", ""], ["--type-key="], ["--rejects", ""],
      ["--output", ""],
      ["--max-errors", "-1"], ["--max-errors", "x"], ["--max-errors", ""], ["--max-errors", "%"],
      ["--max-errors", "101%"], ["--max-errors", "100.1%"], ["--max-errors", "1.%"],
      ["--max-errors", ".5%"], ["--max-errors", "1.00001%"], ["--max-errors", "1.5"],
      ["--max-errors", "1"], ["--max-errors", "1", "--on-error", "emit"],
      ["--on-error", "emit", "--result", "error"],
    ]
  )
  func badValue(flags: [String]) throws {
    let place = try Workplace()
    try place.write(#"{"mappers": [{"id": "a"}]}"#, to: "spec.json")
    #expect(code(["apply", place.path("spec.json")] + flags) == "error[RK5903]")
  }

  @Test("RK5903: an invalid value of a flag is reported with the valid ones")
  func valuesInHelp() {
    #expect(
      CommandTrial("apply", "s", "--duplicate-keys", "lst").error == """
        error[RK5903]: --duplicate-keys does not know 'lst'; did you mean 'last'?
           = help: it takes last, first, error

        """
    )
  }

  @Test("RK5904: a spec must be given", arguments: [["apply"], ["check"], ["apply", "--pretty"]])
  func missingSpec(arguments: [String]) {
    #expect(code(arguments) == "error[RK5904]")
  }

  @Test("RK5905: the spec and an input cannot both be the standard input")
  func twiceStandardInput() {
    #expect(code(["apply", "-"]) == "error[RK5905]")
    #expect(code(["apply", "-", "-"]) == "error[RK5905]")
  }

  @Test("RK5905: two inputs cannot both be the standard input")
  func inputsTwiceStandardInput() throws {
    let place = try Workplace(spec: Articles.streamSpec, input: #"{"n":1}"#)
    let trial = try place.run("apply", "spec.json", "-", "in.json", "-", input: #"{"n":2}"#)
    #expect(trial.status == 2)
    #expect(trial.output == "")
    #expect(
      trial.firstError == "error[RK5905]: two inputs cannot both be the standard input"
    )
  }

  @Test(
    "RK5905: an extra argument is named",
    arguments: [
      ["help", "apply", "extra"], ["--version", "extra"], ["-V", "extra"],
      ["completions", "bash", "extra"], ["documents", "man", "extra"],
    ]
  )
  func extraArgument(arguments: [String]) {
    let trial = CommandTrial(arguments)
    #expect(trial.status == .badCommandLine)
    #expect(trial.output == "")
    #expect(trial.firstError == "error[RK5905]: '\(arguments[0])' takes no argument 'extra'")
  }

  @Test("a wrong command line is coloured on a terminal that supports colours")
  func color() {
    #expect(CommandTrial("aply") { $0.errorIsTerminal = true }.error.hasPrefix("\u{1B}["))
    let refused = CommandTrial("aply") {
      $0.errorIsTerminal = true
      $0.refusesColor = true
    }
    #expect(refused.error.hasPrefix("error["))
  }

  @Test(
    "a command that reads no spec has no flags about specs",
    arguments: ["eval", "split"],
    ["--strict", "--allow-include", "--descriptor"]
  )
  func flagsOfSpecs(command: String, flag: String) throws {
    let trial = try Workplace().run(command, flag)
    #expect(trial.status == 2)
    #expect(trial.firstError == "error[RK5902]: '\(command)' has no flag '\(flag)'")
  }
}
