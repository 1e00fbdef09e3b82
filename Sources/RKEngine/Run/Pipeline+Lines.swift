extension Pipeline {
  /// Maps the objects on lines that come next, together: true if they were gone through for coverage,
  /// after which there may be more of them.
  @inline(__always)
  mutating func mapLines(
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
}
