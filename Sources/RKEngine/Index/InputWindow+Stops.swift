/// Stops: offsets at which reading pauses, so that a run can continue elsewhere.
extension InputWindow {
  /// Hides tokens at or after `offset` of the input, if a token begins there; otherwise the stop is
  /// dropped when the window reaches it.
  package mutating func stop(at offset: Int?) {
    stop = offset
    stopToken = .max
    findStop()
  }

  /// Whether all tokens before the stop are available and validated.
  package var isStopped: Bool { stopToken <= readyCount }

  /// The stop, if the window has reached it.
  package var reachedStop: Int? { isStopped ? stop : nil }

  /// Whether the token at the stop has been reached, with nothing left before it.
  package var isConsumedToStop: Bool { isStopped && consumedCount == stopToken }

  /// The offset in the input after the last byte read.
  package var endOffset: Int { byteOffset + buffer.count }

  /// How many bytes to read before the stop, and a few more, as blocks are scanned whole.
  var roomToStop: Int {
    guard let stop else { return .max }
    return max(stop + InputBuffer.padding - byteOffset - buffer.count, InputBuffer.padding)
  }

  mutating func findStop() {
    guard let wanted = stop, stopToken == .max, wanted < byteOffset + scannedCount else { return }
    // The last token is a sentinel, not part of the input.
    let count = isAtEnd || fault != nil ? index.count - 1 : index.count
    var places = min(firstToken, count)..<count
    while !places.isEmpty {
      let middle = places.lowerBound + places.count / 2
      if byteOffset + Int(index.positions[middle]) < wanted {
        places = (middle + 1)..<places.upperBound
      } else {
        places = places.lowerBound..<middle
      }
    }
    let token = places.lowerBound
    if token < count && byteOffset + Int(index.positions[token]) == wanted {
      stopToken = token
    } else {
      stop = nil
    }
  }

  /// Where a line begins in its input, and how many lines precede it.
  package struct LineStart: BitwiseCopyable {
    package var offset: Int
    package var lineCount: Int

    package init(offset: Int, lineCount: Int) {
      self.offset = offset
      self.lineCount = lineCount
    }
  }

  /// The line that contains the stop.
  package var lineOfStop: LineStart {
    let offset = (stop ?? byteOffset) - byteOffset
    let scanned = max(offset, min(scannedCount, buffer.count))
    // Only a few bytes were scanned after the stop.
    let count = state.newlineCount - buffer.lineCount(offset..<scanned)
    if count == droppedLineCount { return LineStart(offset: lineStart, lineCount: count) }
    return LineStart(offset: byteOffset + buffer.lineStart(before: offset), lineCount: count)
  }

  /// Releases the memory of everything before `offset` of the input: other threads have read it,
  /// and the next jump leads to `offset` or beyond.
  package mutating func pass(to offset: Int) { source.giveBack(before: offset) }

  /// Continues at `offset` of the input, on a known line: between documents, or between elements of
  /// a list inside `objectCount` objects.
  package mutating func jump(
    to offset: Int,
    onLine line: LineStart,
    elementsBelow objectCount: Int?
  ) throws(SystemError) {
    try source.move(to: offset)
    begin(at: offset, onLine: line, elementsBelow: objectCount)
  }

  /// Restarts with a source that begins at `offset` of its file, between documents, or between
  /// elements of a list inside `objectCount` objects; keeps the memory.
  package mutating func begin(
    _ source: consuming InputSource,
    at offset: Int,
    elementsBelow objectCount: Int?
  ) {
    self.source = source
    let line = LineStart(offset: offset, lineCount: 0)
    begin(at: offset, onLine: line, elementsBelow: objectCount)
  }

  private mutating func begin(
    at offset: Int,
    onLine line: LineStart,
    elementsBelow objectCount: Int?
  ) {
    buffer.dropFirst(buffer.count)
    index.removeAll()
    let separator = state.separator
    state = ScanState(separator: separator == ScanState.noSeparator ? nil : separator)
    state.newlineCount = line.lineCount
    grammar =
      objectCount.map { GrammarCheck(elementsBelow: $0, maximumDepth: options.maximumDepth) }
      ?? GrammarCheck(
        documents: separator == ScanState.noSeparator ? .concatenated : .separated(by: separator),
        maximumDepth: options.maximumDepth
      )
    (scannedCount, readyCount, consumedCount, firstToken) = (0, 0, 0, 0)
    (byteOffset, lineStart, droppedLineCount) = (offset, line.offset, line.lineCount)
    lineAnchor = LineAnchor()
    resumption = Resumption()
    (hasReadAll, isAtEnd, fault, stop, stopToken) = (false, false, nil, nil, .max)
  }
}
