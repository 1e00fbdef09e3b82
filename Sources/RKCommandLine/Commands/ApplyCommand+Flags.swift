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
      ) { $0.outputFormat = $1 },
      OutputFlags.file(
        """
        write to a file, which is replaced only if the run succeeds (- is the standard output); \
        FOLDER/ writes a CSV file for each target, NDJSON with --to ndjson; an existing database is \
        updated
        """
      ),
      OutputFlags.pretty(),
      OutputFlags.compact(),
      OutputFlags.ascii(),
      typeKeyFlag,
      Flag(
        "result",
        in: .output,
        """
        the shape of the JSON value; auto is a dictionary when there are several key paths; any other \
        makes one value of a stream, too
        """
      ) { $0.shape = $1 },
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
      Flag("limit", from: 0, in: .output, "stop after that many records") {
        $0.mapper.recordLimit = $1
      },
    ]
  }

  static var typeKeyFlag: Flag<Options> {
    Flag(
      "type-key",
      value: "NAME",
      nameOf: "a member",
      in: .output,
      "add a first member of that name to each record, with its target"
    ) { $0.typeKey = $1 }
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
