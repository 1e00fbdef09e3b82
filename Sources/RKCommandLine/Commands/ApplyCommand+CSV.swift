internal import RKDiagnostics
internal import RKMapping

extension ApplyCommand {
  static var csvFlags: [Flag<Options>] { tableFlags + cellFlags + spreadsheetFlags + boxFlags }

  fileprivate static var tableFlags: [Flag<Options>] {
    [
      Flag(
        "separator",
        value: "TEXT",
        in: .output,
        "rows: the separator of relationship and attribute in column names (default .)"
      ) { $0.csv.separator = $1 },
      Flag(
        "list-separator",
        value: "TEXT",
        in: .output,
        "rows: join the elements of a list of scalars instead of writing it as JSON"
      ) { $0.csv.listSeparator = $1 },
      Flag(
        "target-name",
        value: "NAME",
        in: .output,
        "rows, JSON and NDJSON: write only the records of that target, wherever they are"
      ) { $0.csv.targetName = $1 },
      Flag(
        "null",
        value: "TEXT",
        in: .output,
        "rows: the text for null; an absent value stays empty"
      ) { $0.csv.null = $1 },
    ]
  }

  fileprivate static var cellFlags: [Flag<Options>] {
    [
      Flag(
        "no-header",
        in: .output,
        "CSV, TSV and box: write no header row; CSV and TSV: read rows without one as lists"
      ) {
        $0.cellFlags.append(([.csv, .box], notCSV("no-header", reads: true, also: ["box"])))
        $0.cells.hasHeader = false
      },
      Flag(
        "delimiter",
        value: "CHAR",
        in: .output,
        """
        CSV: the delimiter of cells, read and written, tab or \\t for a tab (default: a comma is written, a \
        tab for .tsv; the first rows say what is read)
        """
      ) { (options, text) throws(FlagError) in
        options.cellFlags.append(([.csv], notCSV("delimiter", reads: true)))
        options.cells.delimiter = try InputFlags.delimiter(text)
      },
    ]
  }

  fileprivate static var spreadsheetFlags: [Flag<Options>] {
    [
      Flag("bom", in: .output, "CSV: begin with a byte order mark, as some spreadsheets expect") {
        $0.csv.hasByteOrderMark = true
      },
      Flag("crlf", in: .output, "CSV: end rows with CR LF") { $0.csv.endsRowsWithCRLF = true },
      Flag(
        "safe-cells",
        in: .output,
        "CSV: put ' before text that a spreadsheet would run as a formula"
      ) { $0.csv.isSafe = true },
    ]
  }

  fileprivate static var boxFlags: [Flag<Options>] {
    [
      Flag(
        "width",
        from: 20,
        in: .output,
        "box: at most that many columns of a terminal, from 20 (default that of the terminal)"
      ) { $0.csv.width = $1 },
      Flag(
        "full",
        in: .output,
        """
        box: cut nothing, and let all rows decide how wide the columns are; otherwise the first 1,000 do, and \
        memory is theirs
        """
      ) { $0.csv.isFull = true },
    ]
  }

  /// The formats with rows of cells.
  fileprivate static var rows: [OutputOptions] { [.csv, .markdown, .box] }

  fileprivate static func notRows(_ long: String) -> DiagnosticsError {
    .refusal(
      "--\(long) is for rows of cells, but the output has none",
      help: ["--to csv, tsv, markdown and box write rows"]
    )
  }

  fileprivate static func notBox(_ long: String) -> DiagnosticsError {
    .refusal("--\(long) is for --to box, but the output is not", help: ["--to box draws a table"])
  }

  fileprivate static func notCSV(
    _ long: String,
    reads: Bool = false,
    also: [String] = []
  ) -> DiagnosticsError {
    let forms = (["CSV"] + also).joined(separator: " and ")
    return .refusal(
      "--\(long) is for \(forms), but \(reads ? "neither the inputs nor the output are" : "the output is not")",
      help: ["--to csv, or -o with a name that ends with .csv, .tsv or a slash, writes CSV"]
        + (reads ? ["--from csv reads it"] : [])
    )
  }
}

extension ApplyCommand.Options {
  /// Notes a flag for some formats: it is refused for outputs in any other.
  mutating func note(_ flag: FlagPage) {
    // Most flags are spared the search, which makes all flags for formats.
    guard flag.category == .output else { return }
    let long = flag.long
    func isOne(of flags: [Flag<Self>]) -> Bool { flags.contains { $0.page.long == long } }
    if isOne(of: ApplyCommand.tableFlags) {
      let others: [OutputOptions] = long == "target-name" ? [.json] : []
      formatFlags.append((ApplyCommand.rows + others, ApplyCommand.notRows(long)))
    } else if isOne(of: ApplyCommand.spreadsheetFlags) {
      formatFlags.append(([.csv], ApplyCommand.notCSV(long)))
    } else if isOne(of: ApplyCommand.boxFlags) {
      formatFlags.append(([.box], ApplyCommand.notBox(long)))
    } else if isOne(of: ApplyCommand.rowFlags) {
      formatFlags.append(([.database], ApplyCommand.noDatabase(long)))
    }
  }

  /// The options with the CSV flags assigned to the side that they concern: to the inputs, and to the output
  /// unless its format's name fixes the separator.
  func settled(for inputs: [Input]) -> Self {
    var options = self
    let reads = inputs.contains { $0.isCSV }
    if reads { options.mapper.inputCSV = cells }
    let output = Output.file(outputPath ?? "-", outputFormat)
    options.csv.hasHeader = cells.hasHeader
    if !reads || output.format == .csv && !output.isTabbed {
      options.csv.delimiter = cells.delimiter
    }
    if !reads { options.formatFlags += cellFlags }
    return options
  }
}
