#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Calls of the system.
package enum SystemCall {
  /// Makes a call, and repeats it if it was interrupted without a request to stop.
  ///
  /// Not for `close`: an interrupted `close` has closed the file.
  package static func repeated<Result>(_ call: () -> Result) -> Result {
    while true {
      errno = 0
      let result = call()
      if errno != EINTR || Interruption.isPending { return result }
    }
  }

  /// The `errno` of the last call; 0 if it did not fail.
  package static var failureCode: Int32 { errno }
}
