/// How often a finding was made, in words.
extension Diagnostic {
  /// The message, and how often the finding was made where that is more than once.
  package var messageWithExtent: String { extent.map { "\(message) (\($0.words))" } ?? message }
}

extension Diagnostic.Extent {
  /// `2 of 40 records`; `3 times` where records are not what it is about.
  package var words: String {
    records > 1 ? "\(records) of \(recordsRead) records" : "\(findings) times"
  }
}
