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
}
