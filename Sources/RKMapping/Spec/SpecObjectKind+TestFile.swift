/// The kinds of objects that a test file has: it is read as a spec is.
extension SpecObjectKind {
  package static let testSuite = SpecObjectKind(
    "a test file",
    [.spec, .strict, .cases, .redact]
  )

  package static let testCase = SpecObjectKind("a case", [.files, .route, .expect, .snapshot])

  package static let testRoute = SpecObjectKind("a route", [.method, .path, .status])

  package static let expectation = SpecObjectKind("'expect'", [.types, .errors, .output])

  package static let recordCount = SpecObjectKind(
    "the number of a target's records",
    [.min, .max, .count]
  )

  package static let expectedFinding = SpecObjectKind("an expected finding", [.code, .at])

  /// All kinds of a test file.
  package static let testFile = [
    testSuite, testCase, testRoute, expectation, recordCount, expectedFinding,
  ]
}

extension SpecKey {
  /// The words that only test files have.
  package static let testFileWords: Set<SpecKey> = [
    .at, .cases, .code, .count, .errors, .expect, .files, .max, .method, .min, .output, .redact,
    .route, .snapshot, .spec, .status, .strict, .types,
  ]
}
