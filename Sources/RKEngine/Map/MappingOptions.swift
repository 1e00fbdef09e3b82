/// Settings for mapping values that come from the command line, not from the spec.
package struct MappingOptions: Sendable {
  /// Whether the first of duplicate keys counts, not the last.
  package var keepsFirstOfDuplicates = false
  /// Whether values that cannot be converted fail their record.
  package var isStrict = false
  /// Whether a related record that fails is left out; otherwise the record that it is related to
  /// fails with it.
  package var leavesOutRelated = false
  /// Whether an empty document must have something at a key path, like any other document;
  /// otherwise it is skipped.
  package var expectsRecords = false
  /// Whether a document that is an empty object is mapped like any other document; otherwise it is
  /// skipped.
  package var takesEmptyObjects = false
  /// Whether each document is one representation of every descriptor, whatever it is.
  package var takesDocuments = false
  /// Whether, in a document that is a list, each element is one representation of every descriptor,
  /// if the first element is an object or a list.
  package var takesElements = false
  /// Whether each element of the list at a descriptor's key path becomes a row, without being
  /// mapped; there must be a list.
  package var splitsLists = false

  /// Whether it is an error if a descriptor that was chosen for a document finds nothing in it
  /// (RK1018).
  package var failsMissingParts = false
  /// Whether the related records of a failed record are still searched for faults.
  package var looksIntoFailed = false
  /// Whether to look for rules that never find anything.
  package var surveysRules = false
  /// Whether to note the lengths of the fractions of dates.
  package var surveysFractions = false
  /// What to count of all that rules read; nil to count nothing.
  package var coverage: CoverageOptions?
  /// What to note of each value, step by step; this also counts all that rules read.
  package var trace: TraceOptions?

  package init() {}
}
