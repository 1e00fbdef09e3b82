#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import Synchronization

/// The user's request to stop: set by a signal, checked wherever a call may wait.
///
/// A signal that arrives just before a call would not end that call. So a call that may wait long
/// also waits for the bell: a pipe that becomes readable as soon as a stop is requested.
package enum Interruption {
  private static let flag = Atomic<Bool>(false)
  private static let bell = Atomic<Int32>(-1)
  private static let bellRope = Atomic<Int32>(-1)

  package static var isPending: Bool { flag.load(ordering: .relaxed) }

  /// The descriptor to wait for besides another; negative without `prepare`.
  static var bellNumber: Int32 { bell.load(ordering: .relaxed) }

  /// Creates the bell.
  ///
  /// To be called once, before any handler is installed.
  package static func prepare() {
    // A tuple, since the type of an array would have to be instantiated only for this.
    var ends: (Int32, Int32) = (-1, -1)
    // SAFETY: the call fills two numbers, and the pair holds two adjacent ones.
    let isMade = unsafe withUnsafeMutablePointer(to: &ends) { pair in
      unsafe pair.withMemoryRebound(to: Int32.self, capacity: 2) { unsafe pipe($0) == 0 }
    }
    if isMade { ends = (moved(ends.0), moved(ends.1)) }
    // Touching the variables here initialises them before a handler uses them.
    bell.store(ends.0, ordering: .relaxed)
    bellRope.store(ends.1, ordering: .relaxed)
    _ = isPending
  }

  /// Moves a descriptor away from the numbers of the standard streams: a stream that was closed
  /// must stay closed.
  private static func moved(_ number: Int32) -> Int32 {
    defer { _ = close(number) }
    return fcntl(number, F_DUPFD_CLOEXEC, 3)
  }

  /// Requests a stop.
  ///
  /// May be called from a signal handler after `prepare`.
  package static func request() {
    let rope = bellRope.load(ordering: .relaxed)
    guard !flag.exchange(true, ordering: .relaxed), rope >= 0 else { return }
    var stroke: UInt8 = 0
    // SAFETY: the call reads one byte, and there is one.
    _ = unsafe write(rope, &stroke, 1)
  }
}
