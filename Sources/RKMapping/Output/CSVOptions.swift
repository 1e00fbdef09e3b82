extension Output {
  /// How CSV and other tabular formats are written.
  public struct CSV: Sendable, Hashable {
    /// The separator between a relationship's name and an attribute's name in the columns of a
    /// single stream; nil for a full stop.
    public var separator: String?
    /// The separator of the elements of a list of scalars; nil to write such a list as JSON text.
    public var listSeparator: String?
    /// The target whose records a single stream contains, also for JSON and NDJSON.
    ///
    /// If nil, rows need a single target among the root records, and JSON has all root records.
    public var targetName: String?
    /// The text for null; missing values stay empty.
    public var null = ""
    /// Whether the first row names the columns.
    public var hasHeader = true
    /// The character between cells: an ASCII character that is neither a letter nor a digit.
    ///
    /// If nil, a tab for a file whose name ends in `.tsv`, and a comma for all others.
    public var delimiter: Character?
    /// Whether the output begins with a byte order mark.
    public var hasByteOrderMark = false
    /// Whether rows end with CR LF instead of LF.
    public var endsRowsWithCRLF = false
    /// Whether text that a spreadsheet would run as a formula is prefixed with an apostrophe.
    public var isSafe = false
    /// The most columns of a terminal that a table drawn with lines may take; nil for no limit.
    public var width: Int?
    /// Whether all rows of such a table determine the widths of its columns, so that nothing is cut.
    ///
    /// Otherwise only the first 1,000 do, and no more are kept in memory.
    public var isFull = false

    /// Creates the default options.
    public init() {}
  }

  /// The folder for tables; nil if the output is not a folder.
  package var folder: String? {
    guard case .file(let path) = destination, path.hasSuffix("/") else { return nil }
    return format == .csv || format == .ndjson ? path : nil
  }
}
