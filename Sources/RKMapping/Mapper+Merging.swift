internal import RKDiagnostics
internal import RKEngine

extension Mapper {
  /// The records that those of a run are mapped onto, if any; throws if they cannot be read, which
  /// is reported to `counter`.
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

/// The existing records cannot be read, which has been reported.
struct UnreadRecords: Error {}
