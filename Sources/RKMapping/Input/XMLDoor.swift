internal import RKDiagnostics
internal import RKEngine
internal import RKFormats

/// Reads XML: one document, whose elements become objects and texts.
final class XMLDoor: TranscodingDoor, TranscodedFormat {
  static var name: String { "XML" }
  static var fileEndings: [String] { [".xml"] }
  static var layout: InputFormat { .json }
  static var helpOnEmpty: String { "an input has at least an element, which may be empty" }
  static var readsEncodings: Bool { true }

  init(_ opened: consuming OpenInput, _ turn: InputTurn) { super.init(opened, turn, Self.self) }

  static func maker(_ source: consuming InputSource, _ text: MadeText) throws(SystemError)
    -> any DocumentMaker
  {
    if XMLLibrary.version == nil { return UnreadableXML(text) }
    return try XMLDocuments(source, text)
  }
}

extension Input.XMLForm {
  fileprivate var elements: XMLForm {
    switch self {
    case .compact: .compact
    case .verbose: .verbose
    case .hoisted: .hoisted
    }
  }
}

/// Reports that this program was built without expat, which reads XML.
private final class UnreadableXML: DocumentMaker {
  private let text: MadeText

  init(_ text: MadeText) { self.text = text }

  func next() -> InputPart? {
    text.reading.counter.receive(
      Diagnostic(
        .unsupportedEncoding,
        "'\(text.name)' is XML, which this program cannot read",
        help: ["it was built without \(XMLLibrary.name); convert the input to JSON first"]
      )
    )
    return .badInput
  }
}

/// Makes the document of a text.
private final class XMLDocuments: DocumentMaker {
  private let reader: XMLReader
  private let text: MadeText
  private var hasBegun = false
  private var hasFailed = false
  private var hasEnded = false

  init(_ source: consuming InputSource, _ text: MadeText) throws(SystemError) {
    self.text = text
    let options = text.reading.options
    var form = XMLReader.Form(charset: text.charset, maximumDepth: options.reading.maximumDepth)
    form.elements = text.reading.xmlForm.elements
    form.repairsUTF8 = text.reading.repairsUTF8
    // A text in memory is short, so that there is no need to read ahead.
    form.readsAhead = text.base == nil
    form.countsCharacters = options.reading.countsCharacters
    reader = try XMLReader(
      source,
      name: text.name,
      byteOffset: text.byteOffset,
      shape: XMLShape(text.reading.explainer.compiled.plan),
      form: form,
      base: text.base
    )
  }

  func next() -> InputPart? {
    if hasFailed { return nil }
    if let place = reader.repetition {
      hasFailed = true
      return .badDocument(JSONSyntaxError(.repeatedElement, at: 0), place, text: [])
    }
    if let failure = reader.failure {
      hasFailed = true
      return text.fault(XMLExplainer.diagnostic(failure), at: failure.place)
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
        // A part of something else fails as a whole.
        format: text.base == nil ? .json : .embedded,
        isStream: text.isStream,
        context: text.context
      )
    )
  }
}
