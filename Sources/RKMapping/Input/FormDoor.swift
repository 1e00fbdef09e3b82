internal import RKEngine
internal import RKDiagnostics
internal import RKFormats

/// Form data: each line is a document of texts.
final class FormDoor: TranscodingDoor, TranscodedFormat {
  static var name: String { "form data" }
  static var fileEndings: [String] { [] }
  static var layout: InputFormat { .json }
  static var helpOnEmpty: String { "an input has at least one pair, such as name=value" }

  init(_ opened: consuming OpenInput, _ turn: InputTurn) { super.init(opened, turn, Self.self) }

  static func maker(_ source: consuming InputSource, _ text: MadeText) -> any DocumentMaker {
    FormDocuments(source, text)
  }
}

/// Makes a document of each line of a text.
private final class FormDocuments: DocumentMaker {
  private let reader: FormReader
  private let text: MadeText
  private var hasBegun = false
  private var hasFailed = false
  private var hasEnded = false

  init(_ source: consuming InputSource, _ text: MadeText) {
    self.text = text
    reader = FormReader(
      source,
      name: text.name,
      byteOffset: text.byteOffset,
      countsCharacters: text.reading.options.reading.countsCharacters,
      base: text.base
    )
  }

  func next() -> InputPart? {
    if hasFailed { return nil }
    if let failure = reader.failure {
      hasFailed = true
      return text.fault(Self.diagnostic(failure), at: failure.place)
    }
    if hasBegun {
      if hasEnded || !reader.isEmpty || text.base != nil { return nil }
      hasEnded = true
      return text.nothing(format: .json, isStream: text.isStream)
    }
    hasBegun = true
    return .documents(
      DocumentSource(
        reader,
        // A part of something else is already in a stream.
        format: text.base == nil ? .json : .ndjson,
        isStream: text.isStream,
        context: text.context
      )
    )
  }

  private static func diagnostic(_ failure: FormReader.Failure) -> Diagnostic {
    let code: DiagnosticCode = failure.fault == .tooLarge ? .tooLarge : .formSyntax
    let (message, help) =
      switch failure.fault {
      case .escape:
        (
          "this percent sign has no two hexadecimal digits after it",
          "a percent sign itself is written %25"
        )
      case .tooLarge:
        (
          "the line that begins here is larger than 4 GiB", "each line of form data is a document"
        )
      case .notUTF8:
        (
          "the text that begins here is no UTF-8",
          "form data is UTF-8, each byte of which may be written as % and two digits"
        )
      }
    return Diagnostic(code, message, at: Location(failure.place), help: [help])
  }
}
