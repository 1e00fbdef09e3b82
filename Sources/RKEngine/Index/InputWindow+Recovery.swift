extension InputWindow {
  /// How scanning continues after a fault.
  ///
  /// What is scanned after a fault is scanned again after the next one. So it is scanned in steps,
  /// small at first: many faults in a row then cost as much as there are bytes, not as many windows
  /// as there are faults.
  struct Resumption: BitwiseCopyable {
    /// How many blocks the next step may scan.
    var blockCount = Int.max
    /// How many bytes at the front of the next block belong to what was discarded.
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
      if at < buffer.count { return resume(at: at) }
      giveUpBuffer()
      (start, at) = (0, 0)
      if try source.read(into: &buffer, upTo: options.blockSize) == 0 {
        (hasReadAll, isAtEnd) = (true, true)
        return
      }
    }
  }

  /// Scans from `start`, a separator, as if nothing had come before.
  private mutating func resume(at start: Int) {
    let block = start & ~63
    moveLineAnchor(to: start)
    forget(notesFrom: block / 64)
    resumption = Resumption(
      blockCount: Resumption.firstBlockCount,
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

  private mutating func forget(notesFrom block: Int) {
    index.removeTokens(notesFrom: block)
    let separator = state.separator
    grammar = GrammarCheck(
      documents: .separated(by: separator),
      maximumDepth: options.maximumDepth
    )
    state = ScanState(separator: separator)
    (readyCount, consumedCount, firstToken) = (0, 0, 0)
    stopToken = .max
    fault = nil
    isAtEnd = false
  }

  /// Overwrites the discarded bytes in the first block of a step with spaces, since the block is
  /// scanned as a whole, and returns the old ones: records made from them are not written yet.
  mutating func hideDeadBytes() -> [UInt8] {
    guard resumption.deadByteCount > 0 else { return [] }
    let hidden = text(
      scannedCount..<(scannedCount + resumption.deadByteCount),
      longest: resumption.deadByteCount
    )
    buffer.replace(at: scannedCount, with: hidden.map { _ in .space })
    return hidden
  }

  /// Ends a step that began at `start`: the next is twice as long.
  mutating func endStep(showing hidden: [UInt8], at start: Int) {
    guard resumption.isUnderWay else { return }
    buffer.replace(at: start, with: hidden)
    state.newlineCount += hidden.count { $0 == .lineFeed }
    let count = resumption.blockCount
    resumption = Resumption()
    if count * 64 < options.blockSize { resumption.blockCount = count * 2 }
  }
}
