/// What distinguishes a record from all others: its target, and the texts of the values that
/// identify it.
///
/// It is stored as 128 bits, hashed with a key of the process: nobody can construct two that
/// collide.
package struct RecordKey: Hashable, Sendable, BitwiseCopyable {
  private var low: Int
  private var high: Int

  /// Makes a key of two independent halves.
  init(low: Int, high: Int) {
    self.low = low
    self.high = high
  }

  /// Both halves, whose bits are different for most keys.
  @inline(__always)
  var words: (low: UInt64, high: UInt64) {
    (UInt64(UInt(bitPattern: low)), UInt64(UInt(bitPattern: high)))
  }

  /// Makes the key from the texts of some values of a record of a target.
  init(target: UInt32, texts: Span<UInt8>, lengths: Span<UInt32>) {
    low = Self.hash(0, target, texts, lengths)
    high = Self.hash(1, target, texts, lengths)
  }

  private static func hash(
    _ half: UInt8,
    _ target: UInt32,
    _ texts: Span<UInt8>,
    _ lengths: Span<UInt32>
  ) -> Int {
    var hasher = Hasher()
    hasher.combine(half)
    hasher.combine(target)
    for index in lengths.indices { hasher.combine(lengths[index]) }
    hasher.combine(texts, 0..<texts.count)
    return hasher.finalize()
  }
}
