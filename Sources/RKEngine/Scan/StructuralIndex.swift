/// Where the structure of a window's bytes is: for each token its position and its byte.
///
/// Holds as many positions as tokens, with `tokens[k] == bytes[positions[k]]`, one `TokenMasks` for
/// every 64 tokens, and one note for every 64 bytes. `{"a": [1, "x"]}` has the tokens
///
///     token     {  "  :  [  1  ,  "  ]  }
///     position  0  1  4  6  7  8 10 13 14
///
/// A string has one token, its opening quote: its end is found from the next token. So has a
/// number, and a literal. docs/engine.md walks through the same document.
package struct StructuralIndex: ~Copyable {
  package var positions = UniqueArray<UInt32>()
  package var tokens = UniqueArray<UInt8>()
  package var masks = UniqueArray<TokenMasks>()
  package var notes = UniqueArray<UInt8>()

  package init() {}

  package var count: Int { tokens.count }

  /// Forgets everything, and keeps the memory.
  package mutating func removeAll() {
    positions.removeAll()
    tokens.removeAll()
    masks.removeAll()
    notes.removeAll()
  }

  /// Forgets all tokens, and the notes of the blocks from `block` on, which is to come next; blocks
  /// before it that were not scanned have nothing noted.
  mutating func removeTokens(notesFrom block: Int) {
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
      masks.dropFirst(tokenCount / 64)
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
    masks.truncate(to: min(masks.count, (newCount + 63) / 64))
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
