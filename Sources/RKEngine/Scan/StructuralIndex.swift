/// Where the structure of a window's bytes is: for each token its position and its byte.
///
/// Holds as many positions as tokens, with `tokens[k] == bytes[positions[k]]`, one `TokenBrackets` for
/// every 64 tokens, `TokenMasks` of those that are being validated, and one note for every 64 bytes. `{"a": [1, "x"]}` has the tokens
///
///     token     {  "  :  [  1  ,  "  ]  }
///     position  0  1  4  6  7  8 10 13 14
///
/// A string has one token, its opening quote: its end is found from the next token. So has a
/// number, and a literal. docs/engine.md walks through the same document.
package struct StructuralIndex: ~Copyable {
  package var positions = UniqueArray<UInt32>()
  package var tokens = UniqueArray<UInt8>()
  /// The masks of blocks of 64 tokens, from the first that is not validated yet on, and some before it.
  package var masks = UniqueArray<TokenMasks>()
  /// The block that the masks begin with.
  private(set) var firstMaskedBlock = 0
  package var brackets = UniqueArray<TokenBrackets>()
  /// For every 64 tokens those that part documents; nothing where none do.
  package var separators = UniqueArray<UInt64>()
  package var notes = UniqueArray<UInt8>()

  package init() {}

  package var count: Int { tokens.count }

  /// Makes room for about so many more tokens.
  mutating func reserve(_ added: Int) {
    positions.reserveAtOnce(added)
    tokens.reserveAtOnce(added)
  }

  /// Forgets everything, and keeps the memory.
  package mutating func removeAll() {
    positions.removeAll()
    tokens.removeAll()
    masks.removeAll()
    firstMaskedBlock = 0
    brackets.removeAll()
    separators.removeAll()
    notes.removeAll()
  }

  /// Forgets all tokens, and the notes of the blocks from `block` on, which is to come next; blocks
  /// before it that were not scanned have nothing noted.
  mutating func removeTokens(notesFrom block: Int) {
    masks.removeAll()
    firstMaskedBlock = 0
    truncate(to: 0)
    notes.truncate(to: min(block, notes.count))
    notes.append(zeros: block - notes.count)
  }

  /// Forgets `tokenCount` tokens and `byteCount` bytes at the front, each a multiple of 64.
  ///
  /// The bytes of tokens that stay may go: such a token keeps its byte, and has no position.
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

  /// Forgets the tokens at `newCount` and after; their block's masks must be made again.
  mutating func truncate(to newCount: Int) {
    positions.truncate(to: newCount)
    tokens.truncate(to: newCount)
    truncate(toBlocks: (newCount + 63) / 64)
  }

  /// Forgets what is known of the blocks of 64 tokens from a number on.
  mutating func truncate(toBlocks count: Int) {
    masks.truncate(to: min(masks.count, max(count - firstMaskedBlock, 0)))
    brackets.truncate(to: min(brackets.count, count))
    separators.truncate(to: min(separators.count, count))
  }

  /// The masks of a block of 64 tokens.
  @inline(__always)
  func masks(ofBlock block: Int) -> TokenMasks { masks[block &- firstMaskedBlock] }

  /// Forgets the masks of blocks before one, whose tokens have been validated.
  mutating func forgetMasks(before block: Int) {
    guard block > firstMaskedBlock else { return }
    masks.dropFirst(min(block - firstMaskedBlock, masks.count))
    firstMaskedBlock = block
  }
}

extension UniqueArray where Element == UInt32 {
  /// Takes `distance` from every element.
  ///
  /// Elements below it wrap round: they are positions that nobody asks for again.
  mutating func shift(by distance: UInt32) {
    for index in 0..<count { self[index] &-= distance }
  }
}
