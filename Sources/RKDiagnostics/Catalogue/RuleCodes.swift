extension DiagnosticCode {
  static let ruleCodes: [DiagnosticCode] = [badValidation, badTemplate, otherValue]

  /// A rule of a `validate` list that contradicts itself.
  public static let badValidation = DiagnosticCode(
    "RK2055",
    "bad-validation",
    .error,
    "A rule of a `validate` list lacks something, or has too much.",
    """
    A rule has an `if` or an `unless`, and `then` says what becomes of a value for which the rule holds: `"reject"`,
    `"fail"`, `"null"`, or `"set"` with the `value` that takes its place. A rule of a whole record can only `"fail"`.
    """
  )

  /// A template that cannot be filled in.
  public static let badTemplate = DiagnosticCode(
    "RK2056",
    "bad-template",
    .error,
    "A template cannot be read, or names what is no attribute of its record.",
    """
    `{name}` in a `template` stands for the attribute of the same record with that destination, `{name|url}` for its
    value escaped for a URL; a brace itself is written twice. Templates may be made of one another, but not in a
    circle.
    """
  )

  /// A value to be set that is none of the attribute's type.
  public static let otherValue = DiagnosticCode(
    "RK2057",
    "other-value",
    .warning,
    "A rule sets a value that is none of its attribute's type.",
    """
    What a rule of a `validate` list sets stands in the record as it is written in the spec: it is not converted.
    """
  )
}
