/// Something that was validated as a whole: a spec, an input, a fixture of a suite.
package struct CaseResult: Sendable, Hashable {
  package enum Outcome: String, Sendable, Hashable {
    case passed
    case failed
    /// It was not validated.
    case skipped
  }

  /// What it was validated against: the spec, or the test file.
  package var suite: String
  /// Its name for people: the file, with the request if a file has several.
  package var name: String
  /// The file that its diagnostics are about.
  package var file: String
  package var outcome: Outcome
  /// Why it was not validated.
  package var reason: String?
  /// The number of its representations that were read.
  package var readCount = 0
  /// The number of them that were declined.
  package var declinedCount = 0
  /// How long it took; nil if it was not measured.
  package var durationNanoseconds: Int?

  package init(suite: String, name: String, file: String, outcome: Outcome) {
    self.suite = suite
    self.name = name
    self.file = file
    self.outcome = outcome
  }
}
