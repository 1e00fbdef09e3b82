internal import RKEngine

/// Where a command writes its words, and what it may know of who reads them.
package protocol Console: AnyObject {
  /// Writes to the standard output; false when nobody reads it any more, or it cannot be written.
  func writeOutput(_ text: String) -> Bool
  /// Writes to the standard error.
  func writeError(_ text: String)
  var outputIsTerminal: Bool { get }
  var errorIsTerminal: Bool { get }
  /// The user has asked for no colours (no-color.org).
  var refusesColor: Bool { get }
}

/// The standard streams of the process.
package final class StandardConsole: Console {
  package let outputIsTerminal: Bool
  package let errorIsTerminal: Bool
  package let refusesColor: Bool

  package init() {
    outputIsTerminal = FileDescriptor.standardOutput.isTerminal
    errorIsTerminal = FileDescriptor.standardError.isTerminal
    refusesColor = ProcessEnvironment.isSet("NO_COLOR") || ProcessEnvironment["TERM"] == "dumb"
  }

  package func writeOutput(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    do {
      try FileDescriptor.standardOutput.write(bytes.span)
      return true
    } catch {
      if !error.isBrokenPipe {
        writeError("error[RK5001]: the standard output cannot be written: \(error.reason)\n")
      }
      return false
    }
  }

  package func writeError(_ text: String) {
    let bytes = Array(text.utf8)
    try? FileDescriptor.standardError.write(bytes.span)
  }
}
