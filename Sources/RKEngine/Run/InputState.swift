/// What is known of the current input, besides its window.
struct InputState {
  /// Whether the first document is known to be the first of several lines.
  enum FirstDocument {
    case known
    /// It has not begun.
    case expected
    case begun(onLine: Int)
    /// It was a line: the rest is to be read as lines.
    case wasLine
  }

  let name: String
  var format: InputFormat
  var firstDocument = FirstDocument.known
  /// The document's origin, if it is not part of the input as it is.
  let origin: (any DocumentOrigin)?
  /// What makes the documents, where they are made.
  let text: (any TranscodedText)?
  /// Its documents are reported to the sink, whose form may depend on their number.
  let marksDocuments: Bool
  /// The document whose representations are returned one by one.
  var document = StreamedDocument()

  init(
    name: String,
    format: InputFormat,
    mayBeLines: Bool = false,
    origin: (any DocumentOrigin)? = nil,
    text: (any TranscodedText)? = nil
  ) {
    self.name = name
    self.format = format
    self.origin = origin
    self.text = text
    if mayBeLines { firstDocument = .expected }
    marksDocuments = format == .json
  }

  /// Each document is on a line of its own, or after a separator, so that one that is not JSON
  /// fails alone.
  var hasLines: Bool { format != .json }

  var wasLine: Bool {
    if case .wasLine = firstDocument { true } else { false }
  }

  /// A document begins with token `first`.
  mutating func beginDocument(_ first: Int, _ window: borrowing InputWindow) {
    if case .expected = firstDocument {
      firstDocument = .begun(onLine: window.line(ofToken: first))
    }
  }

  /// A document has ended with token `last`: the first one was a line if it is an object or array
  /// on one line, and there is something on a later one.
  mutating func endDocument(_ last: Int, _ window: borrowing InputWindow) {
    guard case .begun(let line) = firstDocument else { return }
    firstDocument = .known
    let byte = window.view.token(last)
    guard byte == .closeObject || byte == .closeArray, last + 1 < window.view.count,
      window.line(ofToken: last) == line, window.line(ofToken: last + 1) > line
    else { return }
    format = .ndjson
    firstDocument = .wasLine
  }

  /// The position in the input of one in the document.
  func located(_ place: consuming InputPlace) -> InputPlace {
    guard let origin else { return place }
    return origin.locate(place)
  }
}
