extension DiagnosticCode {
  static let inputCodes: [DiagnosticCode] = [
    unreadableInput, inputSyntax, invalidUTF8, tooDeep, duplicateKey, unsupportedEncoding, tooLarge,
    duplicateKeyIgnored, notAsWritten,
  ]

  /// An input cannot be read.
  public static let unreadableInput = DiagnosticCode(
    "RK4001",
    "unreadable-input",
    .error,
    "An input cannot be read.",
    """
    The file is not there, is a folder, may not be read, or reading it failed: also where somebody cuts it meanwhile, so
    that less is there than when it was opened. What was written before stays. A folder that a glob leads through is
    such an input, too, since nobody knows what is in it.

    `rkmap test` says so of fixtures, of snapshots and of all else that a test file names; then no snapshot is removed, and
    none is called stale.
    """
  )

  /// An input is not JSON.
  public static let inputSyntax = DiagnosticCode(
    "RK4002",
    "input-syntax",
    .error,
    "The input is not JSON.",
    """
    Inputs are read as RFC 8259 says, strictly: no comments, no trailing commas, no single quotes, no NaN. The place is
    the first byte that cannot be right. In NDJSON every line is a document by itself: a line that is none is a failed
    record; anywhere else the reading ends.
    """
  )

  /// Bytes that are no UTF-8.
  public static let invalidUTF8 = DiagnosticCode(
    "RK4003",
    "invalid-utf8",
    .error,
    "The input has bytes that are not UTF-8.",
    """
    JSON is exchanged in UTF-8. `--invalid-utf8 replace` puts the replacement character in the place of such bytes.
    The places that findings name then count the text with the replacements, three bytes each.
    """
  )

  /// Containers inside each other beyond the limit.
  public static let tooDeep = DiagnosticCode(
    "RK4004",
    "too-deep",
    .error,
    "The input is nested too deeply.",
    """
    The outermost value is level 1, and by default 1,024 levels are read. `--max-depth` changes that.

    Records may lie 10,000 levels deep in each other, which only mappers that lead in circles without going down in the
    document can exceed.
    """
  )

  /// A key that occurs twice where that is an error.
  public static let duplicateKey = DiagnosticCode(
    "RK4005",
    "duplicate-key",
    .error,
    "A key occurs twice in one object.",
    """
    With `--duplicate-keys error` no object may have a key twice. A key on the way to the records of a document that is
    streamed may never occur again: what it held before has been written already.
    """
  )

  /// Text in another encoding, or no text.
  public static let unsupportedEncoding = DiagnosticCode(
    "RK4006",
    "unsupported-encoding",
    .error,
    "The input is not UTF-8 text.",
    """
    It begins like UTF-16, like compressed data, or like binary data. Convert it first, for example with
    `iconv -f UTF-16 -t UTF-8` or `gzip -dc`.
    """
  )

  /// A unit beyond 4 GiB.
  public static let tooLarge = DiagnosticCode(
    "RK4007",
    "too-large",
    .error,
    "One element, one line or one document is larger than 4 GiB.",
    """
    Inputs may be of any size, but what is mapped by itself is held as a whole: an element of an array at the key path,
    a line of NDJSON, or a document that cannot be streamed.

    To fix it, give the descriptor a key path to the list of records, which is then read element by element; or write a
    record a line.
    """
  )

  /// A key that occurs twice where the last or the first counts.
  public static let duplicateKeyIgnored = DiagnosticCode(
    "RK4008",
    "duplicate-key-ignored",
    .warning,
    "A key that the spec reads occurs twice in one object.",
    """
    Of equal keys the last one counts, or the first with `--duplicate-keys first`; `--duplicate-keys error` refuses them
    in every object. Said once in a run.
    """
  )

  /// The file of `--target` does not hold records as they are written.
  public static let notAsWritten = DiagnosticCode(
    "RK4020",
    "not-as-written",
    .error,
    "The file of --target does not hold records as the spec writes them.",
    """
    `--target FILE` takes what `apply` has written by the same spec: a record, a list, a dictionary by key path, or a
    record a line. A member that no rule writes would be lost, so that it is refused. Where records of several targets
    may stand in one place, `--type-key` names the member that tells their target.
    """
  )
}
