extension DiagnosticCode {
  static let outputCodes: [DiagnosticCode] = [unwritableOutput]

  /// The output cannot be written.
  public static let unwritableOutput = DiagnosticCode(
    "RK5001",
    "unwritable-output",
    .error,
    "The output cannot be written.",
    """
    The disk is full, the place is a folder or may not be written to. A file named by `-o` is written aside and put in
    its place when the run has succeeded: what was there before is as it was.
    """
  )
}
