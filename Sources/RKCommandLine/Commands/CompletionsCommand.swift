internal import RKDiagnostics

/// `rkmap completions`: prints a script that completes commands and flags in a shell.
enum CompletionsCommand: Command {
  static let page = CommandPage(
    name: "completions",
    summary: "print a script that completes commands and flags in a shell",
    operands: "bash|zsh|fish",
    description: "Prints the script for a shell; save it where that shell looks for completions.",
    examples: [
      (
        "rkmap completions bash > ~/.local/share/bash-completion/completions/rkmap",
        "for bash"
      ),
      ("rkmap completions fish > ~/.config/fish/completions/rkmap.fish", "for fish"),
    ]
  )

  static func run(
    _: NoOptions,
    operands: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    try refuse(operands.dropFirst())
    let names = CompletionScript.allCases.map(\.rawValue).joined(separator: ", ")
    guard let name = operands.first else {
      throw DiagnosticsError(
        .missingArgument,
        "'completions' needs a shell",
        help: ["the shells are \(names)"]
      )
    }
    guard let script = CompletionScript(rawValue: name) else {
      throw DiagnosticsError(
        .unexpectedArgument,
        "there is no script for '\(name)'; the shells are \(names)"
      )
    }
    let commands = CommandLineTool.commands.filter { !$0.page.isHidden }
    return console.writeOutput(script.text(for: commands))
  }
}
