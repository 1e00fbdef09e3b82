extension DiagnosticCode {
  static let coverageCodes: [DiagnosticCode] = [unknownKey]

  /// A representation has a key that nothing maps.
  public static let unknownKey = DiagnosticCode(
    "RK3001",
    "unknown-key",
    .warning,
    "No rule maps a key of a representation.",
    """
    The mapper, the relationship that leads to it or the spec's `defaults` say `"unknown": "report"`, so that keys that
    come new or under another name are noticed; with `"unknown": "error"` the record fails. A key is mapped when any
    rule reads it: of the mapper, of a mapper that makes a record of the same representation, a matcher, or a rule
    elsewhere by way of `@parent`, `@root` or `@document`. What is mapped as a whole is not looked into.

    To fix it, map the key, or name it in `ignoreKeys`.
    """
  )
}
