package import RKDiagnostics
package import RKEngine

/// A place for tables that another module writes to, such as a database.
package protocol TableDestination: Sendable, Hashable {
  /// The file, as the user named it; empty for the standard output.
  var path: String { get }

  /// Makes ready to take the rows of a run, before its first input is read; nil when there is nothing
  /// to do.
  func begin(_ tables: TableRun) throws(DiagnosticsError) -> TableWriting?
}

/// What a place for tables is told of a run.
package struct TableRun {
  package var schema: TableSchema
  package var tables: TablePlan
  package var plan: MappingPlan
  /// The spec's name, and a hash of what it says.
  package var specName: String
  package var specHash: String
  /// Takes findings of the place; a sink that has told of an error throws `reportedOutput`, or
  /// `reportedData` where the data is to blame.
  package var report: (Diagnostic) -> Void
}

/// How the rows of a run are taken.
package struct TableWriting {
  package var sink: AnyRecordSink
  package var admission: (any RecordAdmission)?
  /// Is told before the sink finishes whether failed records were left out.
  package var willFinish: (_ lacksRecords: Bool) -> Void
  /// What has become of the tables' rows; nil unless the sink has finished.
  package var counts: () -> RowCounts?

  package init(
    sink: AnyRecordSink,
    admission: (any RecordAdmission)? = nil,
    willFinish: @escaping (_ lacksRecords: Bool) -> Void = { _ in },
    counts: @escaping () -> RowCounts?
  ) {
    self.sink = sink
    self.admission = admission
    self.willFinish = willFinish
    self.counts = counts
  }
}
