#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import RKEngine

/// How the process answers signals.
package enum ProcessSignals {
  /// Makes a closed pipe and a file that may not grow errors of the write, an interruption a wish
  /// that is asked for, and a crash a status of its own.
  package static func install() {
    for number in [SIGPIPE, SIGXFSZ] { _ = signal(number, SIG_IGN) }
    Interruption.prepare()
    for number in [SIGINT, SIGTERM] {
      // SAFETY: the handler does what is safe in one: it sets an atomic flag and writes a byte.
      unsafe handle(number) { _ in Interruption.request() }
    }
    // A program that is to outlive its terminal is started with this one ignored.
    if !isIgnored(SIGHUP) {
      // SAFETY: as above.
      unsafe handle(SIGHUP) { _ in Interruption.request() }
    }
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
      // SAFETY: the handler writes a constant text, of which the call reads no more than there is,
      // and leaves.
      unsafe handle(number) { _ in
        ProcessSignals.ownFaultText.withUTF8Buffer { text in
          _ = unsafe write(2, text.baseAddress, text.count)
        }
        _exit(ExitStatus.ownFault.rawValue)
      }
    }
  }

  private static let ownFaultText: StaticString = """
    error[RK5999]: rkmap has a fault of its own and stopped
      = help: please report it with the command, the spec and, if you may, the input

    """

  /// Whether whoever started the program wants it not to hear a signal.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    // SAFETY: the call fills the structure, and changes nothing.
    unsafe sigaction(number, nil, &action)
    #if canImport(Darwin)
      let handler = action.__sigaction_u
    #else
      let handler = action.__sigaction_handler
    #endif
    // SAFETY: the handler is the size of a pointer, and 1 is that of the system's SIG_IGN.
    return unsafe withUnsafeBytes(of: handler) { unsafe $0.load(as: Int.self) } == 1
  }

  /// Sets a handler that interrupts waiting calls instead of restarting them.
  @unsafe
  private static func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    // SAFETY: the member that is set is the one that counts without SA_SIGINFO; the calls read and
    // write the structure alone. What the handler does is the caller's care.
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = handler
    #else
      unsafe action.__sigaction_handler.sa_handler = handler
    #endif
    unsafe sigemptyset(&action.sa_mask)
    unsafe sigaction(number, &action, nil)
  }
}
