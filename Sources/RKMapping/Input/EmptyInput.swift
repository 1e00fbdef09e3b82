internal import RKDiagnostics

extension Diagnostic {
  /// The diagnostic about an input without data.
  static func empty(_ input: Input, isError: Bool) -> Diagnostic {
    var finding = Diagnostic(
      .emptyInput,
      severity: isError ? .error : .warning,
      "the input '\(input.name)' is empty",
      at: Location(file: input.name, byteRange: 0..<0, line: 1, column: 1),
      help: [(input.door ?? JSONDoor.self).helpOnEmpty]
    )
    finding.isOfNothing = true
    return finding
  }
}
