internal import RKDiagnostics
internal import RKEngine

/// How findings are shown, in every command that has any.
struct ReportOptions {
  enum Form: String, CaseIterable {
    case human
    case json
  }

  enum Coloring: String, CaseIterable {
    case auto
    case always
    case never
  }

  enum FailingSeverity: String, CaseIterable {
    case error
    case warning
  }

  var reports: [(form: Form, file: String?)] = []
  var coloring = Coloring.auto
  var failsOn = FailingSeverity.error
  var isQuiet = false
  var isStrict = false

  /// The flags, for a command that has these options among its own.
  static func flags<Options>(at path: WritableKeyPath<Options, ReportOptions>) -> [Flag<Options>] {
    [
      Flag(
        "strict",
        in: .errors,
        "warnings about the spec are errors; a value that cannot be converted fails its record"
      ) {
        $0[keyPath: path].isStrict = true
      },
      Flag(
        "fail-on",
        in: .errors,
        "the least severity that makes the exit status 1 (default error)"
      ) {
        (options, severity: FailingSeverity) in options[keyPath: path].failsOn = severity
      },
      Flag("quiet", in: .errors, "no warnings and no summary; errors are always shown") {
        $0[keyPath: path].isQuiet = true
      },
      Flag(
        "color",
        in: .errors,
        "colours in findings; auto is when they go to a terminal and NO_COLOR is not set"
      ) {
        (options, coloring: Coloring) in options[keyPath: path].coloring = coloring
      },
      Flag(
        "report",
        value: "human|json[=FILE]",
        choices: Form.allCases.map(\.rawValue),
        in: .errors,
        "the form of findings, and a file for them (- is the standard output); may be given several times"
      ) { (options, text) throws(FlagError) in
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        let form = try FlagError.choice(
          parts.first ?? "",
          of: Form.self,
          flag: "report",
          later: ["junit", "sarif", "github", "gcc"]
        )
        options[keyPath: path].reports.append((form, parts.count > 1 ? parts[1] : nil))
      },
    ]
  }

  /// Refuses outputs of one run that lead to one file: each would take the place of the one before.
  ///
  /// `records` is where the records go, if there are any; a hyphen is the standard output.
  func refuseSharedFiles(records: String? = nil) throws(DiagnosticsError) {
    var taken: [(isRecords: Bool, place: String)] = []
    if let records { taken.append((true, Self.place(records))) }
    for path in reports.compactMap(\.file) where FileDescriptor.kind(of: path) != .other {
      let place = Self.place(path)
      if let other = taken.first(where: { $0.place == place }) {
        let outputs = other.isRecords ? "the records and a report" : "two reports"
        throw DiagnosticsError([
          Diagnostic(.flagValue, "\(outputs) lead to '\(path)'", help: ["give each its own file"])
        ])
      }
      taken.append((false, place))
    }
  }

  private static func place(_ path: String) -> String {
    path == "-" ? path : FileDescriptor.place(ofFile: path)
  }
}
