/// Something that was validated as a whole: a spec, an input, a fixture of a suite.
package struct CaseResult: Sendable, Hashable {
  package enum Outcome: String, Sendable, Hashable {
    case passed
    case failed
    /// It was not validated.
    case skipped
  }

  /// What validated it: the spec, or the test file.
  package var suite: String
  /// Its name for people: the file, and the request if there are several for a file.
  package var name: String
  /// The file of its diagnostics.
  package var file: String
  package var outcome: Outcome
  /// Why it was not validated.
  package var reason: String?
  /// How many of its representations were read.
  package var readCount = 0
  /// How many of them were declined.
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
