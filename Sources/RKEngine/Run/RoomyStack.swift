#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Runs work on a stack that is large enough for all valid inputs.
///
/// Specs, expressions and documents are limited in depth, and functions that recurse over them need
/// the usual stack size. Whoever starts the program may have set a smaller one (`ulimit -s`).
package enum RoomyStack {
  /// Runs work with enough stack: the current one, or another thread's.
  ///
  /// Signals are then delivered to that thread, whose system calls they should interrupt. If the
  /// system cannot create a thread, the work runs on the current one.
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
