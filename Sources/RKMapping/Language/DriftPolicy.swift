/// What happens to data that is not what the spec says: one policy for all cases (trust.md, section
/// 1).
///
/// ```swift
/// var options = MapperOptions()
/// options.drift = .fail
/// ```
public enum DriftPolicy: String, Sendable, CaseIterable {
  /// It is accepted silently.
  case allow
  /// It is accepted with a warning.
  case report
  /// Its record fails.
  case fail
}
