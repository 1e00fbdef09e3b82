package import RKDiagnostics
internal import RKEngine
package import RKMapping

/// The content of a test file: fixtures, the spec to map them with, and the expected results.
package struct TestSuite: Sendable {
  /// The test file, which contains all places of the suite.
  package let source: SourceFile
  /// The path of the spec, relative to the test file's folder.
  package var spec: SpecText
  /// Whether data that deviates from the spec fails its record, and warnings about the spec are errors.
  package var isStrict = false
  /// What to do with drift, unless the spec is stricter.
  package var drift: DriftPolicy?
  /// What to do with duplicate keys in an object of a fixture.
  package var duplicateKeys: MapperOptions.DuplicateKeys?
  /// The least severity that fails a fixture.
  package var failsOn: FailingSeverity?
  package var cases: [TestCase] = []
  /// Members that differ between runs, such as `User.updatedAt`.
  package var redactions: [SpecText] = []
  /// Files beside fixtures that are none: paths or globs, relative to the test file's folder.
  var untested: [SpecText] = []
  /// Its words that are not ASCII, which the spec must spell in the same way.
  var spellings: [String: SpecText] = [:]

  /// The folders in which the files that it names may be.
  let scope: FileScope

  init(_ source: SourceFile, spec: SpecText, _ scope: FileScope) {
    self.source = source
    self.spec = spec
    self.scope = scope
  }

  /// The path of the test file as given.
  package var file: String { source.name }

  /// The folder of the test file, with a trailing slash; empty for the working directory.
  package var folder: String {
    file.utf8.lastIndex(of: .solidus).map { String(file[...$0]) } ?? ""
  }

  /// Turns a path relative to the test file's folder into one relative to the working directory.
  package func path(_ relative: String) -> String { PlainPath.of(joined(relative)) }

  /// The path relative to the working directory, not normalized.
  func joined(_ relative: String) -> String {
    relative.begins(with: "/") ? relative : folder + relative
  }

  package func location(of place: SpecPlace) -> Location { source.location(of: place.range) }
}

/// Fixtures of a suite, with the expected result of each.
package struct TestCase: Sendable {
  /// Paths or globs, relative to the test file's folder.
  package var files: [SpecText]
  /// The request that the fixtures are responses to; nil to take it from their names.
  package var route: RequestContext?
  package var expectation = Expectation()
  /// Whether the records of each fixture are compared with a snapshot.
  package var hasSnapshot = false
  package var place: SpecPlace

  package init(files: [SpecText], at place: SpecPlace) {
    self.files = files
    self.place = place
  }
}

/// The expected result of a fixture.
package struct Expectation: Sendable {
  /// The expected number of records of a target, including related records.
  package struct RecordCount: Sendable {
    package var target: SpecText
    package var range: ClosedRange<Int>
  }

  /// An expected error.
  package struct Finding: Sendable {
    package var code: DiagnosticCode
    /// The number or name of the diagnostic code, as written.
    package var written: SpecText
    /// The JSON Pointer of its place; nil for any place.
    package var pointer: SpecText?
  }

  /// The expected errors.
  package enum Findings: Sendable {
    /// A number of errors of any kind.
    case count(Int)
    /// Exactly the listed errors.
    case listed([Finding])
  }

  package var counts: [RecordCount] = []
  /// The expected errors; none unless stated.
  package var findings = Findings.count(0)
  /// Whether no records are expected, so that an empty fixture is not an error.
  package var isEmpty = false
  /// The expected number of declined representations; nil if it is not checked.
  package var declinedCount: Int?
  /// A file with the expected output of `apply`, relative to the test file's folder.
  package var output: SpecText?

  package init() {}
}
