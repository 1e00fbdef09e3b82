internal import Foundation

/// Facts about the machine that tests run on.
package enum Machine {
  /// Whether to run a test with a requirement: if the requirement is met, and always in CI, where
  /// no test may be skipped silently.
  package static func offers(_ isThere: Bool) -> Bool {
    isThere || ProcessInfo.processInfo.environment["CI"] == "true"
  }
}
