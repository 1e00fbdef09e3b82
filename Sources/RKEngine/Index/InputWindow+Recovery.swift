extension InputWindow {
  /// How scanning continues after a fault.
  ///
  /// What is scanned after a fault is scanned again after the next one, so it is scanned in steps,
  /// small at first. Many faults in a row then cost time in proportion to the bytes, not a window
  /// for each fault.
  struct Resumption: BitwiseCopyable {
    /// How many blocks the next step may scan.
    var blockCount = Int.max
    /// The number of bytes at the front of the next block that belong to what was discarded.
    var deadByteCount = 0
    /// The next step is the first.
    var isFirstStep = false

    static var firstBlockCount: Int { 4 }

    var isUnderWay: Bool { blockCount != .max }
  }

  /// Whether there are blocks that the last step did not reach.
  var hasUnscannedBlocks: Bool { hasReadAll || buffer.count - scannedCount >= 64 }

  /// Discards the line with the fault, and continues at the separator after it, or at the end if
  /// there is none.
  ///
  /// Up to `limit` bytes of the line are appended to `line`; a line of any size is skipped in
  /// constant memory.
  package mutating func recover(keeping limit: Int, in line: inout UniqueArray<UInt8>)
    throws(SystemError)
  {
    let separator = state.separator
    var at = min(fault?.offset ?? 0, buffer.count)
    var start = at
    while limit > 0 && start > 0 && buffer.padded[start - 1] != separator { start -= 1 }
    while true {
      while at < buffer.count && buffer.padded[at] != separator { at += 1 }
      let kept = min(at - start, limit - line.count)
      if kept > 0 { line.append(contentsOf: buffer.padded, start..<(start + kept)) }
      if at < buffer.count { return resume(at: at, blockCount: Resumption.firstBlockCount) }
      giveUpBuffer()
      (start, at) = (0, 0)
      if try source.read(into: &buffer, upTo: options.blockSize) == 0 {
        (hasReadAll, isAtEnd) = (true, true)
        return
      }
    }
  }

  /// Scans from `start`, a separator or what follows one, as if nothing preceded it; at first at
  /// most `blockCount` blocks.
  private mutating func resume(at start: Int, blockCount: Int, isAfterValue: Bool = false) {
    let block = start & ~63
    moveLineAnchor(to: start)
    forget(notesFrom: block / 64, isAfterValue: isAfterValue)
    resumption = Resumption(
      blockCount: blockCount,
      deadByteCount: start - block,
      isFirstStep: true
    )
    scannedCount = block
    state.newlineCount =
      droppedLineCount + lineAnchor.lineCount - buffer.lineCount(block..<start)
    scan()
  }

  /// Discards all bytes, none of which is needed.
  private mutating func giveUpBuffer() {
    let count = buffer.count
    let end = lineAnchor(at: count)
    countCharacters(dropping: count)
    if end.lineCount > 0 {
      droppedLineCount += end.lineCount
      lineStart = byteOffset + end.lineStart
    }
    buffer.dropFirst(count)
    byteOffset += count
    lineAnchor = LineAnchor()
    forget(notesFrom: 0)
    scannedCount = 0
    state.newlineCount = droppedLineCount
  }

  private mutating func forget(notesFrom block: Int, isAfterValue: Bool = false) {
    index.removeTokens(notesFrom: block)
    let separator = state.separator
    grammar = GrammarCheck(
      documents: .separated(by: separator),
      maximumDepth: options.maximumDepth,
      isAfterValue: isAfterValue
    )
    state = ScanState(separator: separator)
    (readyCount, consumedCount, firstToken) = (0, 0, 0)
    stopToken = .max
    pauseEnd = nil
    fault = nil
    isAtEnd = false
  }

  /// Overwrites the discarded bytes in the first block of a step with spaces, since the block is
  /// scanned as a whole.
  ///
  /// Returns the old bytes: records made from them are not written yet.
  mutating func hideDeadBytes() -> [UInt8] {
    guard resumption.deadByteCount > 0 else { return [] }
    let hidden = text(
      scannedCount..<(scannedCount + resumption.deadByteCount),
      longest: resumption.deadByteCount
    )
    buffer.replace(at: scannedCount, with: hidden.map { _ in .space })
    return hidden
  }

  /// Ends a step that began at `start`, restoring the hidden bytes; the next step is twice as long.
  mutating func endStep(showing hidden: [UInt8], at start: Int) {
    guard resumption.isUnderWay else { return }
    buffer.replace(at: start, with: hidden)
    state.newlineCount += hidden.count { $0 == .lineFeed }
    let count = resumption.blockCount
    resumption = Resumption()
    if count * 64 < options.blockSize { resumption.blockCount = count * 2 }
  }

  // MARK: - Pauses

  /// Reading may wait long for bytes.
  package var mayWait: Bool { source.mayWait }

  /// Only complete documents are shown, nothing after them.
  package var isPaused: Bool { pauseEnd != nil }

  /// Shows the complete documents, though their last block is incomplete.
  ///
  /// False if there are none, or if more bytes can be read without waiting.
  ///
  /// The next `fill` continues with what was not consumed.
  package mutating func pause() -> Bool {
    guard source.mayWait, !isPaused, !hasReadAll, !isAtEnd, fault == nil,
      !(resumption.isUnderWay && hasUnscannedBlocks), let end = endOfComplete, source.wouldWait
    else { return false }
    pauseEnd = end
    let (start, firstNew, before) = (scannedCount, index.count, state)
    let blockCount = max(end - start + 63, 0) / 64
    let dead = blockCount > 0 ? hideDeadBytes() : []
    let rest = end..<max(end, min(start + blockCount * 64, buffer.count))
    let hidden = text(rest, longest: rest.count)
    buffer.replace(at: end, with: hidden.map { _ in .space })
    kernel.scan(buffer, at: start, blockCount: blockCount, into: &index, state: &state)
    scannedCount += blockCount * 64
    indexScanned(from: start, firstToken: firstNew, before, showing: dead)
    buffer.replace(at: end, with: hidden)
    return true
  }

  /// Continues with what was not consumed; returns how far the tokens moved down.
  mutating func endPause() -> Int {
    let count = consumedCount
    resume(
      at: Int(index.positions[count]),
      blockCount: options.blockSize / 64,
      isAfterValue: state.separator == .recordSeparator && count == index.count - 1
    )
    return count
  }

  /// The end of the complete documents, some of which may not have been shown; nil if there are
  /// none.
  private var endOfComplete: Int? {
    switch options.separator {
    case .lineFeed?: endOfLines
    case .recordSeparator?: endOfText
    default: nil
    }
  }

  private var endOfLines: Int? {
    let bytes = buffer.padded
    var end = buffer.count
    while end > scannedCount && bytes[end - 1] != .lineFeed { end -= 1 }
    if end > scannedCount { return end }
    let last = index.count - 1
    guard last >= readyCount, index.tokens[last] == .lineFeed else { return nil }
    return Int(index.positions[last]) + 1
  }

  /// A document of a text sequence is complete with the line feed after it.
  private var endOfText: Int? {
    let bytes = buffer.padded
    guard buffer.count > 0, bytes[buffer.count - 1] == .lineFeed else { return nil }
    var (isInString, isEscaped, depth) = (state.isInString, state.isEscaped, grammar.depth)
    var last = index.count > 0 ? index.tokens[index.count - 1] : .recordSeparator
    for token in grammar.checkedCount..<index.count { depth += index.tokens[token].depthChange }
    for place in scannedCount..<buffer.count {
      let byte = bytes[place]
      if isEscaped {
        isEscaped = false
      } else if isInString {
        isEscaped = byte == .backslash
        isInString = byte != .quote
      } else if !byte.isWhitespace {
        last = byte
        isInString = byte == .quote
        depth += byte.depthChange
      }
    }
    return depth == 0 && !isInString && last != .recordSeparator ? buffer.count : nil
  }
}

extension UInt8 {
  /// By how much a token changes the number of open containers.
  fileprivate var depthChange: Int {
    switch self {
    case .openArray, .openObject: 1
    case .closeArray, .closeObject: -1
    default: 0
    }
  }
}
