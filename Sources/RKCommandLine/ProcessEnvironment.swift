#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The environment variables of the process.
package enum ProcessEnvironment {
  package static subscript(name: String) -> String? {
    // SAFETY: the text is copied before anything can change the environment.
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Whether a variable is set and not empty.
  package static func isSet(_ name: String) -> Bool { !(self[name] ?? "").isEmpty }
}
