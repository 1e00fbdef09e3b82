extension DiagnosticCode {
  static let connectionCodes: [DiagnosticCode] = [
    unknownConnectionAttribute, connectionWithoutKeys, unknownConnectionTarget,
  ]

  /// A key that leads to no record.
  public static let unresolvedKey = DiagnosticCode(
    "RK1015",
    "unresolved-key",
    .warning,
    "A connection's key leads to no record.",
    """
    A connection finds the records of a target whose attributes equal the keys of a record. A connection sees the
    records of the whole run, also those that came through relationships, whatever their order; nothing in it has this
    key. The connection is then null, or a list without that record.

    To fix it, give the run the input that holds the record too, or say with `if` which records are to be connected.
    """
  )

  /// A connection by an attribute that nobody maps.
  public static let unknownConnectionAttribute = DiagnosticCode(
    "RK2065",
    "unknown-connection-attribute",
    .error,
    "A connection names an attribute that is not mapped.",
    """
    The `where` of a connection is `{"own attribute": "attribute of the target"}`. Both are names of attributes as they
    have them in the record: their destinations, not their sources. Map the attribute; with `"hidden": true` it is a key
    without being written.
    """
  )

  /// A connection that compares nothing.
  public static let connectionWithoutKeys = DiagnosticCode(
    "RK2066",
    "connection-without-keys",
    .error,
    "The 'where' of a connection is empty.",
    """
    A connection without keys would connect every record with all others. `where` names at least one attribute of the
    record's own, and the attribute of the target that it is compared to.
    """
  )

  /// A connection to records that there are none of.
  public static let unknownConnectionTarget = DiagnosticCode(
    "RK2067",
    "unknown-connection-target",
    .error,
    "A connection leads to a target that no mapper makes records of.",
    """
    `target` is the name of a target, not the id of a mapper. A connection leads to records that are mapped in the same
    run: of that target, or of one that extends it.
    """
  )
}
