import RKCommandLine

/// A console that keeps what is written.
final class RecordingConsole: Console {
  var output = ""
  var error = ""
  var inputIsTerminal = false
  var outputIsTerminal = false
  var errorIsTerminal = false
  var outputColumns: Int?
  var refusesColor = false
  var variables: [String: String] = [:]

  func environment(_ name: String) -> String? { variables[name] }

  func writeOutput(_ text: String) -> RKCommandLine.ExitStatus {
    output += text
    return .success
  }

  func writeError(_ text: String) { error += text }
}

/// The result of a command line that is run inside the test.
struct CommandTrial {
  let output: String
  let error: String
  let status: RKCommandLine.ExitStatus

  init(_ arguments: String..., console configure: (RecordingConsole) -> Void = { _ in }) {
    self.init(arguments, console: configure)
  }

  init(_ arguments: [String], console configure: (RecordingConsole) -> Void = { _ in }) {
    let console = RecordingConsole()
    configure(console)
    status = CommandLineTool(arguments: arguments, console: console).run()
    output = console.output
    error = console.error
  }

  /// The first line of the standard error.
  var firstError: Substring { error.prefix { $0 != "\n" } }
}
