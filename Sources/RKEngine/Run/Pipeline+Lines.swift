extension Pipeline {
  /// Maps the next objects on lines together.
  ///
  /// True if they were then counted for coverage, after which more of them may follow.
  @inline(__always)
  func mapLines(
    _ window: borrowing InputWindow,
    _ splitter: inout DocumentSplitter,
    _ input: borrowing InputState
  ) throws(SystemError) -> Bool {
    let view = window.view
    let first = splitter.cursor
    let lines = try mapper.mapLines(
      from: first,
      to: beginLines(at: first),
      number: documentCount,
      view,
      &batch
    )
    splitter.skip(to: lines.cursor)
    documentCount += lines.count
    return cover(lines: lines.count, to: lines.cursor, window, input)
  }

  /// Maps the next elements of the list at the key path together.
  @inline(__always)
  func mapElements(
    _ view: TokenView,
    _ splitter: inout DocumentSplitter,
    _ input: inout InputState
  ) throws(SystemError) {
    guard let border = splitter.border else { return }
    let elements = try mapper.mapElements(
      from: splitter.cursor,
      index: input.document.elementCount,
      view,
      &batch
    )
    splitter.move(to: elements.cursor, at: border, passing: elements.count)
    input.document.count(elements: elements.count)
  }
}

extension Pipeline {
  /// Skips the document of these tokens if it is a trailer, which is not mapped.
  ///
  /// Nil if it is not a trailer, false if that is not known yet.
  @inline(__always)
  func passTrailer(
    _ first: Int,
    _ last: Int,
    _ window: borrowing InputWindow,
    _ splitter: inout DocumentSplitter,
    _ input: InputState,
    isAtEnd: Bool
  ) -> Bool? {
    let view = window.view
    guard view.mayHoldError(first), input.format == .ndjson, input.origin == nil,
      window.fault == nil, view.holdsTrailer(first, last)
    else { return nil }
    var next = splitter.cursor
    while next < view.count && view.token(next) == .lineFeed { next += 1 }
    if next < view.count { return nil }
    guard isAtEnd else {
      splitter.skip(to: first)
      return false
    }
    trailerCount += 1
    // A trailer makes the input not empty.
    documentCountBefore = nil
    return true
  }

  /// Maps a document that is in the window; returns an ending if the run stops there.
  func mapDocument(
    _ first: Int,
    _ last: Int,
    number: Int?,
    _ window: borrowing InputWindow,
    _ input: InputState
  ) throws(SystemError) -> Ending? {
    let view = window.view
    if options.refusesDuplicates, let key = DuplicateKeyCheck.check(view, from: first, to: last) {
      return refuse(.duplicateKey, key, window, input)
    }
    mapper.operation.coverage?.begin(at: first, isStreaming: false)
    if mapper.operation.trace != nil { traceDocument(first, view) }
    let place = mapper.operation.coverage?.documentNumber
    try mapper.map(document: first, last, number: number, view, into: &batch)
    cover(document: first, last, window, input)
    if let place { endTrace(document: first, last, number: place, window, input) }
    return nil
  }
}
