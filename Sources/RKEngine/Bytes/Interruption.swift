#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import Synchronization

/// The user's wish to stop: set by a signal, asked for wherever a call may wait.
///
/// A signal that comes just before a call would not end it. So a call that may wait for long also
/// waits for the bell: a pipe that can be read from as soon as the wish is there.
package enum Interruption {
  private static let flag = Atomic<Bool>(false)
  private static let bell = Atomic<Int32>(-1)
  private static let bellRope = Atomic<Int32>(-1)

  package static var isPending: Bool { flag.load(ordering: .relaxed) }

  /// The file to wait for beside another; none, which is less than 0, where nothing was prepared.
  static var bellNumber: Int32 { bell.load(ordering: .relaxed) }

  /// Hangs up the bell; to be called once, before any handler is set.
  package static func prepare() {
    // No array: the type of one would be made for this alone.
    var ends: (Int32, Int32) = (-1, -1)
    // SAFETY: the call fills two numbers, and the pair has two that stand side by side.
    let isMade = unsafe withUnsafeMutablePointer(to: &ends) { pair in
      unsafe pair.withMemoryRebound(to: Int32.self, capacity: 2) { unsafe pipe($0) == 0 }
    }
    if isMade { ends = (moved(ends.0), moved(ends.1)) }
    // Used once, the variables are there when a handler uses them.
    bell.store(ends.0, ordering: .relaxed)
    bellRope.store(ends.1, ordering: .relaxed)
    _ = isPending
  }

  /// The same file by a number that is none of a standard stream: one that was closed stays so.
  private static func moved(_ number: Int32) -> Int32 {
    defer { _ = close(number) }
    return fcntl(number, F_DUPFD_CLOEXEC, 3)
  }

  /// Safe to call from a signal handler once `prepare` has been called.
  package static func request() {
    let rope = bellRope.load(ordering: .relaxed)
    guard !flag.exchange(true, ordering: .relaxed), rope >= 0 else { return }
    var stroke: UInt8 = 0
    // SAFETY: the call reads one byte, and there is one.
    _ = unsafe write(rope, &stroke, 1)
  }
}
