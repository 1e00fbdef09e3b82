/// What the mapping of values does in cases that the spec leaves to the command line.
package struct MappingOptions: Sendable {
  /// Of duplicate keys the first counts, not the last.
  package var keepsFirstOfDuplicates = false
  /// Values that cannot be converted fail their record.
  package var isStrict = false
  /// A related record that fails is left out; else the record that it is related to fails with it.
  package var leavesOutRelated = false
  /// An empty document has to have something at a key path, as any other; else it is passed over.
  package var expectsRecords = false

  /// A part that a descriptor was chosen for has to be there: else the document is wrong (RK1018).
  package var failsMissingParts = false
  /// Faults of related records are told although the record that they are related to has failed.
  package var looksIntoFailed = false
  /// Rules that never find anything are looked for.
  package var surveysRules = false

  package init() {}
}
