#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A running thread of the system, which must be joined.
@safe
package struct SystemThread {
  private let number: pthread_t

  /// The stack size of a thread in bytes.
  ///
  /// Enough for the deepest nesting, 10,000 records or the deepest valid expression. The system's
  /// default may be far less.
  static var stackSize: Int { 8 << 20 }

  /// Starts a thread; nil if the system cannot create it.
  ///
  /// The thread blocks signals, which should interrupt the calls of earlier threads. But it
  /// receives the signals of its own faults, including access to mapped bytes that are gone. With
  /// `takesSignals` signals are delivered to it, and no longer to the thread that started it.
  init?(running job: ThreadJob, takesSignals: Bool = false) {
    var others = sigset_t()
    var own = sigset_t()
    var attributes = pthread_attr_t()
    // SAFETY: the job is retained for the thread, which takes ownership.
    let given = unsafe Unmanaged.passRetained(job)
    #if canImport(Darwin)
      var made: pthread_t?
    #else
      var made = pthread_t()
    #endif
    // SAFETY: the sets, the attributes and the thread are variables that outlive the calls.
    unsafe sigfillset(&others)
    for fault in [SIGBUS, SIGSEGV, SIGILL, SIGTRAP, SIGFPE, SIGABRT] {
      unsafe sigdelset(&others, fault)
    }
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setstacksize(&attributes, Self.stackSize)
    // The new thread inherits the mask that this one has at that moment.
    unsafe pthread_sigmask(SIG_SETMASK, &others, &own)
    if takesSignals { swap(&others, &own) }
    unsafe pthread_sigmask(SIG_SETMASK, &others, nil)
    // SAFETY: as above.
    let code = unsafe pthread_create(&made, &attributes, { unsafe Self.run($0) }, given.toOpaque())
    let isMade = code == 0
    if takesSignals && !isMade { swap(&others, &own) }
    unsafe pthread_sigmask(SIG_SETMASK, &own, nil)
    unsafe pthread_attr_destroy(&attributes)
    guard isMade else {
      // SAFETY: there is no thread to take ownership of the job.
      unsafe given.release()
      return nil
    }
    #if canImport(Darwin)
      guard let made else { return nil }
    #endif
    number = made
  }

  /// Starts a thread that nobody waits for; false if the system cannot create it.
  package static func detach(_ work: @escaping () -> Void) -> Bool {
    guard let thread = SystemThread(running: FunctionJob(work)) else { return false }
    // SAFETY: the thread was made, and nobody waits for it.
    #if canImport(Darwin)
      let code = unsafe pthread_detach(thread.number)
    #else
      let code = pthread_detach(thread.number)
    #endif
    precondition(code == 0, "a thread that cannot be left alone")
    return true
  }

  #if canImport(Darwin)
    private typealias Argument = UnsafeMutableRawPointer
  #else
    private typealias Argument = UnsafeMutableRawPointer?
  #endif

  private static func run(_ argument: Argument) -> UnsafeMutableRawPointer? {
    // SAFETY: the argument is the job that was retained for this thread.
    let given: UnsafeMutableRawPointer? = unsafe argument
    guard let given = unsafe given else { return nil }
    unsafe Emergency.runThread(given) { argument in
      guard let argument = unsafe argument else { return }
      // SAFETY: as above.
      unsafe Unmanaged<ThreadJob>.fromOpaque(argument).takeRetainedValue().run()
    }
    return nil
  }

  /// Waits until the thread has ended; call once.
  func join() {
    // SAFETY: the thread was made, and nobody else waits for it.
    #if canImport(Darwin)
      let code = unsafe pthread_join(number, nil)
    #else
      let code = pthread_join(number, nil)
    #endif
    precondition(code == 0, "a thread that cannot be waited for")
  }

  /// Lets the thread end by itself, instead of waiting for it.
  func leave() {
    // SAFETY: the thread was made, and nobody waits for it.
    #if canImport(Darwin)
      let code = unsafe pthread_detach(number)
    #else
      let code = pthread_detach(number)
    #endif
    precondition(code == 0, "a thread that cannot be left")
  }
}

/// The work of a thread.
class ThreadJob {
  func run() {}
}

/// A function as the work of a thread.
private final class FunctionJob: ThreadJob {
  private let work: () -> Void

  init(_ work: @escaping () -> Void) { self.work = work }

  override func run() { work() }
}
