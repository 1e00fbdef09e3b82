extension DiagnosticCode {
  static let formattingCodes: [DiagnosticCode] = [notFormatted, fixesApplied]

  /// A spec that does not have the form that `fmt` gives it.
  public static let notFormatted = DiagnosticCode(
    "RK2130",
    "not-formatted",
    .error,
    "The file is not as `rkmap fmt` writes it.",
    """
    `rkmap fmt --check` compares a spec or a test file with its canonical form: strict JSON, two spaces a level, one
    form for everything. The first line that differs is shown. The file means what it means all the same.

    To fix it, run `rkmap fmt` with the name of the file.
    """
  )

  /// Changes that `check --fix` has made.
  public static let fixesApplied = DiagnosticCode(
    "RK2131",
    "fixes-applied",
    .note,
    "Changes that findings propose were made to a file.",
    """
    `rkmap check --fix` makes the changes that do not alter what a spec means: missing commas, quotes, brackets. Those
    that somebody has to look at, such as another name for one that is not known, are left to you. A file whose text
    cannot be understood is not touched.
    """
  )
}
