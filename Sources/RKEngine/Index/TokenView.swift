/// A view of a window's bytes and tokens, from which the walkers read; they store what they find as
/// indices and ranges.
///
/// It cannot outlive the window's current state: the compiler enforces that.
///
/// The accessors do not check their index in a release build. The grammar makes this safe: a token
/// below `count` has been validated, every container that a walker enters was seen to close below
/// `count`, and a token's position lies in the bytes, after which 64 more can be read. Debug builds
/// check every access, and so do the fuzzers.
@safe
package struct TokenView: ~Escapable {
  private let bytes: Span<UInt8>
  private let positions: Span<UInt32>
  private let tokens: Span<UInt8>
  private let tokenBrackets: Span<TokenBrackets>
  private let separators: Span<UInt64>
  private let notes: Span<UInt8>
  private let depthChanges: Span<DepthChange>
  private let deepCloses: Span<UInt32>
  /// The number of tokens known to be well-formed.
  ///
  /// The arrays may have more.
  package let count: Int

  /// `bytes` include their padding.
  ///
  /// There are as many `positions` as `tokens`, at least one more than `count`.
  @_lifetime(
    copy bytes,
    copy positions,
    copy tokens,
    copy brackets,
    copy separators,
    copy notes,
    copy depthChanges,
    copy deepCloses
  )
  init(
    bytes: Span<UInt8>,
    positions: Span<UInt32>,
    tokens: Span<UInt8>,
    brackets: Span<TokenBrackets>,
    separators: Span<UInt64>,
    notes: Span<UInt8>,
    depthChanges: Span<DepthChange>,
    deepCloses: Span<UInt32>,
    count: Int
  ) {
    precondition(
      positions.count == tokens.count && count <= max(tokens.count - 1, 0),
      "tokens without a next one"
    )
    self.bytes = bytes
    self.positions = positions
    self.tokens = tokens
    self.tokenBrackets = brackets
    self.separators = separators
    self.notes = notes
    self.depthChanges = depthChanges
    self.deepCloses = deepCloses
    self.count = count
  }

  /// The bytes and 64 more, for wide loads.
  package var padded: Span<UInt8> {
    @_lifetime(copy self) get { bytes }
  }

  // MARK: - Unchecked in release builds

  /// The byte of a token, or of the one after the last.
  @inline(__always)
  package func token(_ index: Int) -> UInt8 {
    assert(index >= 0 && index <= count)
    // SAFETY: the view guarantees that one token more than `count` exists.
    return unsafe tokens[unchecked: index]
  }

  /// Where a token begins, or the one after the last.
  @inline(__always)
  package func position(_ index: Int) -> Int {
    assert(index >= 0 && index <= count)
    // SAFETY: as above.
    return Int(unsafe positions[unchecked: index])
  }

  /// The byte at an offset.
  @inline(__always)
  package func byte(_ offset: Int) -> UInt8 {
    assert(offset >= 0 && offset < bytes.count)
    // SAFETY: offsets are computed from positions.
    return unsafe bytes[unchecked: offset]
  }

  /// The eight bytes at an offset, first one lowest.
  @inline(__always)
  package func word(_ offset: Int) -> UInt64 {
    assert(offset >= 0 && offset <= bytes.count - 8)
    // SAFETY: offsets are computed from positions, and 64 bytes can be read after the last.
    let word = unsafe bytes.bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: offset,
      as: UInt64.self
    )
    return UInt64(littleEndian: word)
  }

  /// What was noted about a block of 64 bytes.
  @inline(__always)
  private func note(_ block: Int) -> UInt8 {
    assert(block >= 0 && block < notes.count)
    // SAFETY: blocks are computed from positions, and every block scanned has its note.
    return unsafe notes[unchecked: block]
  }

  // MARK: - Places of values

  /// The end of a token that is not a string: after the last byte of a number or literal.
  @inline(__always)
  package func end(ofScalar token: Int) -> Int {
    var end = position(token &+ 1)
    let start = position(token)
    while end > start &+ 1 && byte(end &- 1).isWhitespace { end &-= 1 }
    return end
  }

  /// The end of a string's text: the offset of its closing quote.
  @inline(__always)
  package func closingQuote(of token: Int) -> Int {
    var end = position(token &+ 1) &- 1
    while byte(end) != .quote { end &-= 1 }
    return end
  }

  /// The range of the text of a key, or of any string, between its quotes.
  @inline(__always)
  package func content(ofString token: Int) -> Range<Int> {
    let start = position(token) &+ 1
    return start..<closingQuote(of: token)
  }

  /// Whether a token opens an object or an array.
  @inline(__always)
  package static func opens(_ byte: UInt8) -> Bool { byte | 0x20 == .openObject }

  /// Whether the value that begins with `token` is null.
  @inline(__always)
  package func isNull(_ token: Int) -> Bool { self.token(token) == .ascii("n") }

  /// Whether the value that begins with `token` is an empty string.
  package func isEmptyString(_ token: Int) -> Bool {
    self.token(token) == .quote && content(ofString: token).isEmpty
  }

  /// The token after the value that begins with `token`, which must be complete.
  @inline(__always)
  package func next(after token: Int) -> Int {
    Self.opens(self.token(token)) ? closeOfComplete(token) &+ 1 : token &+ 1
  }

  /// The token after a comma at `token`; `token` if there is no comma.
  @inline(__always)
  package func afterComma(_ token: Int) -> Int { self.token(token) == .comma ? token &+ 1 : token }

  @inline(never)
  private func closeOfComplete(_ token: Int) -> Int {
    guard let close = close(of: token) else {
      preconditionFailure("a container that does not close")
    }
    return close
  }

  /// The token that closes the container opened by `token`; nil if it is not among the well-formed
  /// ones yet.
  @inline(__always)
  package func close(of token: Int) -> Int? {
    let block = token &>> 6
    guard block < tokenBrackets.count else { return nil }
    var brackets = tokenBrackets[block]
    brackets.keep(~1 &<< UInt64(truncatingIfNeeded: token & 63))
    var depth = 1
    let found = brackets.close(outOf: &depth)
    if found != 0 { return ready(block &* 64 &+ found.trailingZeroBitCount) }
    depth &+= brackets.open.nonzeroBitCount
    return deepCloses.isEmpty
      ? close(outOf: depth, from: block &+ 1) : close(outOfDeep: depth, from: block &+ 1)
  }

  /// The token that closes the outermost of `depth` containers that are open before a block.
  @inline(__always)
  private func close(outOf depth: Int, from block: Int) -> Int? {
    var (depth, block) = (depth, block)
    while block < depthChanges.count {
      let change = depthChanges[block]
      if depth <= Int(change.closed) { break }
      depth &+= Int(change.opened) &- Int(change.closed)
      block &+= 1
    }
    // It closes in this block, or in the available part of the last one.
    guard block < tokenBrackets.count else { return nil }
    var brackets = tokenBrackets[block]
    let found = brackets.close(outOf: &depth)
    return found != 0 ? ready(block &* 64 &+ found.trailingZeroBitCount) : nil
  }

  /// The token that closes the outermost of `depth` containers that are open before a block, some
  /// of them so deep that blocks store where to continue after the containers opened in them.
  @inline(never)
  private func close(outOfDeep depth: Int, from block: Int) -> Int? {
    var (depth, block) = (depth, block)
    var places = ~0 as UInt64
    while block < tokenBrackets.count {
      let far = block < deepCloses.count ? Int(deepCloses[block]) : 0
      let opened: Int
      if places == ~0 && block < depthChanges.count && depth > Int(depthChanges[block].closed) {
        depth &-= Int(depthChanges[block].closed)
        opened = Int(depthChanges[block].opened)
      } else {
        var brackets = tokenBrackets[block]
        brackets.keep(places)
        let found = brackets.close(outOf: &depth)
        if found != 0 { return ready(block &* 64 &+ found.trailingZeroBitCount) }
        opened = brackets.open.nonzeroBitCount
      }
      if far == 0 {
        depth &+= opened
        block &+= 1
        places = ~0
      } else {
        block = far &>> 6
        places = ~1 &<< UInt64(truncatingIfNeeded: far & 63)
      }
    }
    return nil
  }

  /// Continues from `token` inside `depth` containers, at least one, 64 tokens a step: returns the
  /// token that closes the outermost, or nil with the depth at the end of the well-formed tokens.
  func unwind(from token: Int, depth: inout Int) -> Int? {
    var places = ~0 as UInt64 &<< UInt64(truncatingIfNeeded: token & 63)
    for block in (token &>> 6)..<max(token &>> 6, (count &+ 63) &>> 6) {
      let left = count &- block &* 64
      if left < 64 { places &= (1 &<< UInt64(truncatingIfNeeded: left)) &- 1 }
      if places == ~0 && depth > Int(depthChanges[block].closed) {
        depth &+= Int(depthChanges[block].opened) &- Int(depthChanges[block].closed)
        continue
      }
      var brackets = tokenBrackets[block]
      brackets.keep(places)
      places = ~0
      let found = brackets.close(outOf: &depth)
      if found != 0 { return block &* 64 &+ found.trailingZeroBitCount }
      depth &+= brackets.open.nonzeroBitCount
    }
    return nil
  }

  /// The next separator after a token that is not a separator; nil if there is none among the
  /// well-formed tokens yet.
  @inline(__always)
  package func separator(after token: Int) -> Int? {
    var block = token &>> 6
    guard block < separators.count else { return nil }
    var found = separators[block] & (~1 &<< UInt64(truncatingIfNeeded: token & 63))
    while found == 0 {
      block &+= 1
      guard block < separators.count else { return nil }
      found = separators[block]
    }
    return ready(block &* 64 &+ found.trailingZeroBitCount)
  }

  private func ready(_ token: Int) -> Int? { token < count ? token : nil }

  // MARK: - Notes

  /// Whether there may be a backslash among these bytes, at least one.
  @inline(__always)
  package func mayHaveEscapes(_ range: Range<Int>) -> Bool { hasNote(.backslash, range) }

  /// Whether there may be a backslash between two offsets, at least one byte apart.
  @inline(__always)
  func mayHaveEscapes(from start: Int, to end: Int) -> Bool {
    hasNote(.backslash, from: start, to: end)
  }

  /// Whether there is a backslash between two offsets in ascending order.
  @inline(__always)
  func hasBackslash(from start: Int, to end: Int) -> Bool {
    mayHaveEscapes(from: start, to: end) && bytes.contains(.backslash, padded: start..<end)
  }

  /// Whether something was noted about the blocks of these bytes, at least one.
  @inline(__always)
  func hasNote(_ wanted: BlockNote, _ range: Range<Int>) -> Bool {
    hasNote(wanted, from: range.lowerBound, to: range.upperBound)
  }

  @inline(__always)
  private func hasNote(_ wanted: BlockNote, from start: Int, to end: Int) -> Bool {
    let first = start &>> 6
    let count = ((end &- 1) &>> 6) &- first &+ 1
    // Branch-free on the result, since which records have an escape is unpredictable.
    guard count < 8, first &+ 8 <= notes.count else { return hasNote(wanted, first, count) }
    let all = UInt64(wanted.rawValue) &* 0x0101_0101_0101_0101
    return notes.word(at: first) & all & .lowBytes(count) != 0
  }

  @inline(never)
  private func hasNote(_ wanted: BlockNote, _ first: Int, _ count: Int) -> Bool {
    let all = UInt64(wanted.rawValue) &* 0x0101_0101_0101_0101
    var block = first
    while block + 8 <= first + count {
      if notes.word(at: block) & all != 0 { return true }
      block += 8
    }
    while block < first + count {
      if note(block) & wanted.rawValue != 0 { return true }
      block += 1
    }
    return false
  }
}
