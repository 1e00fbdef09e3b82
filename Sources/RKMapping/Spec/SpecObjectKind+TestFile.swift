internal import RKDiagnostics

/// The kinds of objects that a test file has: it is read as a spec is.
extension SpecObjectKind {
  package static let testSuite = SpecObjectKind(
    "a test file",
    definition: "testSuite",
    [
      .member(.spec, .text, "The spec that the fixtures are mapped by, relative to this file."),
      .member(
        .strict,
        .flag,
        "Warnings about the spec are errors, and a value that cannot be converted fails its record.",
        initial: "false"
      ),
      .member(
        .cases,
        .list(.object { .testCase }, atLeast: 1),
        "The fixtures, and what is to come of them."
      ),
      .member(
        .redact,
        .texts(.text(examples: ["User.updatedAt"])),
        "Attributes that are not the same in each run, as \"User.updatedAt\"."
      ),
    ],
    [.needs(.spec), .needs(.cases)]
  )

  package static let testCase = SpecObjectKind(
    "a case",
    definition: "case",
    [
      .member(
        .files,
        .either([
          .text(examples: ["fixtures/*.json"]), .list(.text, atLeast: 1),
        ]),
        "The fixtures, relative to this file; a star stands for any letters of a name."
      ),
      .member(
        .route,
        .object { .testRoute },
        "The request that the fixtures answer; told by their names where it is left out."
      ),
      .member(.expect, .object { .expectation }, "What is to come of each fixture."),
      .member(
        .snapshot,
        .flag,
        "The records of each fixture are compared with those that were kept of it.",
        initial: "false"
      ),
    ],
    [.needs(.files)]
  )

  package static let testRoute = SpecObjectKind(
    "a route",
    definition: "request",
    [
      .member(.method, .choice(of: RequestMethod.self), "The method of the request."),
      .member(.path, .text(examples: ["/articles/1"]), "The path of the request."),
      .member(.status, .integer(100...599), "The status code of the response."),
    ]
  )

  package static let expectation = SpecObjectKind(
    "'expect'",
    definition: "expectation",
    [
      .member(
        .types,
        .names(.object { .recordCount }),
        "How many records of each target there are to be, related ones too."
      ),
      .member(
        .errors,
        .either([.integer(0...(.max)), .list(.object { .expectedFinding })]),
        "How many errors are to be found, or which; none where it is left out.",
        initial: "0"
      ),
      .member(
        .output,
        .reference,
        "A file with the records as 'rkmap apply' writes them, relative to this file."
      ),
    ]
  )

  package static let recordCount = SpecObjectKind(
    "the number of a target's records",
    definition: "recordCount",
    [
      .member(.min, .integer(0...(.max)), "The least number of records."),
      .member(.max, .integer(0...(.max)), "The largest number of records."),
      .member(.count, .integer(0...(.max)), "The number of records."),
    ],
    [.some([.min, .max, .count]), .atMostOne([.count, .min]), .atMostOne([.count, .max])]
  )

  package static let expectedFinding = SpecObjectKind(
    "an expected finding",
    definition: "finding",
    [
      .member(.code, .text(.codes), "The code of the finding, by its number or its name."),
      .member(
        .at,
        .text(.jsonPointer),
        "The JSON Pointer of its place; any place where it is left out."
      ),
    ],
    [.needs(.code)]
  )

  /// All kinds of a test file.
  package static let testFile = [
    testSuite, testCase, testRoute, expectation, recordCount, expectedFinding,
  ]
}

extension SpecVocabulary {
  /// The codes of findings.
  fileprivate static var codes: SpecVocabulary {
    SpecVocabulary(
      words: DiagnosticCode.allCases.flatMap { [$0.id, $0.name] },
      pattern: "^[rR][kK][1-9][0-9]{3}$",
      examples: ["RK1002", "conversion-failed"]
    )
  }

  fileprivate static let jsonPointer = SpecVocabulary(
    pattern: "^(/([^~]|~[01])*)?$",
    examples: ["/articles/0/title"]
  )
}

extension SpecKey {
  /// The words that only test files have.
  package static let testFileWords: Set<SpecKey> = [
    .at, .cases, .code, .count, .errors, .expect, .files, .max, .method, .min, .output, .redact,
    .route, .snapshot, .spec, .status, .strict, .types,
  ]
}
