package import RKDiagnostics
internal import RKEngine
package import RKMapping

/// The content of a test file: fixtures, the spec to map them with, and the expected results.
package struct TestSuite: Sendable {
  /// The test file; all places of the suite are in it.
  package let source: SourceFile
  /// The spec, relative to the test file's folder.
  package var spec: SpecText
  /// Data that is not what the spec says fails its record, and warnings about the spec are errors.
  package var isStrict = false
  /// What happens to drift, unless the spec states it.
  package var drift: DriftPolicy?
  /// How duplicate keys in an object of a fixture are handled.
  package var duplicateKeys: MapperOptions.DuplicateKeys?
  /// The least severity that fails a fixture.
  package var failsOn: FailingSeverity?
  package var cases: [TestCase] = []
  /// Members that differ between runs: `User.updatedAt`.
  package var redactions: [SpecText] = []
  /// Its words that are not ASCII, which the spec must spell the same.
  var spellings: [String: SpecText] = [:]

  /// Where the files that it names may be.
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
    file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
  }

  /// A path relative to the test file's folder, as a path from the working directory.
  package func path(_ relative: String) -> String { PlainPath.of(joined(relative)) }

  /// The same without normalization.
  func joined(_ relative: String) -> String {
    relative.hasPrefix("/") ? relative : folder + relative
  }

  package func location(of place: SpecPlace) -> Location { source.location(of: place.range) }
}

/// Fixtures of a suite, and the expected result of each.
package struct TestCase: Sendable {
  /// Globs, relative to the test file's folder.
  package var files: [SpecText]
  /// The request that the fixtures answer; nil to take it from their names.
  package var route: RequestContext?
  package var expectation = Expectation()
  /// The records of each fixture are compared with its snapshot.
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
    /// The number or name of the code, as written.
    package var written: SpecText
    /// The JSON Pointer of its place; nil for any place.
    package var pointer: SpecText?
  }

  /// The expected errors.
  package enum Findings: Sendable {
    /// This many errors of any kind.
    case count(Int)
    /// Exactly these.
    case listed([Finding])
  }

  package var counts: [RecordCount] = []
  /// Errors are not expected unless stated.
  package var findings = Findings.count(0)
  /// No records are expected, so an empty fixture is no error.
  package var isEmpty = false
  /// The expected number of declined representations; nil if it is not checked.
  package var declinedCount: Int?
  /// A file with the expected output of `apply`, relative to the test file's folder.
  package var output: SpecText?

  package init() {}
}
