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
  /// What the spec says of rows that are stored.
  package var rules: StoredRules
  /// The spec's name, and a hash of what it says.
  package var specName: String
  package var specHash: String
  /// Takes findings of the place; a sink that has told of an error throws `reportedOutput`, or
  /// `reportedData` where the data is to blame.
  package var report: (Diagnostic) -> Void
}

/// How a run has gone whose inputs have all been read.
package struct RunCourse {
  /// Failed records were left out.
  package var lacksRecords = false
  /// Errors were told of.
  package var hasErrors = false
  /// The places of the key paths that records were found at.
  package var sections: Set<UInt32> = []

  package init(lacksRecords: Bool = false, hasErrors: Bool = false) {
    self.lacksRecords = lacksRecords
    self.hasErrors = hasErrors
  }
}

/// How the rows of a run are taken.
package struct TableWriting {
  package var sink: AnyRecordSink
  package var admission: (any RecordAdmission)?
  /// Is told before the sink finishes how the run has gone.
  package var willFinish: (RunCourse) -> Void
  /// Something that was asked for was refused at the end, although the rows are in their place.
  package var hasRefused: () -> Bool
  /// What has become of the tables' rows; nil unless the sink has finished.
  package var counts: () -> RowCounts?

  package init(
    sink: AnyRecordSink,
    admission: (any RecordAdmission)? = nil,
    willFinish: @escaping (RunCourse) -> Void = { _ in },
    hasRefused: @escaping () -> Bool = { false },
    counts: @escaping () -> RowCounts?
  ) {
    self.sink = sink
    self.admission = admission
    self.willFinish = willFinish
    self.hasRefused = hasRefused
    self.counts = counts
  }
}
