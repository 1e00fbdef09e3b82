#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A stack on which everything legal has room.
///
/// Specs, expressions and documents are bounded in their depth, and functions that recur over them need
/// what a system usually gives. Who starts the program may have given it less (`ulimit -s`).
package enum RoomyStack {
  /// Does some work where there is room: on the stack that the program has, or on another thread's.
  ///
  /// Signals then reach that thread, whose calls they are to interrupt. A system without room for a
  /// thread leaves the work where it is.
  package static func run<Result>(_ work: @escaping () -> Result) -> Result {
    var limit = rlimit()
    #if canImport(Glibc)
      let kind = __rlimit_resource_t(RLIMIT_STACK.rawValue)
    #else
      let kind = RLIMIT_STACK
    #endif
    // SAFETY: the call fills the structure.
    let isKnown = unsafe getrlimit(kind, &limit) == 0
    if isKnown && limit.rlim_cur >= SystemThread.stackSize { return work() }
    let job = ResultJob(work)
    guard let thread = SystemThread(running: job, takesSignals: true) else { return work() }
    thread.join()
    guard let result = job.result else { preconditionFailure("a thread without a result") }
    return result
  }
}

private final class ResultJob<Result>: ThreadJob {
  private let work: () -> Result
  private(set) var result: Result?

  init(_ work: @escaping () -> Result) { self.work = work }

  override func run() { result = work() }
}
