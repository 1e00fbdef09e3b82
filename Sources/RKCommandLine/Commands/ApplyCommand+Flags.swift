internal import RKMapping
internal import RKSQLite

extension ApplyCommand {
  static var flags: [Flag<Options>] {
    InputFlags.all() + outputFlags + partFlags + filterFlags + mergingFlags
      + csvFlags + databaseFlags + failureFlags + [InputFlags.reportLimit()]
      + [InputFlags.drift()] + ReportOptions.flags(strict: .ofConversions) + RunDisplay.flags()
      + otherFlags
  }

  private static var outputFlags: [Flag<Options>] {
    [
      Flag(
        "to",
        in: .output,
        "the output format (default json for a document, ndjson for a stream of documents)"
      ) { (options, format: Output.Format) in options.outputFormat = format },
      Flag(
        "output",
        short: "o",
        value: "FILE",
        in: .output,
        """
        write to a file, which is replaced only if the run succeeds (- is the standard output); \
        FOLDER/ writes a CSV file for each target, NDJSON with --to ndjson; an existing database is \
        updated
        """
      ) { (options, path) throws(FlagError) in
        if path.isEmpty { throw FlagError("--output takes the name of a file, not an empty one") }
        options.outputPath = path
      },
      Flag("pretty", in: .output, "lines and indentation (default on a terminal)") {
        $0.isPretty = true
      },
      Flag("compact", in: .output, "no white space outside strings") { $0.isPretty = false },
      Flag("ascii", in: .output, "only ASCII, with \\u escapes for the rest") { $0.isASCII = true },
      Flag(
        "type-key",
        value: "NAME",
        in: .output,
        "add a first member of that name to each record, with its target"
      ) { (options, name) throws(FlagError) in
        if name.isEmpty {
          throw FlagError("--type-key takes the name of a member, not an empty one")
        }
        options.typeKey = name
      },
      Flag(
        "result",
        in: .output,
        """
        the shape of the JSON value; auto is a dictionary when there are several key paths; any other \
        makes one value of a stream, too
        """
      ) { (options, shape: Output.Shape) in options.shape = shape },
      Flag(
        "dry-run",
        in: .output,
        """
        map everything and report what would be written, but make no file and change no database
        """
      ) {
        $0.isDryRun = true
        $0.database.isDryRun = true
      },
      Flag("limit", value: "N", in: .output, "stop after that many records") {
        (options, text) throws(FlagError) in
        options.mapper.recordLimit = try FlagError.number(text, flag: "limit", least: 0)
      },
    ]
  }

  private static var otherFlags: [Flag<Options>] {
    [
      InputFlags.jobs(),
      Flag(
        "instruction-set",
        value: "NAME",
        choices: MapperOptions.instructionSets,
        in: .other,
        "use this instruction set of the processor instead of the best (for measurements)"
      ) { $0.mapper.instructionSet = $1 },
    ]
  }
}
