/// The status that the program returns.
///
/// No other code contains the numbers.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  case success = 0
  /// The data is invalid.
  case badData = 1
  case badCommandLine = 2
  case badSpec = 3
  case badInput = 4
  case badOutput = 5
  case ownFault = 70
  case interrupted = 130
  case closedPipe = 141

  /// The meaning of the status, for the help pages.
  package var meaning: String {
    switch self {
    case .success: "all good (warnings allowed, unless --fail-on warning)"
    case .badData: "bad data: failed records, nothing found, changed snapshots"
    case .badCommandLine: "wrong command line"
    case .badSpec: "the spec or a test file is wrong"
    case .badInput: "an input is not readable or not JSON"
    case .badOutput:
      "the output is not writable, a database is locked or has another schema, or memory ran out"
    case .ownFault: "an internal error of rkmap"
    case .interrupted: "interrupted"
    case .closedPipe: "the reader of the output closed it"
    }
  }
}
