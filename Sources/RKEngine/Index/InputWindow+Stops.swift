/// Stops: places where what is read stays apart from what stands after, so that a run may go on
/// elsewhere.
extension InputWindow {
  /// Shows no token at `offset` of the input or after it, if one begins there; else the stop is
  /// forgotten when the window has reached it.
  package mutating func stop(at offset: Int?) {
    stop = offset
    stopToken = .max
    findStop()
  }

  /// All tokens before the stop are there, and validated.
  package var isStopped: Bool { stopToken <= readyCount }

  /// The stop, where the window has reached it.
  package var reachedStop: Int? { isStopped ? stop : nil }

  /// The token at the stop has been come to, and nothing before it is left over.
  package var isConsumedToStop: Bool { isStopped && consumedCount == stopToken }

  /// Where in the input the bytes end that were read.
  package var endOffset: Int { byteOffset + buffer.count }

  /// How many bytes it is worth reading before the stop, with some more, as blocks are scanned whole.
  var roomToStop: Int {
    guard let stop else { return .max }
    return max(stop + InputBuffer.padding - byteOffset - buffer.count, InputBuffer.padding)
  }

  mutating func findStop() {
    guard let wanted = stop, stopToken == .max, wanted < byteOffset + scannedCount else { return }
    // A last token is no token of the input.
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

  /// Where in its input a line begins, and how many there are before it.
  package struct LineStart: BitwiseCopyable {
    package var offset: Int
    package var lineCount: Int

    package init(offset: Int, lineCount: Int) {
      self.offset = offset
      self.lineCount = lineCount
    }
  }

  /// The line that the stop stands on.
  package var lineOfStop: LineStart {
    let offset = (stop ?? byteOffset) - byteOffset
    let scanned = max(offset, min(scannedCount, buffer.count))
    // What was scanned after the stop is little.
    let count = state.newlineCount - buffer.lineCount(offset..<scanned)
    if count == droppedLineCount { return LineStart(offset: lineStart, lineCount: count) }
    return LineStart(offset: byteOffset + buffer.lineStart(before: offset), lineCount: count)
  }

  /// What stands before `offset` of the input was read by others, and the next jump leads there or
  /// farther: memory that they have looked at is given back.
  package mutating func pass(to offset: Int) { source.giveBack(before: offset) }

  /// Goes on at `offset` of the input, on a line that is known: between documents, or between
  /// elements of a list in so many objects.
  package mutating func jump(
    to offset: Int,
    onLine line: LineStart,
    elementsBelow objectCount: Int?
  ) throws(SystemError) {
    try source.move(to: offset)
    begin(at: offset, onLine: line, elementsBelow: objectCount)
  }

  /// Begins anew with a source that begins at `offset` of its file, between documents, or between
  /// elements of a list in so many objects; keeps the memory.
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
