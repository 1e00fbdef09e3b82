internal import RKAuthoring
internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// Correcting a spec with `check --fix`.
extension CheckCommand {
  static func refuseFixes(_ options: Options, _ operands: [String]) throws(DiagnosticsError) {
    guard options.fixes, operands.count > 1 || operands.first == "-" else { return }
    throw .refusal(
      operands.count > 1
        ? "--fix changes a spec and takes no inputs"
        : "--fix changes a file, and the standard input is not one",
      help: ["rkmap check --fix SPEC"]
    )
  }

  /// Makes the safe corrections of a spec; returns whether they could be written.
  static func fix(_ spec: String, _ correction: SpecCorrection, _ reporter: Reporter) -> Bool {
    if let refusal = OutsideFile.refusal(of: spec) {
      reporter.receive(refusal)
      return false
    }
    for file in correction.files {
      do throws(SystemError) {
        try SpecFile.replace(file.path, with: file.text)
      } catch {
        reporter.receive(
          Diagnostic(
            .unwritableOutput,
            "the spec '\(file.path)' cannot be written: \(error.reason)"
          )
        )
        return false
      }
      let fixes = file.fixCount == 1 ? "1 finding was" : "\(file.fixCount) findings were"
      reporter.receive(Diagnostic(.fixesApplied, "\(fixes) fixed in '\(file.path)'"))
    }
    return true
  }
}
