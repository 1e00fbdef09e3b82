internal import RKDiagnostics
internal import RKMapping

/// `rkmap merge`: merges the records of sorted keyed lines.
enum MergeCommand: Command {
  typealias Options = ApplyCommand.Options

  static let page = CommandPage(
    name: "merge",
    summary: "merge the records of sorted keyed lines",
    operands: "SPEC [INPUT]",
    description: """
      Reads keyed lines, as apply --emit keyed writes them, and writes one record for each key, as NDJSON \
      in the order of the keys: the second step after an input was mapped in parts. Only the versions of \
      one key are in memory.

      The versions of a key are merged in the order of their positions, as a database does: what is \
      present in a later one replaces what an earlier one has, null is a value, the modification attribute \
      lets only newer ones in, and "union" adds to a list. A line that is repeated counts once. Lines for \
      which "deletionPredicate" is true are left out.

      Lines are sorted: LC_ALL=C sort. Any other order ends the run with exit status 4 (RK4052).

      INPUT is a file or -, by default the standard input.
      """,
    examples: [
      ("LC_ALL=C sort part-* | rkmap merge spec.json > records.ndjson", "a record for each key"),
      ("LC_ALL=C sort part-* | rkmap merge spec.json --parts 8", "of 8 complete parts"),
      ("LC_ALL=C sort part-* | rkmap merge spec.json --target-name User", "of one target"),
      ("rkmap merge spec.json sorted.txt --emit keyed", "keyed lines again, one for each key"),
    ]
  )

  static var flags: [Flag<Options>] {
    KeyedLines.flags + [
      Flag("emit", in: .output, "keyed: write keyed lines, with the first position of each key") {
        $0.emission = $1
      },
      OutputFlags.file(),
      ApplyCommand.typeKeyFlag,
      Flag("target-name", value: "NAME", in: .output, "write only the records of that target") {
        $0.csv.targetName = $1
      },
      OutputFlags.ascii(),
    ] + KeyedLines.runFlags
  }

  static func run(
    _ options: Options,
    operands: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    var options = options
    if options.emission == .keyed {
      let others = [
        ("--type-key", options.typeKey != nil), ("--target-name", options.csv.targetName != nil),
        ("--ascii", options.isASCII),
      ]
      if let flag = others.first(where: { $0.1 })?.0 {
        throw .refusal("\(flag) cannot be used with --emit keyed")
      }
    } else {
      if let path = options.outputPath, path != "-", Output.file(path).format ?? .ndjson != .ndjson
      {
        throw .refusal(
          "'merge' writes NDJSON, and '\(path)' has another name",
          help: ["'rkmap load' writes a database of keyed lines"]
        )
      }
      options.outputFormat = .ndjson
    }
    try require(["a SPEC"], in: operands)
    return try KeyedLines.run(page, options, operands: operands, console, merges: true) {
      $0.merge($1, into: $2, reportingTo: $3)
    }
  }
}
