package import RKEngine

/// Where records go, and in what form.
///
/// ```swift
/// var output = Output.file("articles.json")
/// output.isPretty = true
/// output.typeKey = "@type"
/// try mapper.apply(to: [.standardInput()], into: output)
/// ```
public struct Output: Sendable, Hashable {
  /// The format of the records.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// One JSON value.
    case json
    /// One record per line.
    case ndjson
    /// Comma-separated values (RFC 4180): the records of one target in a single stream, or, if the
    /// file's name ends in a slash, a folder with a table for each target.
    case csv
    /// The records of one target in a single stream, separated by tabs.
    case tsv
    /// The records of one target as a table of GitHub Flavored Markdown.
    case markdown
    /// The records of one target as a table for people, drawn with lines.
    case box
    /// A SQLite database, written by the library RKSQLite.
    case sqlite
    /// An SQL script that creates a SQLite database, written by RKSQLite.
    case sql

    /// The type that writes the format.
    package var writer: any OutputFormat.Type {
      switch self {
      case .json: JSONFormat.self
      case .ndjson: NDJSONFormat.self
      case .csv: CSVFormat.self
      case .tsv: TSVFormat.self
      case .markdown: MarkdownFormat.self
      case .box: BoxFormat.self
      case .sqlite: SQLiteFormat.self
      case .sql: SQLFormat.self
      }
    }
  }

  /// The shape of the result as one JSON value.
  public enum Shape: String, Sendable, Hashable, CaseIterable {
    /// An object by key path if there are several key paths, else the record or the list.
    case auto
    /// An object by key path.
    case dictionary
    /// A list of all records, in the order of key paths.
    case array
    /// The first record, or null.
    case first
    /// The text of each record's only attribute, joined with commas.
    case error
  }

  enum Destination: Hashable {
    case standardOutput
    case file(String)
    case nowhere
    case sink(SinkPlace)
    case memory(MemoryPlace)
    case tables(TablePlace)
  }

  var destination: Destination
  /// The format; nil for NDJSON for a stream of documents, and JSON for a single one.
  public var format: Format?
  /// The shape of one JSON value.
  ///
  /// If the format is not set, any shape but `auto` requests one JSON value.
  public var shape = Shape.auto
  /// Whether one JSON value is written in lines with indentation.
  public var isPretty = false
  /// Whether only ASCII is written, with escapes for everything else.
  public var isASCII = false
  /// The name of an additional first member with each record's target; nil for none.
  ///
  /// No record may have a member with this name.
  public var typeKey: String?
  /// How CSV is written.
  public var csv = CSV()
  /// How records are written as keyed lines, for `merge` and `load`; nil if they are not.
  package var keyed: Keyed?

  /// How keyed lines are written.
  package struct Keyed: Sendable, Hashable {
    /// The number of this run among the runs that map parts of one input.
    package var part = 0
    /// Whether the lines of the inputs begin with their positions.
    package var hasPositions = false

    package init() {}
  }

  /// A last line of NDJSON that describes the others; nil for none.
  package var trailer: Trailer?
  /// The files of the run, which get their places together; nil if each does when it is complete.
  package var group: FileGroup?
  /// Whether each line of the input is answered with one line, before more is read.
  package var answersLines = false

  /// The path of a file for representations that produced no record, one per line, with the reasons.
  ///
  /// `apply` can read this file as an input. A hyphen means standard output.
  public var rejectsPath: String?

  /// Creates an output to standard output.
  public static func standardOutput(_ format: Format? = nil) -> Output {
    Output(destination: .standardOutput, format: format)
  }

  /// Creates an output to a file, which is written under a temporary name and renamed when the run
  /// has succeeded.
  ///
  /// If no format is given, the name determines it.
  public static func file(_ path: String, _ format: Format? = nil) -> Output {
    Output(destination: .file(path), format: format ?? Self.format(named: path))
  }

  /// Creates an output to a destination for tables.
  package static func tables(_ place: some TableDestination, _ format: Format) -> Output {
    Output(destination: .tables(TablePlace(place)), format: format)
  }

  /// Whether dates are columns of text.
  var hasTextColumns: Bool {
    switch (format, destination) {
    case (_, .nowhere), (.sql, .tables): false
    case (.csv, _), (.tsv, _), (.sqlite, _), (.sql, _): true
    default: false
    }
  }

  /// An output that discards the records: documents are only mapped and validated.
  public static var nowhere: Output { Output(destination: .nowhere, format: .ndjson) }

  /// Creates an output that collects root records in memory, as they would be on lines of their own.
  package static func collection(_ collection: RecordCollection) -> Output {
    let failures = FailureCollector(collection)
    return .sink(
      SinkPlace(collection, failures: failures) { plan in
        .make(CollectingSink(plan: plan, into: collection))
      }
    )
  }

  /// Creates an output to a sink in memory.
  static func sink(_ place: SinkPlace) -> Output {
    Output(destination: .sink(place), format: .ndjson)
  }

  /// Creates an output to memory, in the format that a file with this name would have.
  package static func memory(_ memory: OutputMemory, named path: String) -> Output {
    Output(destination: .memory(MemoryPlace(memory)), format: format(named: path))
  }
}

/// A sink in memory that receives the records themselves.
struct SinkPlace: Hashable, @unchecked Sendable {
  private let owner: AnyObject
  let makeSink: (MappingPlan) -> AnyRecordSink
  /// Receives failed records; nil to discard them.
  let failures: (any FailedRecordReceiver)?

  /// Places are equal if they have the same owner.
  init(
    _ owner: AnyObject,
    failures: (any FailedRecordReceiver)? = nil,
    makeSink: @escaping (MappingPlan) -> AnyRecordSink
  ) {
    self.owner = owner
    self.failures = failures
    self.makeSink = makeSink
  }

  static func == (one: Self, other: Self) -> Bool { one.owner === other.owner }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(owner)) }
}

/// Adds the texts of representations that produced no record to a collection.
private final class FailureCollector: FailedRecordReceiver {
  private let collection: RecordCollection

  init(_ collection: RecordCollection) { self.collection = collection }

  func receive(
    _ record: FailedRecord,
    _ bytes: Span<UInt8>,
    into output: inout UniqueArray<UInt8>
  ) {
    // Nothing was found, so that no record failed.
    if case .fault(let fault, _) = record.reason, fault.code == .notFound { return }
    collection.add(failure: record.text.map { range in range.map { bytes[$0] } } ?? [])
  }
}

extension Output {
  /// Receives failed records in memory; nil if the output does not keep them.
  var failureCollector: (any FailedRecordReceiver)? {
    guard case .sink(let place) = destination else { return nil }
    return place.failures
  }
}

/// A destination in memory for bytes.
struct MemoryPlace: Hashable, @unchecked Sendable {
  let memory: OutputMemory

  init(_ memory: OutputMemory) { self.memory = memory }

  static func == (one: Self, other: Self) -> Bool { one.memory === other.memory }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(memory)) }
}

/// A destination for tables, of any kind.
struct TablePlace: Hashable {
  let destination: any TableDestination

  init(_ destination: some TableDestination) { self.destination = destination }

  static func == (one: Self, other: Self) -> Bool {
    AnyHashable(one.destination) == AnyHashable(other.destination)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(destination)) }
}
