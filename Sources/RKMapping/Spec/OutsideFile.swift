package import RKDiagnostics
package import RKEngine

/// Diagnostics about files outside the folders to which a file may refer.
package enum OutsideFile {
  package static func message(_ path: String, _ scope: FileScope) -> String {
    "'\(path)' lies outside of \(scope.name), and is not read"
  }

  /// Reports such a file at the place that names it.
  package static func report(
    _ path: String,
    _ scope: FileScope,
    at place: SpecPlace,
    to findings: SpecFindings
  ) {
    findings.report(.fileOutside, message(path, scope), at: place, help: help(path))
  }

  /// Help that says how to allow reading the file.
  package static func help(_ path: String) -> String {
    "--allow-include \(shellWord(ofFile: FileScope.folder(toAllow: path))) allows the files in that folder"
  }

  /// Returns a diagnostic if a spec is a link that leads out of its folder.
  ///
  /// For callers that must not read or write such a file.
  package static func refusal(of spec: String) -> Diagnostic? {
    // If the file cannot be examined, reading it reports the reason.
    guard (try? FileScope.isLinkedOut(spec)) ?? false else { return nil }
    let place = FileDescriptor.resolvedOrGiven(spec)
    return Diagnostic(
      .fileOutside,
      "'\(spec)' is a link that leads out of its folder",
      help: ["name the file itself: \(shellWord(ofFile: place))"]
    )
  }

  /// Removes the text of a spec from errors if its name is a link that leads out of its folder:
  /// whoever created the link may not be allowed to read the target.
  static func veiled(_ error: DiagnosticsError, _ spec: String) -> DiagnosticsError {
    guard var finding = refusal(of: spec) else { return error }
    let count = error.diagnostics.count { $0.severity == .error }
    let errors = count.counting("error")
    finding.message += ", and what is wrong there is not shown: \(errors)"
    return DiagnosticsError([finding], files: error.files)
  }
}
