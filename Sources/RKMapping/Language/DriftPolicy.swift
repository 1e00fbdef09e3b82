/// What happens to data that the spec does not describe: one policy for all such cases.
///
/// ```swift
/// var options = MapperOptions()
/// options.drift = .fail
/// ```
public enum DriftPolicy: String, Sendable, CaseIterable, Comparable {
  /// The data is accepted silently.
  case allow
  /// The data is accepted with a warning.
  case report
  /// The record fails.
  case fail

  /// Whether one policy is less strict than another.
  public static func < (one: DriftPolicy, other: DriftPolicy) -> Bool {
    one != other && (one == .allow || other == .fail)
  }
}
