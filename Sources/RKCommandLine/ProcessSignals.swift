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
  /// Makes a closed pipe an error of the write, an interruption a wish that is asked for, and a
  /// crash a status of its own.
  package static func install() {
    // SAFETY: the handlers touch an atomic flag, or write a constant text and leave.
    _ = signal(SIGPIPE, SIG_IGN)
    // Asked for once, the flag is there when a handler sets it.
    _ = Interruption.isPending
    for number in [SIGINT, SIGTERM] {
      unsafe handle(number) { _ in Interruption.request() }
    }
    // A program that is to outlive its terminal is started with this one ignored.
    if !isIgnored(SIGHUP) {
      unsafe handle(SIGHUP) { _ in Interruption.request() }
    }
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
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
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = handler
    #else
      unsafe action.__sigaction_handler.sa_handler = handler
    #endif
    unsafe sigemptyset(&action.sa_mask)
    unsafe sigaction(number, &action, nil)
  }
}

/// The variables of the process's environment.
package enum ProcessEnvironment {
  package static subscript(name: String) -> String? {
    // SAFETY: the text is copied before anything can change the environment.
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// It is there, and not empty.
  package static func isSet(_ name: String) -> Bool { !(self[name] ?? "").isEmpty }
}
