/// The key that distinguishes a record from all others: its target, and the texts of its identity.
///
/// Stored as 128 bits that are hashed with a random key of the process, so that nobody can
/// construct collisions.
package struct RecordKey: Hashable, Sendable, BitwiseCopyable {
  private var low: Int
  private var high: Int

  /// Makes a key of two independent halves.
  init(low: Int, high: Int) {
    self.low = low
    self.high = high
  }

  /// Both halves; most keys differ in either half.
  @inline(__always)
  var words: (low: UInt64, high: UInt64) {
    (UInt64(UInt(bitPattern: low)), UInt64(UInt(bitPattern: high)))
  }
}
