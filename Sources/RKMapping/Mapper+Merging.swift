internal import RKDiagnostics
internal import RKEngine

extension Mapper {
  /// The records that those of a run are mapped onto, if any; throws when they cannot be read, which
  /// `counter` is told.
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

  /// Throws a finding when records cannot be merged for an output.
  func refuseMerging(_ output: Output) throws(DiagnosticsError) {
    if options.existingRecords != nil, case .tables = output.destination {
      throw DiagnosticsError([
        Diagnostic(
          .flagValue,
          "--target has no meaning for an output that is a database or a script",
          help: ["records are merged onto the rows that are there"]
        )
      ])
    }
    // Shapes of what is merged of several stand behind those of nodes.
    guard output.format == .csv, let shape = compiled.plan.mergedShapes.first else { return }
    let name = compiled.plan.schema.text(compiled.plan.schema.records[shape].name)
    throw DiagnosticsError([
      Diagnostic(
        .flagValue,
        "CSV has no columns for records of '\(name)' that are merged of those of several mappers",
        help: ["--to json and --to ndjson have; -o FILE.db merges them in a database"]
      )
    ])
  }
}

/// The records that were there before cannot be read; what there is to say of it has been said.
struct UnreadRecords: Error {}

extension MappingPlan {
  /// The shapes of records that are merged of several shapes.
  fileprivate var mergedShapes: Range<Int> {
    nodes.count(where: { !$0.record.isNone })..<schema.records.count
  }
}
