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

  package init() {}
}
