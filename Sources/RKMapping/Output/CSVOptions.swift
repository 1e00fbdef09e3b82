extension Output {
  /// How CSV and other rows of cells are written.
  public struct CSV: Sendable, Hashable {
    /// Between the name of a relationship and that of an attribute, in one stream; a full stop if
    /// nil.
    public var separator: String?
    /// Between the elements of a list of scalars; such a list is JSON text if nil.
    public var listSeparator: String?
    /// The target whose records are written, in one stream, also of JSON or NDJSON; the only one of
    /// the root records if nil, and all root records as JSON.
    public var targetName: String?
    /// What null becomes; missing values stay empty.
    public var null = ""
    /// The first row has the names of the columns.
    public var hasHeader = true
    /// Between cells: one ASCII character that is neither a letter nor a digit; if nil, a tab for a
    /// file whose name ends with `.tsv` and a comma for all others.
    public var delimiter: Character?
    /// A byte order mark comes first.
    public var hasByteOrderMark = false
    /// Rows end with CR LF instead of LF alone.
    public var endsRowsWithCRLF = false
    /// Text that a spreadsheet would run as a formula is prefixed with an apostrophe.
    public var isSafe = false
    /// The most columns of a terminal that a table drawn with lines may take; any number if nil.
    public var width: Int?
    /// All rows decide how wide the columns of such a table are, and nothing is cut; otherwise the
    /// first 1,000 do, and no more are kept in memory.
    public var isFull = false

    /// Creates the default options.
    public init() {}
  }

  /// The folder for tables, if the output is one.
  package var folder: String? {
    guard case .file(let path) = destination, path.hasSuffix("/") else { return nil }
    return format == .csv || format == .ndjson ? path : nil
  }
}
