internal import RKDiagnostics

/// The kinds of objects in test files, which are read like specs.
extension SpecObjectKind {
  package static var testSuite: SpecObjectKind {
    SpecObjectKind("a test file", definition: "testSuite") { _, members in
      members.node(
        "spec",
        .text,
        "The spec that maps the fixtures, relative to this file."
      )
      members.node(
        "strict",
        .flag,
        "Warnings about the spec are errors, and data that is not what the spec says fails its record.",
        initial: "false"
      )
      members.node(
        "drift",
        .choice(of: DriftPolicy.self),
        "What to do with data that is not what the spec says, where the spec does not state it."
      )
      members.node(
        "duplicateKeys",
        .word(["last", "first", "error"]),
        "Which of two equal keys in one object of a fixture counts; --duplicate-keys counts before it.",
        initial: "\"last\""
      )
      members.node(
        "failOn",
        .choice(of: FailingSeverity.self),
        "The least severity of a finding that fails its fixture; --fail-on counts before it.",
        initial: "\"error\""
      )
      members.node(
        "cases",
        .list(.object { .testCase }, atLeast: 1),
        "The fixtures, and their expected results."
      )
      members.node(
        "redact",
        .texts(.text(examples: ["User.updatedAt"])),
        "Attributes that are not the same in each run, as \"User.updatedAt\"."
      )
      members.node(
        "untested",
        .texts(.text(examples: ["fixtures/draft-*.json"])),
        "Files beside fixtures that are none, relative to this file; names and globs as in \"files\"."
      )
      members.expect([.needs("spec"), .needs("cases")])
    }
  }

  package static var testCase: SpecObjectKind {
    SpecObjectKind("a case", definition: "case") { _, members in
      members.node(
        "files",
        .either([
          .text(examples: ["fixtures/*.json"]), .list(.text, atLeast: 1),
        ]),
        "The fixtures, relative to this file; a star stands for any letters of a name."
      )
      members.node(
        "route",
        .object { .testRoute },
        "The request that the fixtures answer; taken from their names where it is left out."
      )
      members.node("expect", .object { .expectation }, "The expected results of each fixture.")
      members.node(
        "snapshot",
        .flag,
        "The records of each fixture are compared with those that were kept of it.",
        initial: "false"
      )
      members.expect([.needs("files")])
    }
  }

  package static var testRoute: SpecObjectKind {
    SpecObjectKind("a route", definition: "request") { _, members in
      members.node("method", .choice(of: RequestMethod.self), "The method of the request.")
      members.node("path", .text(examples: ["/articles/1"]), "The path of the request.")
      members.node("status", .integer(100...599), "The status code of the response.")
    }
  }

  package static var expectation: SpecObjectKind {
    SpecObjectKind("'expect'", definition: "expectation") { _, members in
      members.node(
        "types",
        .names(.object { .recordCount }),
        "How many records of each target there are to be, related ones too."
      )
      members.node(
        "errors",
        .either([.integer(0...(.max)), .list(.object { .expectedFinding })]),
        "How many errors are to be found, or which; none where it is left out.",
        initial: "0"
      )
      members.node(
        "empty",
        .flag,
        "The fixture gives no record: it may be empty, or have nothing for any descriptor.",
        initial: "false"
      )
      members.node(
        "declined",
        .integer(0...(.max)),
        "How many representations no matcher and no 'when' takes; any number where it is left out."
      )
      members.node(
        "output",
        .reference,
        "A file with the records as 'rkmap apply' writes them, relative to this file."
      )
    }
  }

  package static var recordCount: SpecObjectKind {
    SpecObjectKind("the number of a target's records", definition: "recordCount") { _, members in
      members.node("min", .integer(0...(.max)), "The least number of records.")
      members.node("max", .integer(0...(.max)), "The largest number of records.")
      members.node("count", .integer(0...(.max)), "The number of records.")
      members.expect([
        .some(["min", "max", "count"]), .atMostOne(["count", "min"]),
        .atMostOne(["count", "max"]),
      ])
    }
  }

  package static var expectedFinding: SpecObjectKind {
    SpecObjectKind("an expected finding", definition: "finding") { _, members in
      members.node("code", .text(.codes), "The code of the finding, by its number or its name.")
      members.node(
        "at",
        .text(.jsonPointer),
        "The JSON Pointer of its place; any place where it is left out."
      )
      members.expect([.needs("code")])
    }
  }

  /// All kinds in a test file.
  package static let testFile = [
    testSuite, testCase, testRoute, expectation, recordCount, expectedFinding,
  ]
}

extension SpecVocabulary {
  /// The codes of diagnostics.
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
