extension DiagnosticCode {
  static let expressionCodes: [DiagnosticCode] = [
    badExpression, unknownRecordName,
  ]

  /// A predicate or an expression that cannot be understood.
  public static let badExpression = DiagnosticCode(
    "RK2050",
    "bad-expression",
    .error,
    "A predicate or an expression cannot be understood.",
    """
    Predicates and expressions are written in the format language of NSPredicate: `name == 'x' AND tags CONTAINS 'y'`,
    `price * quantity`. Texts stand between `'` or `"`; a key with other letters than `A-Z a-z 0-9 _` is written in
    brackets, `["x-y"]`, and one that is a reserved word with a `#` before it, `#in`. What is false or fails whatever the
    values are, such as `'a' < 5`, is refused as well.
    """
  )

  /// A name that the records of a predicate do not have.
  public static let unknownRecordName = DiagnosticCode(
    "RK2051",
    "unknown-record-name",
    .error,
    "A predicate over records names what they do not have.",
    """
    `validate`, `deletionPredicate`, the `if` and `only` of connections, `identificationPredicate` and `prune` look at
    records: their names are destinations, hidden ones included, relationships and connections. `SELF` is the value that
    is validated, elsewhere the record. While a value is validated, relationships, connections and templates are still
    to come. `@parent`, `@root`, `@document`, `@key` and `@metadata` lead out of the record.
    """
  )
}
