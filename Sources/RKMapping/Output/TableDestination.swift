package import RKDiagnostics
package import RKEngine
internal import RKFormats

/// A destination for tables, such as a database or a folder.
package protocol TableDestination: Sendable, Hashable {
  /// The file, as the user named it; empty for the standard output.
  var path: String { get }

  /// Prepares for the rows of a run, before its first input is read; nil if there is nothing to do.
  func begin(_ tables: TableRun) throws(DiagnosticsError) -> RecordWriting?
}

/// The run whose rows a destination for tables receives.
package struct TableRun {
  package var schema: TableSchema
  package var tables: TablePlan
  package var plan: MappingPlan
  /// What the spec says of stored rows.
  package var rules: StoredRules
  private let records: OutputRecords
  /// Receives diagnostics of the destination; a sink that has reported an error throws
  /// `reportedOutput`, or `reportedData` if the data is to blame.
  package var report: (Diagnostic) -> Void
  /// Receives why the destination has refused records.
  package var refusals: OutputRefusals

  init(
    _ tables: CompiledTables,
    _ plan: MappingPlan,
    _ records: OutputRecords,
    refusals: OutputRefusals = OutputRefusals(),
    report: @escaping (Diagnostic) -> Void
  ) {
    schema = tables.schema
    self.tables = tables.plan
    self.plan = plan
    rules = tables.rules
    self.records = records
    self.report = report
    self.refusals = refusals
  }

  /// Where an object or array begins in an input, which is read again for that; nil where it cannot
  /// be.
  package func location(ofByte offset: Int, inInput name: String) -> Location? {
    guard let source = try? Unpacker.source(ofFile: name) else { return nil }
    return PlaceSearch.place(ofByte: offset, inInput: name, source).map { Location($0) }
  }

  package var specName: String { records.specName }
  /// A hash of the spec's text.
  package var specHash: String { records.graph.sourceHash }
}

/// How a run has gone whose inputs have all been read.
package struct RunOutcome {
  /// Failed records were left out.
  package var lacksRecords = false
  /// Errors were reported.
  package var hasErrors = false
  /// What became of the records that were read.
  package var counts = RootMapper.Counts()
  /// The indices of the key paths that records were found at.
  package var sections: Set<UInt32> = []
  /// The scopes of the documents, if each has its own for pruning.
  package var scopes: [PruneScopes.Scope]?

  package init(lacksRecords: Bool = false, hasErrors: Bool = false) {
    self.lacksRecords = lacksRecords
    self.hasErrors = hasErrors
  }
}
