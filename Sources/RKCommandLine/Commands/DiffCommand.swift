internal import RKDiagnostics
internal import RKEngine
internal import RKMapping
internal import RKSQLite

/// `rkmap diff`: compares the records of two documents, streams or databases.
enum DiffCommand: Command {
  struct Options: InputOptions, ReportingOptions {
    var report = ReportOptions()
    var mapper = MapperOptions()
    var inputFormat: Input.Format?
    var format = DifferenceFormat.human
    var isStat = false
    var tellsPlaces = false
    var limit = Int.max
    var ignored: [String] = []
    var tolerances: [String] = []
  }

  static let page = CommandPage(
    name: "diff",
    summary: "compare the records of two inputs or databases",
    operands: "SPEC OLD NEW",
    description: """
      Maps two sides by a spec and tells which records were added, removed and changed, by their \
      identity: order does not matter. A side is a document, a stream, a snapshot of 'rkmap test', \
      whose records are taken as they are, or an SQLite database that 'rkmap apply' has written, \
      known by its first bytes. One of them may be -, the standard input.

      Records of one identity are merged first, as in a database. Related records that have an identity \
      are compared by themselves, and their owner holds their keys; others are a part of it. Values that \
      are absent differ from null, unless a side is a database. Numbers are compared by value, dates by \
      instant, sets without order.

      The exit status is 0 when nothing differs, 1 when something does, and 4 when a side cannot be \
      read, has a record that fails, or nothing for any descriptor. --to sql writes the statements that \
      make the rows of NEW out of those of OLD.
      """,
    examples: [
      ("rkmap diff spec.json old.json new.json", "what has changed, with places"),
      ("rkmap diff spec.json app.db today.json --stat", "counts, against a database"),
      ("rkmap diff spec.json a.json b.json --ignore Order.updatedAt", "without an attribute"),
      (
        "rkmap diff spec.json a.json b.json --to sql | sqlite3 app.db",
        "bring a database up to date"
      ),
    ]
  )

  static var flags: [Flag<Options>] {
    InputFlags.all() + InputFlags.csv() + comparisonFlags + [onError, InputFlags.reportLimit()]
      + [InputFlags.drift()] + ReportOptions.flags(strict: .ofConversions) + [InputFlags.jobs()]
  }

  private static var comparisonFlags: [Flag<Options>] {
    [
      Flag("to", in: .output, "the form of the differences (default human)") { $0.format = $1 },
      Flag("stat", in: .output, "only the counts for each target") { $0.isStat = true },
      Flag("places", in: .output, "where the values are, also in forms that are for programs") {
        $0.tellsPlaces = true
      },
      Flag(
        "ignore",
        value: "TARGET[.NAME]",
        in: .output,
        "leave out an attribute, a relationship, or all records of a target (repeatable)"
      ) { $0.ignored.append($1) },
      Flag(
        "tolerance",
        value: "[TARGET.]NAME=N",
        in: .output,
        "numbers that differ by no more than N are equal; dates by N seconds (repeatable)"
      ) { $0.tolerances.append($1) },
      Flag("limit", from: 0, in: .output, "show only the first N differences") {
        $0.limit = $1
      },
    ]
  }

  private enum FailedRecords: String, CaseIterable {
    case fail
    case skip
  }

  private static var onError: Flag<Options> {
    Flag(
      "on-error",
      in: .errors,
      "what to do with a failed record: fail ends the run (default), skip leaves it out"
    ) { (options, rule: FailedRecords) in
      options.mapper.failedRecords = rule == .skip ? .skip : .fail
    }
  }

  // MARK: - Running

  static func run(
    _ options: Options,
    operands: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    try require(["a SPEC", "an OLD", "a NEW"], in: operands)
    try refuse(operands.dropFirst(3))
    try refuseParts(options)
    let names = Array(operands[1...2])
    let spec = operands[0]
    if ([spec] + names).count(where: { $0 == "-" }) > 1 {
      throw DiagnosticsError(
        .unexpectedArgument,
        "only one of SPEC, OLD and NEW can be the standard input"
      )
    }
    try options.report.refuseSharedFiles(spec: spec, read: names, records: "-")
    let reporter = Reporter(options.report, console, isOutput: false)
    let opened = reporter.open()
    guard opened == .success else { return opened }
    guard let mapping = reporter.readMapping(spec, beside: names) else {
      return reporter.end(.badSpec)
    }
    let comparing: DifferenceRun
    do throws(DiagnosticsError) {
      comparing = try DifferenceRun(options, mapping, names, reporter, console)
    } catch {
      throw reporter.refuse(error) { $0.summaryOfSpec }
    }
    if names.contains("-") { console.promptForInput() }
    return reporter.end(comparing.run())
  }

  /// Refuses filters for a script, which would then not turn OLD into NEW.
  private static func refuseParts(_ options: Options) throws(DiagnosticsError) {
    guard options.format == .sql else { return }
    let given = [
      ("--stat", options.isStat), ("--places", options.tellsPlaces),
      ("--ignore", !options.ignored.isEmpty), ("--tolerance", !options.tolerances.isEmpty),
      ("--limit", options.limit < .max),
    ]
    if let (flag, _) = given.first(where: \.1) {
      throw .refusal(
        "\(flag) does not apply to a script, which makes all rows of NEW",
        help: ["the other forms of --to take it"]
      )
    }
  }
}
