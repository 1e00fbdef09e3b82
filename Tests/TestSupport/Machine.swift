internal import Foundation

/// What tests need of the machine that they run on.
package enum Machine {
  /// Whether to run a test that needs something: if it is available, and always in CI, where
  /// nothing may be skipped silently.
  package static func offers(_ isThere: Bool) -> Bool {
    isThere || ProcessInfo.processInfo.environment["CI"] == "true"
  }
}
