/// Choices about mapping values that the spec leaves to the command line.
package struct MappingOptions: Sendable {
  /// Whether the first of duplicate keys counts, not the last.
  package var keepsFirstOfDuplicates = false
  /// Whether values that cannot be converted fail their record.
  package var isStrict = false
  /// Whether a related record that fails is left out; otherwise the record that it is related to
  /// fails with it.
  package var leavesOutRelated = false
  /// Whether an empty document must have something at a key path, like any other; otherwise it is
  /// skipped.
  package var expectsRecords = false
  /// Whether a document that is an empty object is mapped like any other; otherwise it is skipped.
  package var takesEmptyObjects = false
  /// Whether each document is one representation of every descriptor, whatever it is.
  package var takesDocuments = false
  /// Whether each element of a document that is a list is one instead, if the first one is an object
  /// or a list.
  package var takesElements = false
  /// Whether each element of the list at the key path of a descriptor is a row as it stands, without
  /// being mapped; there must be a list.
  package var splitsLists = false

  /// Whether a part that a descriptor was chosen for is required: otherwise the document is wrong
  /// (RK1018).
  package var failsMissingParts = false
  /// Whether faults of related records are reported although the record that they are related to
  /// has failed.
  package var looksIntoFailed = false
  /// Whether to look for rules that never find anything.
  package var surveysRules = false
  /// What to count of all that rules read; nil for nothing.
  package var coverage: CoverageOptions?
  /// What to note of each value, step by step; then everything that rules read is counted, too.
  package var trace: TraceOptions?

  package init() {}
}
