internal import RKDiagnostics
internal import RKEngine

extension Mapper {
  /// Returns the existing records that a run merges onto, if any.
  ///
  /// Throws if they cannot be read, after reporting why to `counter`.
  func existingRecords(_ output: Output, _ counter: FindingCounter) throws(UnreadRecords)
    -> ExistingRecords?
  {
    guard let input = options.existingRecords else { return nil }
    let reader = ExistingRecordsReader(
      compiled,
      mapping.graph,
      output,
      engineOptions,
      repairsUTF8: options.replacesInvalidUTF8
    )
    guard let records = reader.read(input, counter) else { throw UnreadRecords() }
    return records
  }
}

/// Thrown if the existing records cannot be read; the reason has already been reported.
struct UnreadRecords: Error {}
