package import RKDiagnostics
package import RKEngine
internal import RKFormats

/// A format for records: its names, and how it is written.
///
/// Each format has its own file, and a line in `Output.Format`.
package protocol OutputFormat {
  /// Its name for users.
  static var name: String { get }
  /// What messages call an output in this format: "--result does not apply to an output that is CSV".
  static var noun: String { get }
  /// The file name endings that identify the format.
  static var fileEndings: [String] { get }
  /// The options that it supports in addition to those of all formats.
  static var options: OutputOptions? { get }
  /// The endings of files that exist beside the output file during a run.
  static var companionEndings: [String] { get }

  /// How rows are written to a folder of tables; nil if the format has no folders.
  static func folderForm(_ output: Output) throws(DiagnosticsError) -> TableFolderSink.Form?

  /// Prepares an output. Throws a diagnostic if the records of a mapping cannot be written in this format.
  static func prepare(_ output: Output, _ records: OutputRecords) throws(DiagnosticsError)
    -> PreparedOutput
}

extension OutputFormat {
  package static var noun: String { name }
  package static var companionEndings: [String] { [] }
  package static func folderForm(_ output: Output) -> TableFolderSink.Form? { nil }
}

/// Options that only some formats support.
package enum OutputOptions {
  /// Shape, layout and type key of JSON values. Errors can be written in place of failed records.
  case json
  case csv
  case markdown
  case box
  /// Parts and positions of keyed lines.
  case keyed
  /// Options of the library RKSQLite. Rows of a database are changed in place.
  case database
}

/// The records that an output is to write.
package struct OutputRecords {
  let compiled: CompiledMapping
  let graph: MappingGraph
  let specName: String
  /// The part of the run's metadata that each descriptor sees.
  let scopes: () -> [RunScope?]
  /// Whether they are mapped onto existing records.
  let haveTarget: Bool
  /// The shapes of records that are only keys of other records, and have no rows.
  let keys: Set<Int32>
}

/// What an output has prepared before anything is read.
package struct PreparedOutput {
  var compiled: CompiledMapping
  var warnings: [Diagnostic] = []
  /// Prepares for the records, and may change the plan for them; returns nil if there is nothing to do.
  let begin: (inout MappingPlan, FindingCounter) throws(DiagnosticsError) -> RecordWriting?
}

/// How the records of a run are written.
package struct RecordWriting {
  /// Creates the sink once the first input is open.
  ///
  /// The argument says whether the inputs are a stream of documents.
  var makeSink: (_ isStream: Bool) throws(SystemError) -> AnyRecordSink
  var admission: (any RecordAdmission)?
  /// Receives the positions at the beginnings of lines, if lines have them.
  var positions: LinePositions?
  /// Receives the keys and positions of keyed lines, if they are wanted.
  var log: KeyedLog?
  /// Whether records are written as they come, and those of a document in the same form whether or
  /// not another document follows.
  var isStream = false
  /// Whether records with the same identity become one row without having been merged before.
  var mergesRows = false
  /// Whether connected records are merged with all records of the same identity.
  var mergesConnected = true
  /// Records which records each document has, if each document has its own scope for pruning.
  package var pruneScopes: PruneScopes?
  /// Reports what fails the run as a whole, before the findings of the last input are passed on.
  var fails: (FindingCounter) -> Bool = { _ in false }
  /// Called before the sink finishes, with the outcome of the run.
  var willFinish: (RunOutcome) -> Void = { _ in }
  /// Whether something was refused at the end although the records were written.
  var hasRefused: () -> Bool = { false }
  /// The counts of the tables' rows; nil until the sink has finished, and if rows are not counted.
  package var counts: () -> RowCounts? = { nil }

  init(makeSink: @escaping (_ isStream: Bool) throws(SystemError) -> AnyRecordSink) {
    self.makeSink = makeSink
  }

  /// Creates the writing of rows to an existing sink.
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
  /// The type that writes the output; if the format is not set, JSON may become lines.
  package var writer: any OutputFormat.Type {
    keyed == nil ? format?.writer ?? JSONFormat.self : KeyedFormat.self
  }

  /// Whether a file with this name would be a database, or a script that creates one.
  package static func isDatabase(named path: String) -> Bool {
    format(named: path)?.writer.options == .database
  }

  /// The format that a name's ending identifies, ignoring case.
  static func format(named path: String) -> Format? {
    let name = nameOfContents(path).lowercased()
    return Format.allCases.first { $0.writer.fileEndings.contains { name.hasSuffix($0) } }
  }

  /// All name endings that identify a format; the ending of a folder is a slash.
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

  /// Creates the sink of a run.
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

  /// Creates the output file, or its substitute.
  func makeFile() throws(SystemError) -> OutputFile {
    switch destination {
    case .file(let path): try .named(path, in: group)
    case .memory(let place): OutputFile(place.memory)
    case .standardOutput, .nowhere, .sink, .tables: OutputFile()
    }
  }
}
