package import RKDiagnostics
package import RKEngine
internal import RKFormats

/// A destination for tables, such as a database or a folder.
package protocol TableDestination: Sendable, Hashable {
  /// The path of the file, as the user named it; empty for standard output.
  var path: String { get }
  /// Whether there may be rows already, which keep the values that a run does not give.
  var hasRows: Bool { get }

  /// Prepares for the rows of a run, before its first input is read. Returns nil if there is nothing to do.
  func begin(_ tables: TableRun) throws(DiagnosticsError) -> RecordWriting?
}

extension TableDestination {
  package var hasRows: Bool { false }
}

/// A run that writes rows to a destination for tables.
package struct TableRun {
  package var schema: TableSchema
  package var tables: TablePlan
  package var plan: MappingPlan
  /// The rules of the spec about stored rows.
  package var rules: StoredRules
  private let records: OutputRecords
  /// Reports a diagnostic of the destination.
  ///
  /// A sink that has reported an error throws `reportedOutput`, or `reportedData` if the data is to blame.
  package var report: (Diagnostic) -> Void
  /// Collects the reasons why the destination refused records.
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

  /// Returns the location of an object or array in an input, which is read again for this; nil if
  /// that is impossible.
  package func location(ofByte offset: Int, inInput name: String) -> Location? {
    guard let source = try? Unpacker.source(ofFile: name) else { return nil }
    return PlaceSearch.place(ofByte: offset, inInput: name, source).map { Location($0) }
  }

  package var specName: String { records.specName }
  /// A hash of the spec's text.
  package var specHash: String { records.graph.sourceHash }
}

/// The outcome of a run whose inputs have all been read.
package struct RunOutcome {
  /// Whether failed records were left out.
  package var lacksRecords = false
  /// Whether errors were reported.
  package var hasErrors = false
  /// Whether a warning makes the run fail, so that nothing is committed.
  package var failsOnWarning = false
  /// Whether the run fails, though what it has written is committed.
  package var isFailure = false
  /// The counts of the records that were read.
  package var counts = RootMapper.Counts()
  /// What is to be told when all parts are read, for the trailer of this one.
  var told = ""
  /// The indices of the key paths at which records were found.
  package var sections: Set<UInt32> = []
  /// The scopes of the documents, if each document has its own scope for pruning.
  package var scopes: [PruneScopes.Scope]?

  package init(lacksRecords: Bool = false, hasErrors: Bool = false) {
    self.lacksRecords = lacksRecords
    self.hasErrors = hasErrors
  }
}
