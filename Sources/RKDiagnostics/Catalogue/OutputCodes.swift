extension DiagnosticCode {
  static let outputCodes: [DiagnosticCode] = [
    unwritableOutput, databaseLocked, notADatabase, otherSchema, databaseFailure, outputAppeared,
    danglingReferences, constraintViolated, runRepeated, undeclaredCardinality, recordsLeftOut,
    keyNotKept, tooManyColumns,
  ]

  /// The output cannot be written.
  public static let unwritableOutput = DiagnosticCode(
    "RK5001",
    "unwritable-output",
    .error,
    "The output cannot be written.",
    """
    The disk is full, the place is a folder or may not be written to. A file named by `-o` is written aside and put in
    its place when the run has succeeded: what was there before is as it was. The files of a folder of tables take their
    places together; where one cannot, those before it are taken back, and what cannot be taken back is named.
    """
  )

  /// A database whose tables are not those of the spec.
  public static let otherSchema = DiagnosticCode(
    "RK5004",
    "other-schema",
    .error,
    "A table of the database is not what the spec makes of it.",
    """
    A table with the same columns and the same key is the spec's, whatever else it has: other columns, other types,
    indexes, constraints and triggers of your own. Its key is its primary key, or whatever is unique over exactly the
    columns of the identification.

    Tables that are missing are made (`--schema create`, the default), columns that are missing are added under `--schema
    evolve`, nothing is made under `--schema freeze`. A table with another key, a view of the same name, or a table that
    lacks a column without which there can be no row, has to be changed by you. Nothing was written.
    """
  )

  /// A row that a constraint of the database does not allow.
  public static let constraintViolated = DiagnosticCode(
    "RK5008",
    "constraint-violated",
    .error,
    "A row violates a constraint of the database.",
    """
    Two rows have the same values in columns that the spec's `unique` names, or a table that was there before has a
    constraint or a trigger of its own that does not take a row. Rows are written one by one, in the order of their
    records: two that exchange a unique value violate it half way. Nothing has been written.

    To fix it, change the data, or leave the constraint out.
    """
  )

  /// A relationship that does not say how many records it leads to, where that must be known.
  public static let undeclaredCardinality = DiagnosticCode(
    "RK5011",
    "undeclared-cardinality",
    .warning,
    "A relationship does not say whether it leads to one record or to several.",
    """
    Tables are made before the first record is read: one record becomes columns, several become rows elsewhere. A
    relationship that does not say `many` is taken to lead to one record; a list that comes in its place is a value
    that cannot be converted (RK1002).

    To fix it, say `"many": false` or `"many": true` on the relationship.
    """
  )

  /// Records that one stream of CSV has no place for.
  public static let recordsLeftOut = DiagnosticCode(
    "RK5012",
    "records-left-out",
    .warning,
    "One stream of CSV has no place for the records of a to-many relationship.",
    """
    A row has the columns of its record, and of those that it is related to one to one. Lists of records are left out.

    `-o FOLDER/` writes them to files of their own, with the key of the record that they belong to; `--target-name`
    writes them alone.
    """
  )

  /// A table whose rows are not told apart by its key.
  public static let keyNotKept = DiagnosticCode(
    "RK5013",
    "key-not-kept",
    .warning,
    "The rows of a table are not told apart by its key.",
    """
    In a folder of tables every row is written as it comes; only one that is equal to an earlier one of the same key is
    left out. Where several that differ share a key, where a row lacks it, or where there are more than a million
    rows, `datapackage.json` names no primary key for the table.

    To have one row of each key, load the records into a database, which merges them.
    """
  )

  /// More columns than a table can have.
  public static let tooManyColumns = DiagnosticCode(
    "RK5014",
    "too-many-columns",
    .error,
    "A record and those related to it would have too many columns.",
    """
    A related record without a key becomes columns of the record that it belongs to, and so do those related to it, as
    far as no mapper returns. Mappers that lead to each other in many ways have more such ways than anybody wants.

    To fix it, give the related mappers an `identification` and write a folder of tables, `-o FOLDER/`; or map fewer
    relationships.
    """
  )
}
