internal import RKDiagnostics
internal import RKMapping
internal import RKSQLite

/// `rkmap load`: writes the records of keyed lines into a database.
enum LoadCommand: Command {
  typealias Options = ApplyCommand.Options

  /// The formats of the output.
  private enum Format: String, CaseIterable {
    case sqlite
    case sql
  }

  static let page = CommandPage(
    name: "load",
    summary: "write keyed lines into a database",
    operands: "SPEC [INPUT] -o FILE.db",
    description: """
      Reads keyed lines, as apply --emit keyed writes them, and writes the rows that apply -o FILE.db would \
      write of the whole input: the second step after an input was mapped in parts.

      Lines are sorted (LC_ALL=C sort), or come in the order of one process; any other order ends the run \
      with exit status 4 (RK4052), and nothing is changed. A line that is repeated counts once. So a part \
      that was mapped twice changes nothing.

      --parts N demands that all parts are complete, which the trailers say that apply --trailer writes. \
      With --run-id a repeated load does nothing.

      INPUT is a file or -, by default the standard input.
      """,
    examples: [
      ("LC_ALL=C sort part-* | rkmap load spec.json -o app.db", "the rows of all parts"),
      ("LC_ALL=C sort part-* | rkmap load spec.json -o app.db --parts 8", "of 8 complete parts"),
      ("rkmap load spec.json all.txt -o app.db --run-id monday", "once, however often it is run"),
    ]
  )

  static var flags: [Flag<Options>] {
    KeyedLines.flags + [
      Flag(
        "to",
        in: .output,
        "the output format (default: the ending of the file's name says it)"
      ) { (options, format: Format) in options.outputFormat = format == .sql ? .sql : .sqlite },
      OutputFlags.file(
        "the database, which is updated if it exists; FILE.sql is a script that makes one"
      ),
      Flag("dry-run", in: .output, "report what would be written, and change nothing") {
        $0.isDryRun = true
        $0.database.isDryRun = true
      },
      // Keyed lines do not say which descriptors found them, and only these say what may be pruned.
    ] + ApplyCommand.databaseFlags.filter { !$0.page.long.hasPrefix("prune") }
      + KeyedLines.runFlags
  }

  static func run(
    _ options: Options,
    operands: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    let output = Output.file(options.outputPath ?? "-", options.outputFormat)
    guard output.writer.options == .database else {
      throw .refusal(
        "'load' writes a database: -o FILE.db names it",
        help: ["'rkmap merge' writes the records of keyed lines as NDJSON"]
      )
    }
    try require(["a SPEC"], in: operands)
    return try KeyedLines.run(page, options, operands: operands, console, merges: false) {
      $0.apply(to: [$1], into: $2, reportingTo: $3)
    }
  }
}
