#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import RKEngine

/// How the process handles signals.
package enum ProcessSignals {
  /// Installs the handlers: a closed pipe or a file size limit becomes an error of the write, an interruption
  /// a request that is enforced soon after, and a crash ends with an exit status of its own.
  package static func install() {
    for number in [SIGPIPE, SIGXFSZ] { _ = signal(number, SIG_IGN) }
    Emergency.answerSignals(
      Emergency.Endings(
        interruptedStatus: ExitStatus.interrupted.rawValue,
        withoutMemoryStatus: ExitStatus.badOutput.rawValue,
        faultStatus: ExitStatus.ownFault.rawValue,
        withoutMemoryText: "error[RK5016]: out of memory",
        withoutMemoryHelp: """

            = help: raise the limit of 'ulimit -v' or of the container, or let the run need less: -j 1, \
          fewer inputs at a time, smaller documents; 'rkmap help RK5016' says what is kept in memory

          """,
        faultText: """
          error[RK5999]: rkmap stopped with an internal error
            = help: please report it with the command, the spec and, if you may, the input

          """
      )
    )
  }
}
