internal import Foundation

/// What tests need of the machine that they run on.
package enum Machine {
  /// Whether to run a test that needs something: where it is there, and in CI in any case, for nothing
  /// is to be left out there without a word.
  package static func offers(_ isThere: Bool) -> Bool {
    isThere || ProcessInfo.processInfo.environment["CI"] == "true"
  }
}
