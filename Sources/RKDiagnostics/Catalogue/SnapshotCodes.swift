extension DiagnosticCode {
  static let snapshotCodes: [DiagnosticCode] = [
    changedSnapshot, missingSnapshot, staleSnapshot, unreadableSnapshot,
  ]

  /// Records that are not those that were kept.
  public static let changedSnapshot = DiagnosticCode(
    "RK3020",
    "changed-snapshot",
    .error,
    "A fixture gives other records than its snapshot has.",
    """
    The fixture, the spec or rkmap has changed since the snapshot was written. Records are compared by target and
    identity, then member by member; those without an identity by their whole text. The order of records and of members
    makes no difference.

    To fix it, correct the fixture or the spec; or, where the new records are right, let `rkmap test --update` write
    them, look at what has changed in the snapshot, and commit it with the rest. A member that is another in each
    recording of a fixture, such as a time, is named in the test file: `"redact": ["User.updatedAt"]`.
    """
  )

  /// A fixture whose records were never kept.
  public static let missingSnapshot = DiagnosticCode(
    "RK3021",
    "missing-snapshot",
    .warning,
    "A fixture of a case with `snapshot` has none.",
    """
    Nothing can be said about its records. `rkmap test --update` writes the snapshot, below `__rkmap__/` beside the test
    file; it belongs into version control. Where `CI` is set this is an error.
    """
  )

  /// A snapshot that no fixture is compared with.
  public static let staleSnapshot = DiagnosticCode(
    "RK3022",
    "stale-snapshot",
    .warning,
    "A snapshot belongs to no fixture.",
    """
    Its fixture is gone or has another name, or no case with `snapshot` takes it in any more. `rkmap test --update`
    removes it. Where `CI` is set this is an error. It is only said when all fixtures of the test file were read.
    """
  )

  /// A snapshot that is none.
  public static let unreadableSnapshot = DiagnosticCode(
    "RK3023",
    "unreadable-snapshot",
    .error,
    "A snapshot cannot be read.",
    """
    A line of it is not an object with one member, a record under the name of its target. Markers of a merge conflict
    are the most common reason. `rkmap test --update` writes the snapshot anew. A file that cannot be opened is RK4001.
    """
  )
}
