package import RKMapping

/// What a test file says: fixtures, the spec that they are mapped by, and what is to come of it.
package struct TestSuite: Sendable {
  /// The test file as it was named.
  package var file: String
  /// The spec, relative to the test file's folder.
  package var spec: SpecText
  /// Warnings about the spec are errors, and a value that cannot be converted fails its record.
  package var isStrict = false
  package var cases: [TestCase] = []
  /// What is not the same in each run: `User.updatedAt`.
  package var redactions: [SpecText] = []

  package init(file: String, spec: SpecText) {
    self.file = file
    self.spec = spec
  }
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
    /// The number or the name of its code.
    package var code: SpecText
    /// The JSON Pointer of its place; anywhere when nil.
    package var pointer: SpecText?

    package init(code: SpecText, pointer: SpecText? = nil) {
      self.code = code
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
  /// A file with the records as `apply` writes them, relative to the test file's folder.
  package var output: SpecText?

  package init() {}
}
