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
  /// The form of the records.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// One JSON value.
    case json
    /// One record per line.
    case ndjson
    /// Rows of comma-separated values (RFC 4180): a single stream of one target's records or, if
    /// the file's name ends with a slash, a folder with a table for each target.
    case csv
    /// A single stream of one target's records, with tabs between the values.
    case tsv
    /// The same as a table of GitHub Flavored Markdown.
    case markdown
    /// The same as a table for people, drawn with lines.
    case box
    /// A SQLite database; the library RKSQLite writes one.
    case sqlite
    /// Text that creates such a database; see above.
    case sql

    /// What writes it.
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
    /// An object by key path if there are several, else the record or the list.
    case auto
    /// An object by key path.
    case dictionary
    /// All records, key path by key path.
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
  /// The form; if nil, NDJSON for a stream of documents and JSON for a single one.
  public var format: Format?
  /// The shape of one JSON value; if the form is left open, any but `auto` requests one.
  public var shape = Shape.auto
  /// Lines and indentation; only for one JSON value.
  public var isPretty = false
  /// Only ASCII, with escapes for the rest.
  public var isASCII = false
  /// The name of a first member with each record's target, if wanted; no record may have such a
  /// member of its own.
  public var typeKey: String?
  /// How CSV is written.
  public var csv = CSV()
  /// Records are written as keyed lines, for `merge` and `load`.
  package var keyed: Keyed?

  /// How keyed lines are written.
  package struct Keyed: Sendable, Hashable {
    /// The number of this run among those that map parts of one input.
    package var part = 0
    /// Lines of the inputs begin with their positions.
    package var hasPositions = false

    package init() {}
  }

  /// The last line of NDJSON, if it is to have one that says what the others are.
  package var trailer: Trailer?
  /// Each line of the input is answered by one line, before more is read.
  package var answersLines = false

  /// A file for the representations that produced no record, with the reasons, one per line.
  ///
  /// `apply` reads it as an input. A hyphen is the standard output.
  public var rejectsPath: String?

  /// The standard output.
  public static func standardOutput(_ format: Format? = nil) -> Output {
    Output(destination: .standardOutput, format: format)
  }

  /// A file, written under a temporary name and renamed when the run has succeeded.
  ///
  /// If the form is not given, it follows from the name.
  public static func file(_ path: String, _ format: Format? = nil) -> Output {
    Output(destination: .file(path), format: format ?? Self.format(named: path))
  }

  /// A destination for tables.
  package static func tables(_ place: some TableDestination, _ format: Format) -> Output {
    Output(destination: .tables(TablePlace(place)), format: format)
  }

  /// Nowhere: the documents are only mapped and validated.
  public static var nowhere: Output { Output(destination: .nowhere, format: .ndjson) }

  /// A collection in memory, of root records as on lines of their own.
  package static func collection(_ collection: RecordCollection) -> Output {
    let failures = FailureCollector(collection)
    return .sink(
      SinkPlace(collection, failures: failures) { plan in
        .make(CollectingSink(plan: plan, into: collection))
      }
    )
  }

  /// A sink in memory.
  static func sink(_ place: SinkPlace) -> Output {
    Output(destination: .sink(place), format: .ndjson)
  }

  /// Memory, in the form that a file of that name would have.
  package static func memory(_ memory: OutputMemory, named path: String) -> Output {
    Output(destination: .memory(MemoryPlace(memory)), format: format(named: path))
  }
}

/// A sink in memory, which takes the records themselves.
struct SinkPlace: Hashable, @unchecked Sendable {
  private let owner: AnyObject
  let makeSink: (MappingPlan) -> AnyRecordSink
  /// Where what failed is kept, beside the records.
  let failures: (any FailedRecordReceiver)?

  /// The owner of the sink tells places apart.
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

/// Keeps the texts of the representations that produced no record in a collection.
private final class FailureCollector: FailedRecordReceiver {
  private let collection: RecordCollection

  init(_ collection: RecordCollection) { self.collection = collection }

  func receive(
    _ record: FailedRecord,
    _ bytes: Span<UInt8>,
    into output: inout UniqueArray<UInt8>
  ) {
    // If nothing was found, no record failed.
    if case .fault(let fault, _) = record.reason, fault.code == .notFound { return }
    collection.add(failure: record.text.map { range in range.map { bytes[$0] } } ?? [])
  }
}

extension Output {
  /// Where what failed is kept in memory, besides the records.
  var failureCollector: (any FailedRecordReceiver)? {
    guard case .sink(let place) = destination else { return nil }
    return place.failures
  }
}

/// A destination for bytes in memory.
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
