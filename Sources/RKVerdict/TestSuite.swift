package import RKDiagnostics
internal import RKEngine
package import RKMapping

/// What a test file says: fixtures, the spec that they are mapped by, and what is to come of it.
package struct TestSuite: Sendable {
  /// The test file, which all places of the suite are in.
  package let source: SourceFile
  /// The spec, relative to the test file's folder.
  package var spec: SpecText
  /// Data that is not what the spec says fails its record, and warnings about the spec are errors.
  package var isStrict = false
  /// What happens to data that is not what the spec says, where the spec does not state it.
  package var drift: DriftPolicy?
  /// What is made of a key that occurs twice in one object of a fixture.
  package var duplicateKeys: MapperOptions.DuplicateKeys?
  /// The least severity that fails a fixture.
  package var failsOn: FailingSeverity?
  package var cases: [TestCase] = []
  /// What is not the same in each run: `User.updatedAt`.
  package var redactions: [SpecText] = []
  /// Its words that are not ASCII, as those of a mapping.
  var spellings: [String: SpecText] = [:]

  /// Where what the test file names may lie.
  let scope: FileScope

  init(_ source: SourceFile, spec: SpecText, _ scope: FileScope) {
    self.source = source
    self.spec = spec
    self.scope = scope
  }

  /// The test file as it was named.
  package var file: String { source.name }

  /// The folder that the test file is in, with a slash after it; empty for the working directory.
  package var folder: String {
    file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
  }

  /// A path that is relative to the test file's folder, as it is from the working directory.
  package func path(_ relative: String) -> String { PlainPath.of(joined(relative)) }

  /// The same, step by step.
  func joined(_ relative: String) -> String {
    relative.hasPrefix("/") ? relative : folder + relative
  }

  package func location(of place: SpecPlace) -> Location { source.location(of: place.range) }
}

/// Some fixtures of a suite, and what is to come of each of them.
package struct TestCase: Sendable {
  /// Globs, relative to the test file's folder.
  package var files: [SpecText]
  /// The request that the fixtures answer; told by their names where nothing is said of it.
  package var route: RequestContext?
  package var expectation = Expectation()
  /// The records of each fixture are compared with those that were kept of it.
  package var hasSnapshot = false
  package var place: SpecPlace

  package init(files: [SpecText], at place: SpecPlace) {
    self.files = files
    self.place = place
  }
}

/// What is to come of a fixture.
package struct Expectation: Sendable {
  /// How many records of a target there are to be, related ones too.
  package struct RecordCount: Sendable {
    package var target: SpecText
    package var range: ClosedRange<Int>

    package init(target: SpecText, range: ClosedRange<Int>) {
      self.target = target
      self.range = range
    }
  }

  /// An error that is to be found.
  package struct Finding: Sendable {
    package var code: DiagnosticCode
    /// The number or the name of the code.
    package var written: SpecText
    /// The JSON Pointer of its place; anywhere when nil.
    package var pointer: SpecText?

    package init(code: DiagnosticCode, written: SpecText, pointer: SpecText? = nil) {
      self.code = code
      self.written = written
      self.pointer = pointer
    }
  }

  /// The errors that are to be found.
  package enum Findings: Sendable {
    /// So many, of whatever kind.
    case count(Int)
    /// These and no others.
    case listed([Finding])
  }

  package var counts: [RecordCount] = []
  /// No error is to be found where nothing is said of them.
  package var findings = Findings.count(0)
  /// No record is to come of it, so that nothing has to be found.
  package var isEmpty = false
  /// How many representations are to be declined; nobody counts where nothing is said of it.
  package var declinedCount: Int?
  /// A file with the records as `apply` writes them, relative to the test file's folder.
  package var output: SpecText?

  package init() {}
}
