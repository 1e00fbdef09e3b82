package import RKDiagnostics
package import RKEngine
internal import RKFormats

/// A format of records: what it is called, how its files are named, and what writes it.
///
/// A format has a file of its own, and a line in `Output.Format`.
package protocol OutputFormat {
  /// Its name for users.
  static var name: String { get }
  /// What an output of it is: "it has no meaning for an output that is CSV".
  static var noun: String { get }
  /// How the names of its files end.
  static var fileEndings: [String] { get }
  /// The options that it takes, beside those that all formats take.
  static var options: OutputOptions? { get }
  /// How the names end of files that stand beside its own during a run.
  static var companionEndings: [String] { get }

  /// Throws a finding where the records of a mapping cannot be written so.
  static func prepare(_ output: Output, _ records: OutputRecords) throws(DiagnosticsError)
    -> PreparedOutput
}

extension OutputFormat {
  package static var noun: String { name }
  package static var companionEndings: [String] { [] }
}

/// Options of an output that some formats share, and that mean nothing for the others.
package enum OutputOptions {
  /// Shape, layout and type key of JSON values. Any such value may stand for a record that failed.
  case json
  case csv
  /// Those of the library RKSQLite. Rows of a database are changed in their places.
  case database
}

/// What an output receives the records that it is to take.
package struct OutputRecords {
  let compiled: CompiledMapping
  let graph: MappingGraph
  let specName: String
  /// What the run is to each descriptor.
  let scopes: () -> [RunScope?]
  /// They are mapped onto records that are there already.
  let haveTarget: Bool
}

/// A mapping as an output needs it, before anything is read.
package struct PreparedOutput {
  var compiled: CompiledMapping
  var warnings: [Diagnostic] = []
  /// Makes ready to take the records, for which it may change the plan; nil when there is nothing to
  /// do.
  let begin: (inout MappingPlan, FindingCounter) throws(DiagnosticsError) -> RecordWriting?
}

/// How the records of a run are taken.
package struct RecordWriting {
  /// Makes the sink as soon as the first input is open; told whether the inputs are a stream of
  /// documents.
  var makeSink: (_ isStream: Bool) throws(SystemError) -> AnyRecordSink
  var admission: (any RecordAdmission)?
  /// Records of one identity become one row, without having been merged before.
  var mergesRows = false
  /// A connected record is all records of its identity together.
  var mergesConnected = true
  /// Takes note of the documents, where each has a scope of its own for what is pruned.
  package var pruneScopes: PruneScopes?
  /// Is told before the sink finishes how the run has gone.
  var willFinish: (RunCourse) -> Void = { _ in }
  /// Something that was asked for was refused at the end, although the records are in their place.
  var hasRefused: () -> Bool = { false }
  /// What happened to the tables' rows; nil unless the sink has finished, and where nobody counts.
  var counts: () -> RowCounts? = { nil }

  init(makeSink: @escaping (_ isStream: Bool) throws(SystemError) -> AnyRecordSink) {
    self.makeSink = makeSink
  }

  /// Rows that a sink takes which is ready.
  package init(
    sink: AnyRecordSink,
    admission: (any RecordAdmission)?,
    willFinish: @escaping (RunCourse) -> Void = { _ in },
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
  /// What writes it; JSON may turn into lines where the format is left open.
  package var writer: any OutputFormat.Type { format?.writer ?? JSONFormat.self }

  /// A file of that name would be a database, or a script that makes one.
  package static func isDatabase(named path: String) -> Bool {
    format(named: path)?.writer.options == .database
  }

  /// The form that the ending of a name says, in whatever case of letters.
  static func format(named path: String) -> Format? {
    let name = nameOfContents(path).lowercased()
    return Format.allCases.first { $0.writer.fileEndings.contains { name.hasSuffix($0) } }
  }

  /// All endings of names that say a form; that of a folder is a slash.
  package static var fileEndings: [String] { Format.allCases.flatMap { $0.writer.fileEndings } }

  /// What findings call it.
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

  /// A new file, or what stands for one.
  func makeFile() throws(SystemError) -> OutputFile {
    switch destination {
    case .file(let path): try .named(path)
    case .memory(let place): OutputFile(place.memory)
    case .standardOutput, .nowhere, .sink, .tables: OutputFile()
    }
  }
}
