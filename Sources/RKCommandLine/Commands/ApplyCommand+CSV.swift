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
      csvFlag("no-header", "CSV: write no header row") { $0.hasHeader = false },
      Flag(
        "delimiter",
        value: "CHAR",
        in: .output,
        "CSV: the delimiter of cells, tab or \\t for a tab (default a comma; a tab for .tsv)"
      ) { (options, text) throws(FlagError) in
        options.formatFlags.append((.csv, notCSV("delimiter")))
        options.csv.delimiter = try delimiter(text)
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

  private static func notCSV(_ long: String) -> DiagnosticsError {
    refusal(
      "--\(long) is for CSV, but the output is not",
      help: ["--to csv, or -o with a name that ends with .csv, .tsv or a slash, writes CSV"]
    )
  }

  private static func delimiter(_ text: String) throws(FlagError) -> Character {
    if text == "tab" || text == "\\t" { return "\t" }
    guard let character = text.first, text.unicodeScalars.count == 1 else {
      throw FlagError(
        "--delimiter takes one character, not '\(text)'",
        help: "tab or \\t is a tab"
      )
    }
    return character
  }
}
