/// Counts the leaves of documents after they were mapped.
extension Pipeline {
  /// Makes ready for the lines of a window.
  mutating func coverLines(_ window: borrowing InputWindow, _ input: borrowing InputState) {
    guard let coverage = mapper.operation.coverage, coverage.options.countsLines else { return }
    if let text = input.text {
      coverage.walk.lines?.follow(text, from: window.byteOffset)
    } else if let line = input.origin?.line {
      coverage.walk.lines?.stay(on: line)
    } else {
      coverage.walk.lines?.enter(
        origin: window.byteOffset,
        firstLine: window.droppedLineCount + 1
      )
    }
  }

  /// Documents on lines begin, which are mapped together: returns the token at which they are to be
  /// gone through, so that their marks stay in the processor's cache.
  func beginLines(at first: Int) -> Int {
    guard let coverage = mapper.operation.coverage else { return .max }
    coverage.beginLines(at: first)
    return first + 1024
  }

  /// So many documents on lines were mapped, each of which is an object with members: false if there
  /// is none, or nothing is counted.
  mutating func cover(
    lines count: Int,
    to end: Int,
    _ window: borrowing InputWindow,
    _ input: borrowing InputState
  ) -> Bool {
    guard let coverage = mapper.operation.coverage, count > 0 else { return false }
    mapper.coverLines(count)
    cover(to: end, coverage, window, input)
    return true
  }

  /// A document was mapped as a whole.
  mutating func cover(
    document first: Int,
    _ last: Int,
    _ window: borrowing InputWindow,
    _ input: borrowing InputState
  ) {
    guard let coverage = mapper.operation.coverage else { return }
    mapper.coverDocument(first, window.view)
    cover(to: last + 1, coverage, window, input)
    coverage.endDocument()
  }

  /// A piece of a document was mapped, which has been read up to a token.
  mutating func cover(
    _ event: DocumentSplitter.Event,
    to end: Int,
    _ window: borrowing InputWindow,
    _ input: borrowing InputState
  ) {
    guard let coverage = mapper.operation.coverage else { return }
    mark(event, coverage, window.view)
    cover(to: end, coverage, window, input)
  }

  /// Marks what the descriptor has read of a piece of a document.
  private mutating func mark(
    _ event: DocumentSplitter.Event,
    _ coverage: CoverageCollector,
    _ view: TokenView
  ) {
    let rule = coverage.rules.descriptor(0)
    switch event {
    case .single(let first, _), .element(let first, _, _, _):
      if view.isEmptyOrNull(first) { coverage.mark(first, by: rule) }
    // Whether it is empty is not always known yet.
    case .collection(let first): coverage.mark(first, by: rule, isOfEmpty: true)
    case .turn(let first, _, let rest):
      let reading = MappingOperation.Reading(rule: rule, isOfEmpty: true)
      mapper.operation.mark(rest.indices, from: first, by: reading, coverage, view)
    case .more, .document, .begin, .end, .part, .partEnd, .rest, .repeatedKey: break
    }
  }

  /// A document that was returned piece by piece has ended before a token.
  mutating func coverEnd(
    _ end: Int,
    _ window: borrowing InputWindow,
    _ input: borrowing InputState
  ) {
    guard let coverage = mapper.operation.coverage else { return }
    mapper.coverDocument(nil, window.view)
    cover(to: end, coverage, window, input)
    coverage.endDocument()
  }

  /// Nothing more can be mapped in a window, of which all before a token is read.
  mutating func coverPart(
    _ end: Int,
    isAtEnd: Bool,
    _ window: borrowing InputWindow,
    _ input: borrowing InputState
  ) {
    guard let coverage = mapper.operation.coverage, coverage.isStreaming else { return }
    let view = window.view
    // What follows a scalar says where that ends.
    let isCut = end == view.count && end > 0 && !isAtEnd && !view.isMark(end - 1)
    cover(to: isCut ? end - 1 : end, coverage, window, input)
    coverage.walk.keepKeys(view)
  }

  /// The first of some tokens that is still needed.
  mutating func firstNeeded(_ cursor: Int) -> Int {
    guard let coverage = mapper.operation.coverage, coverage.isStreaming else { return cursor }
    return min(cursor, coverage.walk.cursor)
  }

  private mutating func cover(
    to end: Int,
    _ coverage: CoverageCollector,
    _ window: borrowing InputWindow,
    _ input: borrowing InputState
  ) {
    let view = window.view
    coverage.countFaults(batch, view)
    while let found = coverage.advance(to: end, view) {
      guard !coverage.isSegment else {
        coverage.keep(found, value: "", at: nil)
        continue
      }
      let place = window.place(
        ofToken: found.token,
        input: inputName,
        pointer: coverage.walk.pointer(view),
        isShown: false
      )
      coverage.keep(found, value: view.shortened(found.token), at: input.located(place))
    }
  }
}

extension TokenView {
  /// Whether a token is neither a scalar nor a key.
  fileprivate func isMark(_ token: Int) -> Bool {
    switch self.token(token) {
    case .comma, .colon, .openArray, .openObject, .closeArray, .closeObject: true
    default: false
    }
  }

  /// A scalar, or an empty object or array, as JSON; of a long text its first characters.
  fileprivate func shortened(_ token: Int) -> String {
    switch self.token(token) {
    case .openArray: return "[]"
    case .openObject: return "{}"
    case .quote:
      let text = String(decoding: self.text(ofString: token), as: UTF8.self)
      let most = 60
      let shown = text.count > most ? text.prefix(most) + "\u{2026}" : text[...]
      return String(decoding: JSONText.quoted(String(shown)), as: UTF8.self)
    default:
      let range = position(token)..<end(ofScalar: token)
      return String(decoding: range.map { byte($0) }, as: UTF8.self)
    }
  }
}
