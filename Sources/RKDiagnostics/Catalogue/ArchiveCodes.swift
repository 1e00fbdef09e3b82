extension DiagnosticCode {
  static let archiveCodes: [DiagnosticCode] = [
    noArchive, entriesSkipped, entriesUnmatched, unreadableContent,
  ]

  /// JSON that is no HAR archive.
  public static let noArchive = DiagnosticCode(
    "RK4030",
    "no-archive",
    .error,
    "The input is no HAR archive.",
    """
    A HAR archive is an object with the array `/log/entries`. A file is read as one when its name ends in `.har`, or
    with `--from har`; `--from json` reads it as the JSON document that it is.
    """
  )

  /// Entries of an archive without JSON.
  public static let entriesSkipped = DiagnosticCode(
    "RK4031",
    "entries-skipped",
    .note,
    "Entries of an archive have no JSON, and are passed over.",
    """
    JSON is what is of the type `application/json`, `text/json` or `application/...+json`. What has no type is taken when
    it begins with `{` or `[`. Pictures, pages, empty responses and requests without a response are counted.
    """
  )

  /// Entries of an archive that no descriptor is for.
  public static let entriesUnmatched = DiagnosticCode(
    "RK4032",
    "entries-unmatched",
    .note,
    "Entries of an archive are for other requests, and are passed over.",
    """
    Each entry is mapped by the descriptors that its method, its URL and its status match. Where there are none, it is
    passed over; where that is so of all entries, nothing is found (RK1001). `rkmap route SPEC URL` shows what a request
    matches.
    """
  )

  /// A content that cannot be decoded.
  public static let unreadableContent = DiagnosticCode(
    "RK4033",
    "unreadable-content",
    .error,
    "The content of an archive's entry cannot be decoded.",
    """
    What is not text in an archive is base64. What that holds is UTF-8, or in the charset of its type: `us-ascii`,
    `iso-8859-1`, `windows-1252` or `utf-16`. An entry that cannot be decoded is a failed record.
    """
  )
}
