#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A moment of a clock that nobody sets.
///
/// The clocks of the standard library are part of its concurrency: a program that asks one has all of
/// that in it, and sets it up whenever it starts.
package struct Timestamp: Comparable, Sendable {
  private var nanoseconds: Int

  package static var now: Timestamp {
    var time = timespec()
    // SAFETY: the call fills the structure.
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Timestamp(nanoseconds: Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec))
  }

  package func advanced(by duration: Duration) -> Timestamp {
    let (seconds, attoseconds) = duration.components
    return Timestamp(
      nanoseconds: nanoseconds + Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    )
  }

  /// How many nanoseconds came after an earlier one.
  package func nanoseconds(since earlier: Timestamp) -> Int { nanoseconds - earlier.nanoseconds }

  package static func < (one: Timestamp, other: Timestamp) -> Bool {
    one.nanoseconds < other.nanoseconds
  }
}
