internal import RKEngine
internal import RKFormats

/// Comma-separated values: each row is a document of texts.
final class CSVDoor: TranscodingDoor, TranscodedFormat {
  static var name: String { "CSV" }
  static var fileEndings: [String] { [".csv"] }
  static var layout: InputFormat { .ndjson }
  static var hasRows: Bool { true }
  static var helpOnEmpty: String {
    "an input has at least one row; a header alone says that there are no records"
  }

  init(_ opened: consuming OpenInput, _ turn: InputTurn) { super.init(opened, turn, Self.self) }

  static func maker(_ source: consuming InputSource, _ text: MadeText) throws(SystemError)
    -> any DocumentMaker
  {
    try CSVDocuments(source, text, delimiter: text.reading.csv.delimiter?.asciiValue)
  }
}

/// Tab-separated values: each row is a document of texts.
final class TSVDoor: TranscodingDoor, TranscodedFormat {
  static var name: String { "TSV" }
  static var fileEndings: [String] { [".tsv"] }
  static var layout: InputFormat { .ndjson }
  static var hasRows: Bool { true }
  static var helpOnEmpty: String { CSVDoor.helpOnEmpty }

  init(_ opened: consuming OpenInput, _ turn: InputTurn) { super.init(opened, turn, Self.self) }

  static func maker(_ source: consuming InputSource, _ text: MadeText) throws(SystemError)
    -> any DocumentMaker
  {
    try CSVDocuments(source, text, delimiter: text.reading.csv.delimiter?.asciiValue ?? .tab)
  }
}

/// The rows of a text.
private final class CSVDocuments: DocumentMaker {
  private let reader: CSVReader
  private let text: MadeText
  private var hasBegun = false
  private var hasFailed = false

  init(_ source: consuming InputSource, _ text: MadeText, delimiter: UInt8?) throws(SystemError) {
    self.text = text
    let plan = text.reading.explainer.compiled.plan
    let form = CSVReader.Form(
      delimiter: delimiter,
      hasHeader: text.reading.csv.hasHeader,
      wrapsLists: plan.descriptors.contains { $0.cardinality != .one }
    )
    reader = try CSVReader(
      source,
      name: text.name,
      byteOffset: text.byteOffset,
      form: form,
      countsCharacters: text.reading.options.reading.countsCharacters,
      base: text.base
    )
  }

  func next() throws(SystemError) -> InputPart? {
    if let row = reader.takeLongRow() {
      return .badDocument(JSONSyntaxError(.longRow, at: 0), row.place, text: row.text)
    }
    if hasFailed { return nil }
    if let failure = reader.failure {
      hasFailed = true
      return text.fault(CSVExplainer.diagnostic(failure), at: failure.place)
    }
    defer { hasBegun = true }
    if reader.isEmpty && !hasBegun {
      // The text has no row, not even a header.
      return text.nothing(format: .ndjson, isStream: true)
    }
    if reader.isAtEnd { return nil }
    return .documents(
      DocumentSource(reader, format: .ndjson, isStream: true, context: text.context)
    )
  }
}
