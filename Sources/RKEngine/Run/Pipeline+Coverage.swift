/// Counts the leaves of documents after they were mapped.
extension Pipeline {
  /// Prepares for the lines of a window.
  func coverLines(_ window: borrowing InputWindow, _ input: borrowing InputState) {
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

  /// Begins a run of documents on lines, which are mapped together.
  ///
  /// Returns the token at which mapping pauses to count them: 1024 tokens stay in the processor's
  /// cache.
  func beginLines(at first: Int) -> Int {
    guard let coverage = mapper.operation.coverage else { return .max }
    coverage.beginLines(at: first)
    return first + 1024
  }

  /// Counts the leaves of `count` documents on lines that were just mapped, each an object with
  /// members.
  ///
  /// False if there are none, or nothing is counted.
  func cover(
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

  /// Counts the leaves of a document that was mapped as a whole.
  func cover(
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

  /// Counts the leaves of a piece of a document that was just mapped; the document has been read up
  /// to token `end`.
  func cover(
    _ event: DocumentSplitter.Event,
    to end: Int,
    _ window: borrowing InputWindow,
    _ input: borrowing InputState
  ) {
    guard let coverage = mapper.operation.coverage else { return }
    mark(event, coverage, window.view)
    cover(to: end, coverage, window, input)
  }

  /// Marks what the descriptor reads of a piece of a document.
  private func mark(
    _ event: DocumentSplitter.Event,
    _ coverage: CoverageCollector,
    _ view: TokenView
  ) {
    let rule = coverage.rules.descriptor(0)
    switch event {
    case .single(let first, _), .element(let first, _, _, _):
      if view.isEmptyOrNull(first) { coverage.mark(first, by: rule) }
    // Whether the collection is empty is not always known yet.
    case .collection(let first): coverage.mark(first, by: rule, isOfEmpty: true)
    case .turn(let first, _, let rest):
      let reading = MappingOperation.Reading(rule: rule, isOfEmpty: true)
      mapper.operation.mark(rest.indices, from: first, by: reading, coverage, view)
    case .more, .document, .begin, .end, .part, .partEnd, .rest, .repeatedKey: break
    }
  }

  /// Counts the rest of a document that was returned piece by piece and ended before token `end`.
  func coverEnd(
    _ end: Int,
    _ window: borrowing InputWindow,
    _ input: borrowing InputState
  ) {
    guard let coverage = mapper.operation.coverage else { return }
    mapper.coverDocument(nil, window.view)
    cover(to: end, coverage, window, input)
    coverage.endDocument()
  }

  /// Counts the leaves before token `end`, when nothing more in the window can be mapped.
  func coverPart(
    _ end: Int,
    isAtEnd: Bool,
    _ window: borrowing InputWindow,
    _ input: borrowing InputState
  ) {
    guard let coverage = mapper.operation.coverage, coverage.isStreaming else { return }
    let view = window.view
    // A scalar's end is known only when something follows it.
    let isCut = end == view.count && end > 0 && !isAtEnd && !view.isMark(end - 1)
    cover(to: isCut ? end - 1 : end, coverage, window, input)
    coverage.walk.keepKeys(view)
  }

  /// The first token that is still needed: `cursor`, or an earlier one whose leaves are not counted
  /// yet.
  func firstNeeded(_ cursor: Int) -> Int {
    guard let coverage = mapper.operation.coverage, coverage.isStreaming else { return cursor }
    return min(cursor, coverage.walk.cursor)
  }

  private func cover(
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

  /// A scalar, or an empty object or array, as JSON; long texts are cut.
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
