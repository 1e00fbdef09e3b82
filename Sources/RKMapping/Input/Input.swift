/// Where documents come from.
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

    /// What reads the documents.
    package var door: any InputDoor.Type {
      switch self {
      case .json: JSONDoor.self
      case .ndjson: NDJSONDoor.self
      case .seq: SequenceDoor.self
      case .har: ArchiveDoor.self
      }
    }
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

  private init(_ source: Source, name: String, format: Format?) {
    self.source = source
    self.name = name
    self.format = format
  }

  /// What reads its documents, if the format is stated, or known by the name.
  var door: (any InputDoor.Type)? { (format ?? Format(ofFile: name))?.door }

  var isFile: Bool { if case .file = source { true } else { false } }

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
