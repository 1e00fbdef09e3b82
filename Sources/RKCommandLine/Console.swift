internal import RKEngine

/// Where a command writes, and what it can find out about its reader.
package protocol Console: AnyObject {
  /// Writes to the standard output.
  ///
  /// Reports failures, except a reader that has gone away and an interruption, which are not errors.
  func writeOutput(_ text: String) -> ExitStatus
  /// Writes to the standard error.
  func writeError(_ text: String)
  var inputIsTerminal: Bool { get }
  var outputIsTerminal: Bool { get }
  var errorIsTerminal: Bool { get }
  /// The number of columns of the terminal that shows the output; nil if there is none.
  var outputColumns: Int? { get }
  /// Whether the user has disabled colours (no-color.org).
  var refusesColor: Bool { get }
  /// The value of an environment variable; nil if it is not set.
  func environment(_ name: String) -> String?
}

extension Console {
  /// Tells the user how to end input that is typed into a terminal.
  func promptForInput() {
    if inputIsTerminal { writeError("rkmap: reading the standard input; end it with Ctrl-D\n") }
  }
}

/// The standard streams of the process.
package final class StandardConsole: Console {
  package let outputIsTerminal: Bool
  package let errorIsTerminal: Bool
  package let refusesColor: Bool

  /// Must be called before any file is opened.
  package init() {
    FileDescriptor.keepStandardStreams()
    outputIsTerminal = FileDescriptor.standardOutput.isTerminal
    errorIsTerminal = FileDescriptor.standardError.isTerminal
    refusesColor = ProcessEnvironment.isSet("NO_COLOR") || ProcessEnvironment["TERM"] == "dumb"
  }

  package var outputColumns: Int? { FileDescriptor.standardOutput.terminalColumns }

  package var inputIsTerminal: Bool { FileDescriptor.standardInput.isTerminal }

  package func environment(_ name: String) -> String? { ProcessEnvironment[name] }

  package func writeOutput(_ text: String) -> ExitStatus {
    let bytes = Array(text.utf8)
    do {
      try FileDescriptor.standardOutput.write(bytes.span)
      return .success
    } catch {
      if error.isBrokenPipe { return .closedPipe }
      if error.isInterruption { return .interrupted }
      writeError("error[RK5001]: the standard output cannot be written: \(error.reason)\n")
      return .badOutput
    }
  }

  package func writeError(_ text: String) {
    let bytes = Array(text.utf8)
    try? FileDescriptor.standardError.write(bytes.span)
  }
}
