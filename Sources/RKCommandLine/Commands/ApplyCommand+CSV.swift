internal import RKDiagnostics
internal import RKMapping

extension ApplyCommand {
  static var csvFlags: [Flag<Options>] {
    [
      csvFlag(
        "separator",
        value: "TEXT",
        "CSV: the separator of relationship and attribute in column names (default .)"
      ) { $0.separator = $1 },
      csvFlag(
        "list-separator",
        value: "TEXT",
        "CSV: join the elements of a list of scalars instead of writing it as JSON"
      ) { $0.listSeparator = $1 },
      csvFlag(
        "target-name",
        value: "NAME",
        "CSV: write only the records of that target, wherever they are"
      ) { $0.targetName = $1 },
      csvFlag("null", value: "TEXT", "CSV: the text for null; an absent value stays empty") {
        $0.null = $1
      },
      Flag("no-header", in: .output, "CSV: write no header row, and read rows without one as lists")
      {
        $0.cellFlags.append(notCSV("no-header", reads: true))
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
        options.cellFlags.append(notCSV("delimiter", reads: true))
        options.cells.delimiter = try InputFlags.delimiter(text)
      },
      csvFlag("bom", "CSV: begin with a byte order mark, as some spreadsheets expect") {
        $0.hasByteOrderMark = true
      },
      csvFlag("crlf", "CSV: end rows with CR LF") { $0.endsRowsWithCRLF = true },
      csvFlag("safe-cells", "CSV: put ' before text that a spreadsheet would run as a formula") {
        $0.isSafe = true
      },
    ]
  }

  private static func csvFlag(
    _ long: String,
    _ help: String,
    apply: @escaping (inout Output.CSV) -> Void
  ) -> Flag<Options> {
    Flag(long, in: .output, help) {
      $0.formatFlags.append((.csv, notCSV(long)))
      apply(&$0.csv)
    }
  }

  private static func csvFlag(
    _ long: String,
    value: String,
    _ help: String,
    apply: @escaping (inout Output.CSV, String) -> Void
  ) -> Flag<Options> {
    Flag(long, value: value, in: .output, help) {
      $0.formatFlags.append((.csv, notCSV(long)))
      apply(&$0.csv, $1)
    }
  }

  private static func notCSV(_ long: String, reads: Bool = false) -> DiagnosticsError {
    refusal(
      "--\(long) is for CSV, but \(reads ? "neither the inputs nor the output are" : "the output is not")",
      help: ["--to csv, or -o with a name that ends with .csv, .tsv or a slash, writes CSV"]
        + (reads ? ["--from csv reads it"] : [])
    )
  }
}

extension ApplyCommand.Options {
  /// The same with what was said of CSV on the side that it concerns: that of the inputs, and that of the output
  /// unless what stands between its cells is said by its name.
  func settled(for inputs: [Input]) -> Self {
    var options = self
    let reads = inputs.contains { $0.isCSV }
    if reads { options.mapper.inputCSV = cells }
    let path = outputPath ?? "-"
    let format = outputFormat ?? Output.file(path).format
    let isTabbed = path.lowercased().hasSuffix(".tsv")
    if reads && (format != .csv || isTabbed) { return options }
    options.csv.delimiter = cells.delimiter
    options.csv.hasHeader = cells.hasHeader
    if !reads { options.formatFlags += cellFlags.map { (.csv, $0) } }
    return options
  }
}
