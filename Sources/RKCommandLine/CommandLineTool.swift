internal import RKDiagnostics
internal import RKEngine

/// The program: finds the command and runs it.
package struct CommandLineTool {
  private let arguments: [String]
  private let console: any Console

  /// `arguments` are the program's arguments, without its name.
  package init(arguments: [String], console: any Console) {
    self.arguments = arguments
    self.console = console
  }

  /// The version that `rkmap --version` prints.
  package static let version = "0.2.0"

  static var commands: [any Command.Type] {
    [
      ApplyCommand.self, CheckCommand.self, TestCommand.self, FmtCommand.self, SchemaCommand.self,
      RouteCommand.self, SerializeCommand.self, CoverageCommand.self, ExplainCommand.self,
      DiffCommand.self, ReportCommand.self, EvalCommand.self, GraphCommand.self, InferCommand.self,
      SplitCommand.self, MergeCommand.self, LoadCommand.self, InitCommand.self, HelpCommand.self,
      CompletionsCommand.self, DocumentsCommand.self,
    ]
  }

  /// Runs the command.
  ///
  /// Calls that an interruption ended fail like any other call; this function detects that reason.
  package func run() -> ExitStatus {
    let status = runToEnd()
    return status != .success && Interruption.isPending ? .interrupted : status
  }

  /// Runs the command on a stack that is large enough for the deepest spec, however small the process's own
  /// stack is.
  package func runOnRoomyStack() -> ExitStatus { RoomyStack.run(run) }

  private func runToEnd() -> ExitStatus {
    do {
      return try runCommand()
    } catch {
      let renderer = TextRenderer(isColored: console.errorIsTerminal && !console.refusesColor)
      for diagnostic in error.diagnostics { console.writeError(renderer.render(diagnostic)) }
      return error.diagnostics.contains { $0.code == .unreadableInput }
        ? .badInput : .badCommandLine
    }
  }

  private func runCommand() throws(DiagnosticsError) -> ExitStatus {
    guard let name = arguments.first else {
      console.writeError(HelpPage.overview)
      return .badCommandLine
    }
    let rest = Array(arguments.dropFirst())
    switch name {
    case "--version", "-V":
      if let operand = rest.first {
        throw DiagnosticsError(.unexpectedArgument, "'\(name)' takes no argument '\(operand)'")
      }
      return console.writeOutput(VersionPage.text)
    case "--help", "-h": return try HelpCommand.run(rest, console)
    default: break
    }
    guard let command = Self.commands.first(where: { $0.page.name == name }) else {
      throw DiagnosticsError([Self.unknownCommand(name)])
    }
    let flags = rest.prefix { $0 != "--" }
    if flags.contains("--help") || flags.contains("-h") {
      return console.writeOutput(HelpPage.text(of: command))
    }
    return try command.run(rest, console)
  }

  static func unknownCommand(_ name: String) -> Diagnostic {
    let isFlag = name.hasPrefix("-")
    let names =
      isFlag ? ["--version", "--help"] : commands.filter { !$0.page.isHidden }.map { $0.page.name }
    let suggestion = NearestName.suggestion(forWord: name, among: names)
    let message = isFlag ? "'\(name)' comes before any command" : "there is no command '\(name)'"
    return Diagnostic(
      .unknownCommand,
      message + suggestion,
      help: ["rkmap help lists the commands"]
    )
  }
}
