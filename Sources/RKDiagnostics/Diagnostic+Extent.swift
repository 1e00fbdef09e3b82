/// How often a diagnostic occurred, in words.
extension Diagnostic {
  /// The message, followed by the count if the diagnostic occurred more than once.
  package var messageWithExtent: String { extent.map { "\(message) (\($0.words))" } ?? message }
}

extension Diagnostic.Extent {
  /// The count, such as `2 of 40 records`; `3 times` if it is not about records.
  package var words: String {
    records > 1 ? "\(records) of \(recordsRead) records" : "\(findings) times"
  }
}
