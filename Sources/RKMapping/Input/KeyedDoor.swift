internal import RKDiagnostics
internal import RKEngine
internal import RKFormats

/// How keyed lines are read.
struct KeyedReading {
  /// The targets whose records have lines, with the numbers of parts of their keys.
  var targets: [(name: String, partCount: Int)]
  var indexKey: String
  /// The index of the descriptor that reads the lines.
  var descriptor: Int
  /// The shapes of records that are keys.
  var references: Set<Int32>
  /// Whether lines may be unsorted by key if they are in the order of their positions.
  var takesPositions: Bool
  /// The number of parts that the lines come from; nil if unknown.
  var partCount: Int?
  /// The hash of the spec, as in trailers.
  var spec: String
  /// What the runs that wrote the lines have mapped by.
  var written: CompiledMapping
}

/// Reads keyed lines: each holds a record of the target that its key names.
final class KeyedDoor: TranscodingDoor, TranscodedFormat {
  static var name: String { "keyed lines" }
  static var fileEndings: [String] { [] }
  static var layout: InputFormat { .ndjson }
  static var hasCells: Bool { false }
  static var helpOnEmpty: String {
    "a part without records has a trailer: apply --emit keyed --trailer"
  }

  init(_ opened: consuming OpenInput, _ turn: InputTurn) { super.init(opened, turn, Self.self) }

  static func maker(_ source: consuming InputSource, _ text: MadeText) throws(SystemError)
    -> any DocumentMaker
  {
    KeyedDocuments(source, text)
  }
}

/// The records of keyed lines.
///
/// A line that cannot be read is reported only at the end, because a later trailer may give the
/// reason: the lines were written by another spec.
private final class KeyedDocuments: DocumentMaker {
  private let reader: KeyedReader
  private let text: MadeText
  private let context: DocumentContext
  private let trailers: KeyedTrailers
  private var hasEnded = false

  init(_ source: consuming InputSource, _ text: MadeText) {
    self.text = text
    let keyed = text.reading.keyed
    trailers = KeyedTrailers(partCount: keyed?.partCount, spec: keyed?.spec ?? "")
    context = DocumentContext(descriptors: [keyed?.descriptor ?? 0])
    reader = KeyedReader(
      source,
      name: text.name,
      byteOffset: text.byteOffset,
      countsCharacters: text.reading.options.reading.countsCharacters,
      targets: keyed?.targets ?? [],
      indexKey: keyed?.indexKey ?? "",
      order: keyed?.takesPositions == true ? .keysOrPositions : .keys,
      to: text.reading.log
    )
  }

  func next() -> InputPart? {
    guard !text.reading.hasBadLine else { return nil }
    if let stop = reader.takeStop() {
      switch reader.takeFinding() {
      case .fault(let fault): return bad(KeyedExplainer.diagnostic(fault, at: stop.place))
      case .error(let error):
        guard let finding = KeyedExplainer.error(error, at: stop.place) else {
          return bad(KeyedExplainer.diagnostic(.notKeyed, at: stop.place))
        }
        return .failedRecord(finding, stop.place, text: error)
      case .trailer(let trailer):
        if let finding = trailers.take(trailer, at: stop.place) { return bad(finding) }
      case nil: return bad(KeyedExplainer.diagnostic(.notKeyed, at: stop.place))
      }
    }
    if reader.isAtEnd {
      if hasEnded { return nil }
      hasEnded = true
      if let missing = trailers.missing(reader.lineCounts, in: text.name) { return bad(missing) }
      text.reading.keyedFaults?.told = trailers.told
      return reader.isEmpty ? text.nothing(format: .ndjson, isStream: true) : nil
    }
    return .documents(
      DocumentSource(reader, format: .ndjson, isStream: true, context: context)
    )
  }

  private func bad(_ finding: Diagnostic) -> InputPart {
    text.reading.keyedFaults?.keep(finding)
    return .badInput
  }

  func end() -> Bool {
    guard var finding = text.reading.keyedFaults?.finding else { return false }
    try? reader.skipRest { trailer, place in
      guard let other = trailers.take(trailer, at: place), other.code == .otherSpec else {
        return false
      }
      finding = other
      return true
    }
    text.reading.counter.receive(finding)
    return false
  }
}

/// Reads lines that hold a position and a document.
final class PositionsDoor: TranscodingDoor, TranscodedFormat {
  static var name: String { "lines with positions" }
  static var fileEndings: [String] { [] }
  static var layout: InputFormat { .ndjson }
  static var hasCells: Bool { false }
  static var helpOnEmpty: String { KeyedDoor.helpOnEmpty }

  init(_ opened: consuming OpenInput, _ turn: InputTurn) { super.init(opened, turn, Self.self) }

  static func maker(_ source: consuming InputSource, _ text: MadeText) throws(SystemError)
    -> any DocumentMaker
  {
    PositionedDocuments(source, text)
  }
}

/// The documents of lines with positions.
private final class PositionedDocuments: DocumentMaker {
  private let reader: PositionedLines
  private let text: MadeText
  private var hasEnded = false

  init(_ source: consuming InputSource, _ text: MadeText) {
    self.text = text
    reader = PositionedLines(
      source,
      name: text.name,
      byteOffset: text.byteOffset,
      countsCharacters: text.reading.options.reading.countsCharacters,
      to: text.reading.positions ?? LinePositions()
    )
  }

  func next() -> InputPart? {
    if let stop = reader.takeStop() {
      text.reading.counter.receive(
        Diagnostic(
          .notKeyed,
          "the line does not begin with a position of 1 to 200 bytes and a tab",
          at: Location(stop.place),
          help: ["with --positions each line is POSITION, a tab and a document"]
        )
      )
      return .badInput
    }
    if reader.isAtEnd {
      if hasEnded || !reader.isEmpty { return nil }
      hasEnded = true
      return text.nothing(format: .ndjson, isStream: true)
    }
    return .documents(
      DocumentSource(reader, format: .ndjson, isStream: true, context: text.context)
    )
  }
}
