/// The part of an input that is in memory: bytes, their structural index, and how much of it is
/// known to be JSON.
///
/// A window slides forward over its input: consumed bytes are dropped at the front, a block is read
/// at the back, and the scan continues with its state. This works for files, pipes and bytes in
/// memory, for NDJSON and for one huge document. A unit that does not fit makes the window larger,
/// up to 4 GiB. About a line of what was consumed is kept, for excerpts.
///
/// The tokens below `view.count` are validated and well-formed. If something after them cannot be
/// JSON, `fault` says what, and nothing more is read; if documents are on lines of their own,
/// `recover` continues with the next.
package struct InputWindow: ~Copyable {
  var buffer: InputBuffer
  var index = StructuralIndex()
  var grammar: GrammarCheck
  var state: ScanState
  let kernel: ScanKernel
  var source: InputSource
  let options: ReadingOptions

  /// Bytes scanned: whole blocks, until the input ends.
  var scannedCount = 0
  var readyCount = 0
  var consumedCount = 0
  /// The source has no more bytes.
  var hasReadAll = false
  /// How scanning continues after a fault; unused before the first one.
  var resumption = Resumption()
  /// How many bytes are kept before the first that is needed, so that its position can be shown.
  package static var keptByteCount: Int { 400 }
  /// The first token whose bytes are certain to be in the window.
  ///
  /// Tokens are dropped 64 at a time, so some may outlive their bytes.
  package internal(set) var firstToken = 0
  /// All of the input has been read and scanned.
  package internal(set) var isAtEnd = false
  package internal(set) var fault: JSONSyntaxError?
  /// Where the window begins in its input.
  package internal(set) var byteOffset: Int
  /// Where the line of the window's first byte begins, and how many lines precede it.
  var lineStart: Int
  var droppedLineCount = 0
  /// How many UTF-16 code units that line has before the window, if those are counted.
  var lineUnitCount = 0
  var lineAnchor = LineAnchor()
  /// The offset to pause at, and the first token there, once it is known.
  var stop: Int?
  var stopToken = Int.max
  /// The offset in the input of the last comma that was replaced by the brace of an object.
  var openedComma: Int?
  /// While the window is paused, where the part that it shows ends.
  var pauseEnd: Int?

  /// `byteOffset` is where the source begins in its file: after a byte order mark.
  package init(
    source: consuming InputSource,
    options: ReadingOptions,
    kernel: ScanKernel,
    byteOffset: Int = 0
  ) {
    self.source = source
    self.kernel = kernel
    self.options = options
    self.byteOffset = byteOffset
    lineStart = byteOffset
    buffer = InputBuffer(capacity: 2 * options.blockSize)
    state = ScanState(separator: options.separator)
    grammar = GrammarCheck(
      documents: options.separator.map { .separated(by: $0) } ?? .concatenated,
      maximumDepth: options.maximumDepth
    )
  }

  /// A view of the current bytes and tokens.
  package var view: TokenView {
    @_lifetime(borrow self)
    borrowing get {
      TokenView(
        bytes: buffer.padded,
        positions: index.positions.span,
        tokens: index.tokens.span,
        brackets: index.brackets.span,
        separators: index.separators.span,
        notes: index.notes.span,
        depthChanges: grammar.depthChanges.span,
        deepCloses: grammar.deepCloses.span,
        count: min(readyCount, stopToken)
      )
    }
  }

  // MARK: - Sliding

  /// Releases the tokens before `token`; the next `fill` may drop them.
  package mutating func consume(upTo token: Int) { consumedCount = token }

  /// Drops what has been consumed, reads a block and scans it.
  ///
  /// Returns how far the tokens moved down, or nil if there is nothing more to read: then `fault`
  /// says whether the input ended well.
  package mutating func fill() throws(SystemError) -> Int? {
    if isAtEnd || fault != nil { return nil }
    let passed = isPaused ? endPause() : 0
    if resumption.isUnderWay && hasUnscannedBlocks {
      scan()
      return passed
    }
    let moved = passed + slide()
    if buffer.count - scannedCount >= options.blockSize {
      scan()
      return moved
    }
    let room = options.largestWindow - buffer.count
    guard room > 0 else {
      fault = JSONSyntaxError(
        .tooLarge,
        at: consumedCount < index.count ? Int(index.positions[consumedCount]) : 0
      )
      return moved
    }
    // For a unit larger than a block, doubles the window, so that searching for the unit's end
    // stays linear.
    let isUnitOpen = consumedCount < readyCount && buffer.count > options.blockSize
    let wanted = min(isUnitOpen ? growth : max(options.blockSize, buffer.count), room, roomToStop)
    if isUnitOpen, let rest = source.remainingCount { reserve(min(wanted, rest)) }
    if try !scanMapped(upTo: wanted) {
      try read(upTo: wanted, isWhole: isUnitOpen)
      scan()
    }
    return moved
  }

  /// Reads bytes to be scanned: a block, or `wanted` of them.
  private mutating func read(upTo wanted: Int, isWhole: Bool) throws(SystemError) {
    // Reads only up to the end of a block, from which mapped bytes can be scanned.
    let isWaiting = source.mappedCount > 0 && kernel.scansMapped && !resumption.isUnderWay
    let wanted = isWaiting ? min(wanted, 64 - (buffer.count - scannedCount) % 64) : wanted
    var added = 0
    while added < wanted {
      let start = buffer.count
      let count = try source.read(into: &buffer, upTo: wanted - added)
      added += count
      if count == 0 { hasReadAll = true }
      if count == 0 || !isWhole { break }
      if source.mayWait && buffer.hasLineEnd(from: start) && source.wouldWait { break }
    }
  }

  /// Scans blocks while reading them, about `wanted` bytes; false if that is not possible.
  private mutating func scanMapped(upTo wanted: Int) throws(SystemError) -> Bool {
    guard kernel.scansMapped && scannedCount == buffer.count && !resumption.isUnderWay else {
      return false
    }
    let start = scannedCount
    let firstNew = index.count
    let before = state
    while scannedCount - start < wanted {
      let byteCount = min(wanted - (scannedCount - start), source.mappedCount, Self.longestTake)
      let blockCount = byteCount / 64
      if blockCount == 0 { break }
      guard
        kernel.scanMapped(blockCount, from: source.mapping, into: &buffer, &index, state: &state)
      else {
        source.unmap()
        break
      }
      scannedCount += blockCount * 64
      try source.skip(blockCount * 64)
    }
    if scannedCount == start { return false }
    indexScanned(from: start, firstToken: firstNew, before)
    return true
  }

  /// Reserves memory for bytes that are certain to come, and for the tokens of the next ones at the
  /// density so far; the rest may have few.
  private mutating func reserve(_ byteCount: Int) {
    buffer.reserve(byteCount)
    let next = min(byteCount, Self.longestTake)
    if scannedCount > 0 { index.reserve(next * index.count / scannedCount) }
  }

  /// How many bytes are used at once; limits how much of a file is in memory twice.
  private static var longestTake: Int { 1024 * 1024 }

  /// How many bytes to read for a unit larger than a block: as many as the window has, or all the
  /// rest if that is small.
  private var growth: Int {
    guard let rest = source.remainingCount, rest > buffer.count, rest <= 8 * buffer.count else {
      return buffer.count
    }
    // One more than the rest, so that the same read reaches the end.
    return rest + 1
  }

  private mutating func slide() -> Int {
    let first = firstWanted
    let start = first < index.count ? Int(index.positions[first]) : scannedCount
    let byteCount = max(start - Self.keptByteCount, 0) & ~63
    // Two tokens before the first needed one stay, so that a fault can be explained by what
    // precedes it.
    let tokenCount = max(consumedCount - 2, 0) & ~63
    guard tokenCount > 0 || byteCount > 0 else { return 0 }
    countLines(dropping: byteCount)
    grammar.dropFirst(tokenCount, of: index)
    index.dropFirst(tokenCount: tokenCount, byteCount: byteCount)
    buffer.dropFirst(byteCount)
    lineAnchor = LineAnchor()
    firstToken = first - tokenCount
    scannedCount -= byteCount
    readyCount -= tokenCount
    consumedCount -= tokenCount
    if stop != nil && stopToken != .max { stopToken -= tokenCount }
    byteOffset += byteCount
    return tokenCount
  }

  /// The first token that is still needed: the one after the consumed ones, or the key before it.
  private var firstWanted: Int {
    let isMember = consumedCount > 1 && index.tokens[consumedCount - 1] == .colon
    return isMember ? consumedCount - 2 : consumedCount
  }

  /// Forgets everything up to token `last`, and reads the rest as documents separated by
  /// `separator`.
  package mutating func restart(after last: Int, separator: UInt8) {
    let start = Int(index.positions[last]) + 1
    countLines(dropping: start)
    buffer.dropFirst(start)
    lineAnchor = LineAnchor()
    byteOffset += start
    index.removeAll()
    grammar = GrammarCheck(
      documents: .separated(by: separator),
      maximumDepth: options.maximumDepth
    )
    state = ScanState(separator: separator)
    state.newlineCount = droppedLineCount
    (scannedCount, readyCount, consumedCount, firstToken) = (0, 0, 0, 0)
    stopToken = .max
    fault = nil
    scan()
  }

  mutating func scan() {
    let start = scannedCount
    // The last block is padded with the buffer's spaces, at least one, which ends a number or a
    // literal.
    let left = hasReadAll ? (buffer.count - start) / 64 + 1 : (buffer.count - start) / 64
    // Bytes that were not scanned, or must be scanned again, have no tokens. No more of them are
    // scanned at once than have been scanned, so that searching for a unit's end stays linear.
    let blockCount = min(
      left,
      resumption.blockCount,
      max(options.blockSize, scannedCount) / 64 + 1
    )
    isAtEnd = hasReadAll && blockCount == left
    let firstNew = index.count
    let before = state
    let hidden = blockCount > 0 ? hideDeadBytes() : []
    kernel.scan(buffer, at: start, blockCount: blockCount, into: &index, state: &state)
    scannedCount += blockCount * 64
    indexScanned(from: start, firstToken: firstNew, before, showing: hidden)
  }

  /// Processes the blocks that were scanned from `start` on; `before` is the scan state there.
  mutating func indexScanned(
    from start: Int,
    firstToken firstNew: Int,
    _ before: ScanState,
    showing hidden: [UInt8] = []
  ) {
    var end = pauseEnd ?? buffer.count
    if state.isFaulty, let offset = findFault(from: start, before) {
      end = offset
    } else if isAtEnd && state.isInString {
      end = refuseLastString()
    }
    if scannedCount > start { endStep(showing: hidden, at: start) }
    if isAtEnd || isPaused || fault != nil {
      index.positions.append(UInt32(end))
      index.tokens.append(0)
    }
    // The next validation may depend on the previous block.
    index.forgetMasks(before: grammar.checkedCount / 64 - 1)
    kernel.classify(&index, from: min(firstNew, index.count), separator: state.separator)
    validate()
    if isAtEnd && fault == nil && grammar.depth > 0 {
      fault = JSONSyntaxError(.unexpectedEnd, at: buffer.textEnd)
    }
    findStop()
  }

  /// Validates the new tokens except the last, whose successor is not known.
  private mutating func validate() {
    let limit = max(index.count - 1, 0)
    if let wrong = grammar.check(index, buffer, upTo: limit, by: kernel) { fault = wrong }
    if let wrong = ScalarCheck.check(
      index,
      buffer,
      from: readyCount,
      upTo: grammar.checkedCount,
      by: kernel
    ) {
      fault = wrong.fault
      readyCount = wrong.token
    } else {
      readyCount = grammar.checkedCount
    }
  }

  /// Finds the byte that the kernel reported.
  ///
  /// Removes the tokens at and after it, and a string that contains it.
  ///
  /// Returns where the first removed token began: the token before it may extend to there. Nil if
  /// the kernel reported the first space after the input, because an escape is cut off.
  private mutating func findFault(from start: Int, _ before: ScanState) -> Int? {
    // After a fault no state carries over from earlier bytes.
    var state =
      resumption.isFirstStep
      ? (state: before, start: start) : before.portable(at: start, in: buffer)
    let end = min(scannedCount, isAtEnd ? buffer.count + 1 : buffer.count)
    let found = PortableKernel.firstFault(buffer, state.start..<end, state: &state.state)
    guard let found, found.offset < buffer.count else { return nil }
    fault = JSONSyntaxError(found.fault, at: found.offset)
    var count = index.count
    while count > consumedCount && Int(index.positions[count - 1]) >= found.offset { count -= 1 }
    var tokenEnd = found.offset
    if state.state.isInString && count > 0 && index.tokens[count - 1] == .quote {
      count -= 1
      tokenEnd = Int(index.positions[count])
    }
    index.truncate(to: count)
    return tokenEnd
  }

  /// Reports that the input ends inside a string, and removes the string's token.
  ///
  /// A quote right after a number or a literal has no token of its own, but makes that scalar a
  /// fault.
  private mutating func refuseLastString() -> Int {
    let token = index.count - 1
    guard token >= 0, index.tokens[token] == .quote else { return buffer.count }
    let offset = Int(index.positions[token])
    fault = JSONSyntaxError(.unterminatedString, at: offset)
    index.truncate(to: token)
    return offset
  }

  // MARK: - Lines

  mutating func countLines(dropping byteCount: Int) {
    countCharacters(dropping: byteCount)
    let scanned = max(byteCount, min(scannedCount, buffer.count))
    let dropped = state.newlineCount - buffer.lineCount(byteCount..<scanned)
    guard dropped > droppedLineCount else { return }
    droppedLineCount = dropped
    lineStart = byteOffset + buffer.lineStart(before: byteCount)
  }

  /// The line and column, both from 1, of an offset in the window; columns count bytes.
  package func lineAndColumn(of offset: Int) -> (line: Int, column: Int) {
    let place = lineAnchor(at: offset)
    let start = place.lineStart == 0 ? lineStart : byteOffset + place.lineStart
    return (droppedLineCount + place.lineCount + 1, byteOffset + offset - start + 1)
  }

  /// The available bytes of the line around an offset, at most `reach` to each side, and the offset
  /// in the window at which they begin.
  package func line(around offset: Int, reach: Int) -> (bytes: [UInt8], start: Int) {
    let bytes = buffer.padded
    let middle = min(offset, buffer.count)
    var start = middle
    while start > 0 && middle - start < reach && bytes[start - 1] != .lineFeed { start -= 1 }
    var end = middle
    while end < buffer.count && end - offset < reach && !bytes[end].isLineEnd { end += 1 }
    var line = (start..<end).map { bytes[$0] }
    if let comma = openedComma.map({ $0 - byteOffset - start }), line.indices.contains(comma) {
      line[comma] = .comma
    }
    if end == buffer.count && end - offset < reach {
      line += source.look(offset + reach - end, at: 0).prefix { !$0.isLineEnd }
    }
    let missing = min(reach - (middle - start), byteOffset - lineStart)
    if start == 0 && missing > 0 {
      let before = source.look(missing, at: -buffer.count - missing)
      line = before + line
      start -= before.count
    }
    return (line, start)
  }

  /// The bytes of a range of the window, cut after `longest`.
  package func text(_ range: Range<Int>, longest: Int) -> [UInt8] {
    let bytes = buffer.padded
    return (range.lowerBound..<min(range.upperBound, range.lowerBound + longest)).map { bytes[$0] }
  }
}
