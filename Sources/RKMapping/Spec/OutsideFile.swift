package import RKDiagnostics
package import RKEngine

/// Diagnostics about a file outside the folders that another file may refer to.
package enum OutsideFile {
  package static func message(_ path: String, _ scope: FileScope) -> String {
    "'\(path)' lies outside of \(scope.name), and is not read"
  }

  /// Reports it where the file is named.
  package static func report(
    _ path: String,
    _ scope: FileScope,
    at place: SpecPlace,
    to findings: SpecFindings
  ) {
    findings.report(.fileOutside, message(path, scope), at: place, help: help(path))
  }

  /// How to allow reading it.
  package static func help(_ path: String) -> String {
    "--allow-include \(shellWord(ofFile: FileScope.folder(toAllow: path))) allows the files in that folder"
  }

  /// The diagnostic that a spec is a link that leads out of its folder, for callers that do not
  /// read or write such a file.
  package static func refusal(of spec: String) -> Diagnostic? {
    // If it cannot be examined, reading it reports that.
    guard (try? FileScope.isLinkedOut(spec)) ?? false else { return nil }
    let place = FileDescriptor.resolvedOrGiven(spec)
    return Diagnostic(
      .fileOutside,
      "'\(spec)' is a link that leads out of its folder",
      help: ["name the file itself: \(shellWord(ofFile: place))"]
    )
  }

  /// The errors of a spec, without its text if its name is a link that leads out of its folder:
  /// whoever made the link may not be allowed to read the target.
  static func veiled(_ error: DiagnosticsError, _ spec: String) -> DiagnosticsError {
    guard var finding = refusal(of: spec) else { return error }
    let count = error.diagnostics.count { $0.severity == .error }
    let errors = count.counting("error")
    finding.message += ", and what is wrong there is not shown: \(errors)"
    return DiagnosticsError([finding], files: error.files)
  }
}
