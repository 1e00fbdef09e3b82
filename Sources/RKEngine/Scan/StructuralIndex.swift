/// The structure of a window's bytes: for each token its position and its byte.
///
/// Contains as many positions as tokens, with `tokens[k] == bytes[positions[k]]`, one
/// `TokenBrackets` for every 64 tokens, `TokenMasks` of those that are being validated, and one
/// note for every 64 bytes. `{"a": [1, "x"]}` has the tokens
///
///     token     {  "  :  [  1  ,  "  ]  }
///     position  0  1  4  6  7  8 10 13 14
///
/// A string has one token, its opening quote: its end is found from the next token. The same holds
/// for a number and a literal. docs/engine.md walks through the same document.
package struct StructuralIndex: ~Copyable {
  package var positions = UniqueArray<UInt32>()
  package var tokens = UniqueArray<UInt8>()
  /// The masks of blocks of 64 tokens, from the first block not validated yet, and some before it.
  package var masks = UniqueArray<TokenMasks>()
  /// The block that the masks begin with.
  private(set) var firstMaskedBlock = 0
  package var brackets = UniqueArray<TokenBrackets>()
  /// For every 64 tokens, a bit for each that separates documents; empty if none do.
  package var separators = UniqueArray<UInt64>()
  package var notes = UniqueArray<UInt8>()

  package init() {}

  package var count: Int { tokens.count }

  /// Reserves memory for about this many more tokens.
  mutating func reserve(_ added: Int) {
    positions.reserveAtOnce(added)
    tokens.reserveAtOnce(added)
  }

  /// Removes everything, and keeps the memory.
  package mutating func removeAll() {
    positions.removeAll()
    tokens.removeAll()
    masks.removeAll()
    firstMaskedBlock = 0
    brackets.removeAll()
    separators.removeAll()
    notes.removeAll()
  }

  /// Removes all tokens, and the notes of the blocks from `block` on, which is scanned next; blocks
  /// before it that were not scanned get empty notes.
  mutating func removeTokens(notesFrom block: Int) {
    masks.removeAll()
    firstMaskedBlock = 0
    truncate(to: 0)
    notes.truncate(to: min(block, notes.count))
    notes.append(zeros: block - notes.count)
  }

  /// Removes `tokenCount` tokens and `byteCount` bytes at the front, each a multiple of 64.
  ///
  /// The bytes of remaining tokens may be dropped: such a token keeps its byte, and has no
  /// position.
  mutating func dropFirst(tokenCount: Int, byteCount: Int) {
    precondition(tokenCount % 64 == 0 && byteCount % 64 == 0, "blocks are dropped whole")
    if tokenCount > 0 {
      positions.dropFirst(tokenCount)
      tokens.dropFirst(tokenCount)
      forgetMasks(before: tokenCount / 64)
      firstMaskedBlock -= tokenCount / 64
      brackets.dropFirst(tokenCount / 64)
      separators.dropFirst(min(tokenCount / 64, separators.count))
    }
    if byteCount > 0 {
      notes.dropFirst(byteCount / 64)
      positions.shift(by: UInt32(byteCount))
    }
  }

  /// Removes the tokens at `newCount` and after; their block's masks must be computed again.
  mutating func truncate(to newCount: Int) {
    positions.truncate(to: newCount)
    tokens.truncate(to: newCount)
    truncate(toBlocks: (newCount + 63) / 64)
  }

  /// Removes masks, brackets and separators of the blocks of 64 tokens from a number on.
  mutating func truncate(toBlocks count: Int) {
    masks.truncate(to: min(masks.count, max(count - firstMaskedBlock, 0)))
    brackets.truncate(to: min(brackets.count, count))
    separators.truncate(to: min(separators.count, count))
  }

  /// The masks of a block of 64 tokens.
  @inline(__always)
  func masks(ofBlock block: Int) -> TokenMasks { masks[block &- firstMaskedBlock] }

  /// Drops the masks of blocks before one; their tokens have been validated.
  mutating func forgetMasks(before block: Int) {
    guard block > firstMaskedBlock else { return }
    masks.dropFirst(min(block - firstMaskedBlock, masks.count))
    firstMaskedBlock = block
  }
}

extension UniqueArray where Element == UInt32 {
  /// Subtracts `distance` from every element.
  ///
  /// Smaller elements wrap around: they are positions that are never read again.
  mutating func shift(by distance: UInt32) {
    for index in 0..<count { self[index] &-= distance }
  }
}
