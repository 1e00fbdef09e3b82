package import RKDiagnostics
internal import RKEngine

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
    /// One document, or several in a row.
    case json
    /// One document per line.
    case ndjson
    /// JSON text sequences (RFC 7464).
    case seq
    /// A HAR archive: each entry has a document, and the request that it responds to.
    case har
    /// Comma-separated values: one document per row.
    case csv
    /// Tab-separated values: one document per row.
    case tsv
    /// Form data (`application/x-www-form-urlencoded`): one document per line.
    case form
    /// XML: one document.
    case xml

    /// The type that reads the documents.
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

  /// What lines contain besides documents.
  package enum Lines: Sendable, Hashable {
    /// A position.
    case positions
    /// The key of a record, and its position.
    case keys
  }

  /// How CSV is read.
  public struct CSV: Sendable, Hashable {
    /// The character between cells, which is ASCII; nil to detect it from the first rows.
    public var delimiter: Character?
    /// Whether the first row names the cells; if not, rows are lists.
    public var hasHeader = true

    /// Creates the default options.
    public init() {}
  }

  /// How elements of XML become values.
  public enum XMLForm: String, Sendable, Hashable, CaseIterable {
    /// Text if they have neither attributes nor children, else objects of these.
    case compact
    /// Every element is an object, even one with only text, as RestKit 0.20 made them.
    case verbose
    /// Like `compact`, but the attributes of an element are placed beside it, as in RestKit 0.9.
    case hoisted
  }

  enum Source: Hashable {
    case file(String)
    case standardInput
    case bytes([UInt8])
  }

  let source: Source
  /// The bytes of the standard input that were read before.
  package var head: [UInt8] = []
  /// The name in diagnostics.
  public let name: String
  /// How its documents are stored; nil to detect it.
  public var format: Format?
  /// What its lines contain besides documents, if anything.
  package var lines: Lines?
  /// Whether a second document is an error.
  package var holdsOneDocument = false
  /// The encoding that a header stated, in lower case.
  var charset: String?

  private init(_ source: Source, name: String, format: Format?) {
    self.source = source
    self.name = name
    self.format = format
  }

  /// The type that reads its documents, if the format is stated or known from the name.
  var door: (any InputDoor.Type)? {
    switch lines {
    case .positions?: PositionsDoor.self
    case .keys?: KeyedDoor.self
    case nil: (format ?? Format(ofFile: name))?.door
    }
  }

  /// Whether it is a file.
  package var isFile: Bool { if case .file = source { true } else { false } }

  /// Whether its bytes are in memory.
  package var isInMemory: Bool { if case .bytes = source { true } else { false } }

  /// Whether it is an archive, whose documents have requests of their own.
  package var isArchive: Bool { door?.hasRequests ?? false }

  /// The request that its name states, if any.
  package var fixtureName: FixtureName? {
    FixtureName.isLikely(name) && !isArchive ? FixtureName(Self.nameOfContents(name)) : nil
  }

  /// The input, of which a second document is an error if its name says that it is one.
  package var asFixture: Input {
    var input = self
    input.holdsOneDocument =
      door == nil && Self.nameOfContents(name).lowercased().hasSuffix(".json")
    return input
  }

  /// The diagnostic that it is not there; nil if it is, or is no file.
  package var absence: Diagnostic? {
    guard case .file(let path) = source, FileDescriptor.isFree(path) else { return nil }
    return SystemError.missing(path).diagnostic(ofInput: name)
  }

  /// Creates an input that is a file.
  public static func file(_ path: String, format: Format? = nil) -> Input {
    Input(.file(path), name: path, format: format)
  }

  /// Creates an input that is the standard input.
  public static func standardInput(format: Format? = nil) -> Input {
    Input(.standardInput, name: "<stdin>", format: format)
  }

  /// Creates an input from bytes in memory.
  public static func bytes(
    _ bytes: [UInt8],
    name: String = "<bytes>",
    format: Format? = nil
  ) -> Input {
    Input(.bytes(bytes), name: name, format: format)
  }
}
