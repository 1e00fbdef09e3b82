/// Codes of what a spec says of rows that are stored.
extension DiagnosticCode {
  static let storedRecordCodes = [heldByOther]
  static let storedPredicateCodes = [untranslatablePredicate, pruneWithoutIdentity]
  static let pruneCodes = [notPruned, outOfMemory, rowsIgnored]

  /// A predicate over stored rows that a database cannot be asked for.
  public static let untranslatablePredicate = DiagnosticCode(
    "RK2075",
    "untranslatable-predicate",
    .error,
    "A predicate over stored rows asks for what a database cannot answer.",
    """
    `identificationPredicate`, `deletionPredicate` and `prune` are about stored rows, and become conditions of SQL.
    They may compare columns with constants and with each other (`== != < <= > >= BETWEEN IN`), look into texts
    (`CONTAINS BEGINSWITH ENDSWITH LIKE`, with `[c]` for ASCII letters), and join such conditions by `AND`, `OR` and
    `NOT`. Arithmetic is exact in a spec, and floating in a database; lists, related records and regular expressions
    are nothing that it can be asked for.

    To fix it, let an attribute hold what is to be compared: an `expression` over the representation can be anything,
    and its result is a column.
    """
  )

  /// `prune` for a target whose rows nothing tells apart.
  public static let pruneWithoutIdentity = DiagnosticCode(
    "RK2076",
    "prune-without-identity",
    .error,
    "A descriptor prunes rows of a target that has no identification.",
    """
    `prune` says which stored rows a complete response stands for: those of them that it does not bring are deleted by
    `--prune`. Without an `identification` nobody can tell which rows it has brought.

    To fix it, name the attributes that tell the records apart in the mapper's `identification`.
    """
  )

  /// A record's key is that of a row that is not to be taken for the same.
  public static let heldByOther = DiagnosticCode(
    "RK1017",
    "held-by-other",
    .error,
    "A record's key is held by a stored row that may not be taken for the same.",
    """
    The mapper's `identificationPredicate` says which stored rows may be taken for a record's. A row that has the key,
    but does not satisfy it, is another thing; it is never overwritten, and the record fails.

    To fix it, correct the data or the predicate, or leave such records out: `--on-error skip`.
    """
  )

  /// `--prune` was asked for, and nothing was pruned.
  public static let notPruned = DiagnosticCode(
    "RK5015",
    "not-pruned",
    .error,
    "Nothing is pruned.",
    """
    `--prune` deletes the stored rows that a descriptor's `prune` predicate takes and the run did not bring. A response
    that is cut short would take too much with it; so nothing at all is pruned where more rows would go than
    `--prune-limit` allows, by default 10% of those in the scope. The records of the run are written all the same, and
    the exit status is 1. In a run with errors, or that brings no record of the descriptor, nothing is pruned either,
    which is a note.

    To fix it, see that the input is complete, and raise `--prune-limit` if it is.
    """
  )

  /// A trigger has left out what was written.
  public static let rowsIgnored = DiagnosticCode(
    "RK5017",
    "rows-ignored",
    .warning,
    "A trigger of the database has ignored rows.",
    """
    A table that was there before has a trigger of its own with `RAISE(IGNORE)`. A row that it ignores is not inserted, not
    changed or not deleted, and is counted as what it is: nothing, or unchanged. What a record brings with it, its lists and
    the records in it, is not taken where its own row is not. References of other rows to it are reported as RK5007, and
    `--dangling` decides what happens to them.

    To fix it, change the data or the trigger. Where the trigger is to keep rows out, all is well.
    """
  )
}
