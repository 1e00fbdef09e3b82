#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A point in time of the monotonic clock.
///
/// The clocks of the standard library belong to its concurrency: a program that uses one links all
/// of that and initializes it at every start.
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

  /// The nanoseconds since an earlier timestamp.
  package func nanoseconds(since earlier: Timestamp) -> Int { nanoseconds - earlier.nanoseconds }

  package static func < (one: Timestamp, other: Timestamp) -> Bool {
    one.nanoseconds < other.nanoseconds
  }
}
