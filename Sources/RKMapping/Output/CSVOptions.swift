extension Output {
  /// How CSV is written.
  public struct CSV: Sendable, Hashable {
    /// Stands between the name of a relationship and that of an attribute, in one stream; a full
    /// stop when nil.
    public var separator: String?
    /// Stands between the elements of a list of scalars; such a list is JSON text when nil.
    public var listSeparator: String?
    /// The target whose records are written, in one stream; the only one of the root records when
    /// nil.
    public var targetName: String?
    /// What null becomes; what is absent stays empty.
    public var null = ""
    /// The first row has the names of the columns.
    public var hasHeader = true
    /// Stands between cells: one ASCII character that is no letter and no digit; a tab for a file
    /// whose name ends with `.tsv` and a comma for all others when nil.
    public var delimiter: Character?
    /// A byte order mark comes first.
    public var hasByteOrderMark = false
    /// Rows end with CR LF, not with LF alone.
    public var endsRowsWithCRLF = false
    /// Text that a spreadsheet would run as a formula begins with an apostrophe.
    public var isSafe = false

    /// Makes the options that hold where nothing else is said.
    public init() {}
  }

  /// The folder that tables are to be written to, where the output is one.
  package var folder: String? {
    guard case .file(let path) = destination, path.hasSuffix("/") else { return nil }
    return format == .csv || format == .ndjson ? path : nil
  }
}
