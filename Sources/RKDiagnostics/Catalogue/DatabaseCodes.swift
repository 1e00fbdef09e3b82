extension DiagnosticCode {
  /// Another program is writing to the database.
  public static let databaseLocked = DiagnosticCode(
    "RK5002",
    "database-locked",
    .error,
    "Another program is writing to the database.",
    """
    A database has one writer at a time. rkmap takes that place before it reads the first input, and waits up to five
    seconds for it; at the end of the run it waits as long for those that read. Nothing has been changed.

    To fix it, run again when the other program is done, or end its transaction.
    """
  )

  /// The file at the place of the output is no database, or a damaged one.
  public static let notADatabase = DiagnosticCode(
    "RK5003",
    "not-a-database",
    .error,
    "The file at the place of the output is not a database.",
    """
    `-o` with a name that ends with `.db`, `.sqlite` or `.sqlite3`, and `--to sqlite`, write into the SQLite database of
    that name if there is one. A file of another kind is left as it is, and so is a database that is damaged; an empty
    file is an empty database.

    To fix it, give another name, or move the file away; `--to` says that the output is something else.
    """
  )

  /// The database cannot be written.
  public static let databaseFailure = DiagnosticCode(
    "RK5005",
    "database-failure",
    .error,
    "The database cannot be written.",
    """
    The disk is full, the file or its folder may not be written to (beside a database that is changed there is a
    journal for the time of the run), or the system has failed. A run is one transaction: a database that was there
    before is as it was, and a new one is built aside and has not taken its place.
    """
  )

  /// A file appeared at the place of a new database while it was built.
  public static let outputAppeared = DiagnosticCode(
    "RK5006",
    "output-appeared",
    .error,
    "A file appeared at the place of a new database while it was built.",
    """
    A new database is built aside, and takes its place when the run has succeeded. Another program has made a file of
    that name in the meantime: it stays as it is, and what was built is gone.

    To fix it, run again, to write into the database that is there now; or give another name.
    """
  )
}
