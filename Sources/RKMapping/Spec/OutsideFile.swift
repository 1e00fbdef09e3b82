package import RKDiagnostics
package import RKEngine

/// What is said of a file that lies elsewhere than the file that names it may lead.
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

  /// What allows it to be read.
  package static func help(_ path: String) -> String {
    "--allow-include \(shellWord(ofFile: FileScope.folder(toAllow: path))) allows the files in that folder"
  }

  /// The finding that a spec is a link that leads out of its folder, for who does not want to read or to
  /// write such a one.
  package static func refusal(of spec: String) -> Diagnostic? {
    // Of what cannot be looked at, reading it tells.
    guard (try? FileScope.isLinkedOut(spec)) ?? false else { return nil }
    let place = FileDescriptor.resolvedOrGiven(spec)
    return Diagnostic(
      .fileOutside,
      "'\(spec)' is a link that leads out of its folder",
      help: ["name the file itself: \(shellWord(ofFile: place))"]
    )
  }

  /// The errors of a spec, without its text where its name is a link that leads out of its folder: who
  /// has made the link need not be allowed to read what it leads to.
  static func veiled(_ error: DiagnosticsError, _ spec: String) -> DiagnosticsError {
    guard var finding = refusal(of: spec) else { return error }
    let count = error.diagnostics.count { $0.severity == .error }
    let errors = count == 1 ? "1 error" : "\(count) errors"
    finding.message += ", and what is wrong there is not shown: \(errors)"
    return DiagnosticsError([finding], files: error.files)
  }
}
