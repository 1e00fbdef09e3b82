extension DiagnosticCode {
  static let suiteCodes: [DiagnosticCode] = [
    unreadableSuite, noSuite, noFixture, badExpectation, repeatedFixture, snapshotClash,
  ]

  /// A test file that cannot be read.
  public static let unreadableSuite = DiagnosticCode(
    "RK2080",
    "unreadable-suite",
    .error,
    "A test file cannot be read.",
    """
    The message has the system's reason. A test file is UTF-8 text in JSON; what it may say is in docs/testing.md.
    """
  )

  /// No test file was found.
  public static let noSuite = DiagnosticCode(
    "RK2081",
    "no-suite",
    .error,
    "There is no test file where one was looked for.",
    """
    `rkmap test` looks for files of the name `rkmap.test.json` in the folders that it is given and in all folders
    below them, but for `node_modules`, `__rkmap__`, folders whose names begin with a dot, and links to folders. To test
    nothing is an error, so that a suite that was moved is noticed.
    """
  )

  /// A glob that leaves nothing to test.
  public static let noFixture = DiagnosticCode(
    "RK2082",
    "no-fixture",
    .error,
    "No file has the name that a case asks for.",
    """
    The `files` of a case are names of files and globs, relative to the test file's folder; `*`, `?` and `[...]`
    stand for characters of one name, never for a slash. Each of them is to find at least one file, so that fixtures
    that were moved are noticed.
    """
  )

  /// Something in a test file that nothing can meet.
  public static let badExpectation = DiagnosticCode(
    "RK2083",
    "bad-expectation",
    .error,
    "A test file asks for something that cannot be.",
    """
    The least number of records is more than the largest, a number is negative, a code is none of the catalogue's, `at`
    is no JSON Pointer, `redact` names no member of a target, or there is nothing to be tested.
    """
  )

  /// A fixture that a case has twice.
  public static let repeatedFixture = DiagnosticCode(
    "RK2084",
    "repeated-fixture",
    .warning,
    "A case has a fixture twice.",
    """
    Two names or globs of one case lead to the same file, which is mapped once.
    """
  )

  /// Two cases that keep the same records.
  public static let snapshotClash = DiagnosticCode(
    "RK2085",
    "snapshot-clash",
    .error,
    "Two cases keep a snapshot of the same fixture.",
    """
    A snapshot has the name of its fixture, so that only one case of a test file can have one of it, or several that
    each say another `route`, which is a part of the name then.
    """
  )
}
