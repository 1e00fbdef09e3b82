extension DiagnosticCode {
  /// References to rows that are not there.
  public static let danglingReferences = DiagnosticCode(
    "RK5007",
    "dangling-references",
    .warning,
    "Rows of a database refer to rows that are not there.",
    """
    A row of a table holds the key of a row of another table, and no row has that key: its record was left out, it was
    deleted, or it never came. Databases that hold foreign keys refuse such rows in their own programs; rkmap writes
    with that turned off, and looks when all rows are there.

    `--dangling` says what is done. `keep`, as when nothing is said, leaves the references as they are, and looks for
    them only where the run has deleted rows or left records out; `stub` makes the rows, with nothing but their keys;
    `null` takes the references away, and with them the rows that are nothing without, such as members of lists;
    `error` writes nothing, and ends with exit code 1.
    """
  )

  /// A run of a name that the database knows.
  public static let runRepeated = DiagnosticCode(
    "RK5009",
    "run-repeated",
    .note,
    "A run of that name has been there before.",
    """
    `--run-id` names a run, and the database remembers the names of those that succeeded. A run that is repeated reads
    no input and changes nothing, and its exit code is 0: whoever is not sure whether a load went through runs it
    again.

    To read the inputs again, give another name.
    """
  )
}
