/// Where documents come from.
///
/// ```swift
/// let inputs: [Input] = [
///   .file("articles.json"),
///   .standardInput(format: .ndjson),
///   .bytes(Array("[]".utf8), name: "nothing"),
/// ]
/// print(inputs.map(\.name))
/// ```
public struct Input: Sendable, Hashable {
  /// How documents are stored in an input.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// One document, or several one after the other.
    case json
    /// One document per line.
    case ndjson
    /// JSON text sequences (RFC 7464).
    case seq
    /// A HAR archive: each of its entries has a document, and the request that it answers.
    case har
    /// Comma-separated values: a document a row.
    case csv
    /// The same with tabs between cells.
    case tsv
    /// Form data (`application/x-www-form-urlencoded`): a document a line.
    case form
    /// XML: one document.
    case xml

    /// What reads the documents.
    package var door: any InputDoor.Type {
      switch self {
      case .json: JSONDoor.self
      case .ndjson: NDJSONDoor.self
      case .seq: SequenceDoor.self
      case .har: ArchiveDoor.self
      case .csv: CSVDoor.self
      case .tsv: TSVDoor.self
      case .form: FormDoor.self
      case .xml: XMLDoor.self
      }
    }
  }

  /// What stands on lines besides documents.
  package enum Lines: Sendable, Hashable {
    /// A position.
    case positions
    /// The key of a record, and its position.
    case keys
  }

  /// How CSV is read.
  public struct CSV: Sendable, Hashable {
    /// Stands between cells: one ASCII character; found out by the first rows when nil.
    public var delimiter: Character?
    /// The first row has the names of the cells; without one rows are lists.
    public var hasHeader = true

    /// Makes the options that hold where nothing else is said.
    public init() {}
  }

  /// What elements of XML become.
  public enum XMLForm: String, Sendable, Hashable, CaseIterable {
    /// Text where they have neither attributes nor children, else objects of these.
    case compact
    /// Objects, also where they are nothing but text, as RestKit 0.20 made them.
    case verbose
    /// As compact, with the attributes of an element beside it, as RestKit 0.9 put them.
    case hoisted
  }

  enum Source: Hashable {
    case file(String)
    case standardInput
    case bytes([UInt8])
  }

  let source: Source
  /// The name in diagnostics.
  public let name: String
  /// How its documents are stored; detected if nil.
  public var format: Format?
  /// What stands on its lines besides documents, if anything does.
  package var lines: Lines?
  /// The encoding of its bytes that a header has said, in lower case.
  var charset: String?

  private init(_ source: Source, name: String, format: Format?) {
    self.source = source
    self.name = name
    self.format = format
  }

  /// What reads its documents, if the format is stated, or known by the name.
  var door: (any InputDoor.Type)? {
    switch lines {
    case .positions?: PositionsDoor.self
    case .keys?: KeyedDoor.self
    case nil: (format ?? Format(ofFile: name))?.door
    }
  }

  /// It is a file.
  package var isFile: Bool { if case .file = source { true } else { false } }

  /// Its bytes are in memory.
  package var isInMemory: Bool { if case .bytes = source { true } else { false } }

  /// It is an archive, whose documents have requests of their own.
  package var isArchive: Bool { door?.hasRequests ?? false }

  /// A file.
  public static func file(_ path: String, format: Format? = nil) -> Input {
    Input(.file(path), name: path, format: format)
  }

  /// The standard input.
  public static func standardInput(format: Format? = nil) -> Input {
    Input(.standardInput, name: "<stdin>", format: format)
  }

  /// Bytes in memory.
  public static func bytes(
    _ bytes: [UInt8],
    name: String = "<bytes>",
    format: Format? = nil
  ) -> Input {
    Input(.bytes(bytes), name: name, format: format)
  }
}
