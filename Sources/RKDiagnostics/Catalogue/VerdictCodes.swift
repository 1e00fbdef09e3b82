extension DiagnosticCode {
  static let verdictCodes: [DiagnosticCode] = [
    otherRecordCount, otherErrorCount, missingFinding, otherOutput, unmappableFixture,
  ]

  /// More or fewer records than a test file expects.
  public static let otherRecordCount = DiagnosticCode(
    "RK3010",
    "other-record-count",
    .error,
    "A fixture gives more or fewer records of a target than its case expects.",
    """
    `expect.types` of a case counts the records of a target anywhere in the output, related ones too. Records that are
    left out because they failed are not among them.
    """
  )

  /// More or fewer errors than a test file expects.
  public static let otherErrorCount = DiagnosticCode(
    "RK3011",
    "other-error-count",
    .error,
    "A fixture gives more or fewer errors than its case expects.",
    """
    `expect.errors` of a case is a number; every value that gives an error counts, also where several of them are shown
    as one finding.
    """
  )

  /// An error that was expected and not found.
  public static let missingFinding = DiagnosticCode(
    "RK3012",
    "missing-finding",
    .error,
    "An error that a case expects was not found.",
    """
    `expect.errors` of a case lists errors by the numbers or names of their codes and, where `at` is given, the JSON
    Pointers of their places in the fixture. Each of them is to be found once for each time that it is listed.
    """
  )

  /// An output that is not the expected one.
  public static let otherOutput = DiagnosticCode(
    "RK3013",
    "other-output",
    .error,
    "The output of a fixture is not the one that its case expects.",
    """
    The file that `expect.output` names holds what `rkmap apply` writes for the fixture, in the form that its name tells
    (.json, .ndjson, .csv). White space between the values of JSON makes no difference, all else does: the order of
    members, escapes, how numbers are written.
    """
  )

  /// A fixture whose request is not known well enough.
  public static let unmappableFixture = DiagnosticCode(
    "RK3014",
    "unmappable-fixture",
    .error,
    "It is not clear which descriptors a fixture is for.",
    """
    Several descriptors of the spec take the same part of a document, and are for different requests. A case says by its
    `route` which request its fixtures answer; a fixture says it by its name: `articles.GET.200.json` is for the descriptor
    `articles`, or for those of the path that the spec's routes call so.
    """
  )
}
