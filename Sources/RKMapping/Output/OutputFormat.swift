package import RKDiagnostics
package import RKEngine
internal import RKFormats

/// A format of records: its name, the names of its files, and how it is written.
///
/// A format has a file of its own, and a line in `Output.Format`.
package protocol OutputFormat {
  /// Its name for users.
  static var name: String { get }
  /// What messages call an output in it: "--result does not apply to an output that is CSV".
  static var noun: String { get }
  /// The endings of its files' names.
  static var fileEndings: [String] { get }
  /// The options that it supports, besides those common to all formats.
  static var options: OutputOptions? { get }
  /// The endings of files that exist beside its own during a run.
  static var companionEndings: [String] { get }

  /// How it writes the rows of a folder of tables; nil if it writes none.
  static func folderForm(_ output: Output) throws(DiagnosticsError) -> TableFolderSink.Form?

  /// Throws a diagnostic if the records of a mapping cannot be written in it.
  static func prepare(_ output: Output, _ records: OutputRecords) throws(DiagnosticsError)
    -> PreparedOutput
}

extension OutputFormat {
  package static var noun: String { name }
  package static var companionEndings: [String] { [] }
  package static func folderForm(_ output: Output) -> TableFolderSink.Form? { nil }
}

/// Options of an output that some formats share, and that do not apply to the others.
package enum OutputOptions {
  /// Shape, layout and type key of JSON values. Any such value may be the error of a failed record.
  case json
  case csv
  case markdown
  case box
  /// Parts and positions.
  case keyed
  /// Those of the library RKSQLite. Rows of a database are changed in place.
  case database
}

/// The records that an output is to write.
package struct OutputRecords {
  let compiled: CompiledMapping
  let graph: MappingGraph
  let specName: String
  /// What descriptors see of the run.
  let scopes: () -> [RunScope?]
  /// They are mapped onto existing records.
  let haveTarget: Bool
  /// The shapes of those that are only keys of records elsewhere, which have no rows.
  let keys: Set<Int32>
}

/// What an output has prepared before anything is read.
package struct PreparedOutput {
  var compiled: CompiledMapping
  var warnings: [Diagnostic] = []
  /// Prepares for the records, and may change the plan for them; nil if there is nothing to do.
  let begin: (inout MappingPlan, FindingCounter) throws(DiagnosticsError) -> RecordWriting?
}

/// How the records of a run are written.
package struct RecordWriting {
  /// Makes the sink as soon as the first input is open; its argument says whether the inputs are a
  /// stream of documents.
  var makeSink: (_ isStream: Bool) throws(SystemError) -> AnyRecordSink
  var admission: (any RecordAdmission)?
  /// Receives the positions that lines of the inputs begin with, if they do.
  var positions: LinePositions?
  /// Receives the keys and positions of keyed lines, if they are wanted.
  var log: KeyedLog?
  /// Records are written as they come, and those of a document alike whether others follow it or not.
  var isStream = false
  /// Records of one identity become one row, without having been merged before.
  var mergesRows = false
  /// A connected record is all records of its identity merged.
  var mergesConnected = true
  /// Records the documents, if each has a scope of its own for pruning.
  package var pruneScopes: PruneScopes?
  /// Called before the sink finishes, with how the run has gone.
  var willFinish: (RunOutcome) -> Void = { _ in }
  /// Something requested was refused at the end, although the records are in place.
  var hasRefused: () -> Bool = { false }
  /// What happened to the tables' rows; nil unless the sink has finished, and if nobody counts.
  package var counts: () -> RowCounts? = { nil }

  init(makeSink: @escaping (_ isStream: Bool) throws(SystemError) -> AnyRecordSink) {
    self.makeSink = makeSink
  }

  /// Rows for a sink that is ready.
  package init(
    sink: AnyRecordSink,
    admission: (any RecordAdmission)?,
    willFinish: @escaping (RunOutcome) -> Void = { _ in },
    hasRefused: @escaping () -> Bool = { false },
    counts: @escaping () -> RowCounts?
  ) {
    makeSink = { _ in sink }
    self.admission = admission
    mergesRows = true
    self.willFinish = willFinish
    self.hasRefused = hasRefused
    self.counts = counts
  }
}

extension Output {
  /// What writes it; JSON may become lines if the format is left open.
  package var writer: any OutputFormat.Type {
    keyed == nil ? format?.writer ?? JSONFormat.self : KeyedFormat.self
  }

  /// Whether a file of that name would be a database, or a script that creates one.
  package static func isDatabase(named path: String) -> Bool {
    format(named: path)?.writer.options == .database
  }

  /// The form of a name's ending, ignoring case.
  static func format(named path: String) -> Format? {
    let name = nameOfContents(path).lowercased()
    return Format.allCases.first { $0.writer.fileEndings.contains { name.hasSuffix($0) } }
  }

  /// All name endings that identify a form; that of a folder is a slash.
  package static var fileEndings: [String] { Format.allCases.flatMap { $0.writer.fileEndings } }

  /// The name in diagnostics.
  var name: String {
    switch destination {
    case .standardOutput, .nowhere, .sink, .memory: "the standard output"
    case .file(let path): "'\(path)'"
    case .tables(let place):
      place.destination.path.isEmpty ? "the standard output" : "'\(place.destination.path)'"
    }
  }

  /// The sink of a run.
  func makeSink(
    _ plan: MappingPlan,
    by writing: RecordWriting,
    isStream: Bool
  ) throws(SystemError) -> AnyRecordSink {
    switch destination {
    case .nowhere: .make(DiscardingSink())
    case .sink(let place): place.makeSink(plan)
    case .standardOutput, .file, .memory, .tables: try writing.makeSink(isStream)
    }
  }

  /// A new file, or its substitute.
  func makeFile() throws(SystemError) -> OutputFile {
    switch destination {
    case .file(let path): try .named(path)
    case .memory(let place): OutputFile(place.memory)
    case .standardOutput, .nowhere, .sink, .tables: OutputFile()
    }
  }
}
