/// The state of the current input, besides its window.
struct InputState {
  /// Whether the first document is the first of several lines.
  enum FirstDocument {
    case known
    /// The first document has not begun.
    case expected
    case begun(onLine: Int)
    /// The first document was a line: the rest is read as lines.
    case wasLine
  }

  let name: String
  var format: InputFormat
  var firstDocument = FirstDocument.known
  /// Maps positions in the documents to the input; nil if the documents are parts of the input
  /// itself.
  let origin: (any DocumentOrigin)?
  /// Produces the documents from another format; nil if they are the input's own.
  let text: (any TranscodedText)?
  /// A second document is an error.
  var holdsOneDocument = false
  /// The sink receives the borders of documents, as its form may depend on their number.
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

  /// Each document is on a line of its own, or after a separator, so that a document that is not
  /// JSON fails alone.
  var hasLines: Bool { format != .json }

  var wasLine: Bool {
    if case .wasLine = firstDocument { true } else { false }
  }

  /// Notes that a document begins with token `first`.
  mutating func beginDocument(_ first: Int, _ window: borrowing InputWindow) {
    if case .expected = firstDocument {
      firstDocument = .begun(onLine: window.line(ofToken: first))
    }
  }

  /// Notes that a document has ended with token `last`.
  ///
  /// The first document was a line if it is an object or array on one line, and a later line has
  /// something.
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

  /// Converts a position in the document to one in the input.
  func located(_ place: consuming InputPlace) -> InputPlace {
    guard let origin else { return place }
    return origin.locate(place)
  }
}
