internal import RKAuthoring
internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// `rkmap coverage`: reports what a spec does not map, and which of its rules are never used.
enum CoverageCommand: Command {
  struct Options: InputOptions, ReportingOptions {
    enum Form: String, CaseIterable {
      case human
      case json
    }

    var report = ReportOptions()
    var mapper = MapperOptions()
    var inputFormat: Input.Format?
    var form = Form.human
    var listsAll = false
    var request = CoverageRequest()
    /// The least percentage of paths that must be mapped.
    var limit: CoverageLimit?
    var baselinePath: String?
    var updatesBaseline = false
    /// Whether the inputs are reports of other runs.
    var merges = false

    /// The baseline file to write, if any.
    var writtenBaseline: String? { updatesBaseline ? baselinePath : nil }
  }

  static let page = CommandPage(
    name: "coverage",
    summary: "report what of the inputs is never mapped, and which rules are never used",
    operands: "SPEC INPUT...",
    description: """
      Maps the inputs, writes no records, and counts their leaves: scalars, and empty objects and \
      arrays. The output is a table of the source paths that no rule reads, each with an example, \
      and of the rules that are never used. The percentage is that of the paths that are mapped; \
      what ignoreKeys ignores does not count.

      --fail-under and --baseline make it a check: exit 1 when too little is mapped, or when a path \
      is new. Values that cannot be converted and records that fail are counted, and 'rkmap check' \
      reports them. Malformed input is exit 4.

      --report lcov, cobertura and html write the coverage of the spec for other tools, each to its \
      file; --report json is the form of --to json. With --merge the operands after SPEC are such \
      reports of parts of the inputs, in place of these.
      """,
    examples: [
      ("rkmap coverage spec.json 'fixtures/*.json'", "what is not mapped of these files"),
      ("rkmap coverage spec.json page.json --fail-under 90", "exit 1 below 90 %"),
      (
        "rkmap coverage spec.json page.json --baseline known.json",
        "exit 1 when a path is new"
      ),
      ("rkmap coverage spec.json a.json --report lcov=spec.info", "also for tools that read lcov"),
      ("rkmap coverage spec.json --merge 1.json 2.json", "two runs together"),
    ]
  )

  static var flags: [Flag<Options>] {
    outputFlags + InputFlags.all() + InputFlags.csv()
      + [InputFlags.jobs()]
      + ReportOptions.flags(documents: CoverageReport.allCases.map(\.rawValue))
  }

  private static var outputFlags: [Flag<Options>] {
    [
      Flag("to", in: .output, "the form of the output (default human)") { $0.form = $1 },
      Flag("all", in: .output, "list the mapped paths, too") { $0.listsAll = true },
      Flag(
        "max-keys",
        from: 0,
        to: 1 << 30,
        in: .output,
        "keys of an object that no rule names are one path if there are more than N (default 1000)"
      ) { $0.request.mostKeys = $1 },
      Flag("fixtures", in: .output, "cover the lines of the inputs, too, in reports and JSON") {
        $0.request.countsLines = true
      },
      Flag(
        "fail-under",
        value: "PERCENT",
        in: .errors,
        "exit 1 if less of the source paths is mapped; exactly as much is enough"
      ) { (options, text) throws(FlagError) in
        guard let limit = CoverageLimit(text) else {
          throw FlagError("--fail-under takes a percentage from 0 to 100, not '\(text)'")
        }
        options.limit = limit
      },
      Flag(
        "baseline",
        value: "FILE",
        in: .errors,
        "a file with the unmapped paths that are known; exit 1 if there are others"
      ) { $0.baselinePath = $1 },
      Flag(
        "update-baseline",
        in: .errors,
        """
        write the baseline instead of comparing with it, unless an input cannot be read or nothing \
        is found; refused where CI is set
        """
      ) { $0.updatesBaseline = true },
      Flag("merge", in: .input, "take reports of --to json in place of inputs") {
        $0.merges = true
      },
    ]
  }

  static func run(
    _ options: Options,
    operands: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    try require(["a SPEC", "an INPUT"], in: operands)
    let spec = operands[0]
    try refuseUpdate(options, console)
    let outputCount = options.report.documents.count { $0.file == "-" }
    if outputCount > 1 || outputCount == 1 && options.form == .json {
      throw .refusal(
        "two reports both write to the standard output",
        help: ["--report lcov=FILE writes one to a file"]
      )
    }
    let given = try InputOperands(operands.dropFirst(), spec: spec)
    let known = options.updatesBaseline ? nil : options.baselinePath
    try options.report.refuseSharedFiles(
      spec: spec,
      read: given.names + [known].compactMap { $0 },
      baseline: options.writtenBaseline
    )
    let reporter = Reporter(options.report, console, isOutput: false)
    let opened = reporter.open()
    guard opened == .success else { return opened }
    var run = CoverageRun(options, reporter, console)
    let status = try run.run(spec, given)
    return reporter.end(status, run.summary)
  }

  private static func refuseUpdate(_ options: Options, _ console: any Console)
    throws(DiagnosticsError)
  {
    guard options.updatesBaseline else { return }
    if options.baselinePath == nil {
      throw .refusal("--update-baseline needs --baseline FILE beside it")
    }
    if options.baselinePath == "-" {
      throw .refusal("--update-baseline writes a file, not the standard output")
    }
    if let value = console.environment("CI"), !value.isEmpty {
      throw .refusal(
        "--update-baseline writes no baseline where CI is set",
        help: ["update it locally, review the changes, and commit it"]
      )
    }
  }
}

/// A percentage in its decimal notation, so that comparisons are exact.
struct CoverageLimit {
  let text: String
  /// The percentage is `units / scale`.
  private let units: Int
  private let scale: Int

  /// Returns nil unless the text is a decimal number from 0 to 100.
  init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let digits = parts.count > 1 ? parts[1] : ""
    let isDecimal = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }
    guard isDecimal, digits.count <= 9, let units = Int(parts[0] + digits) else { return nil }
    self.text = text
    self.units = units
    scale = digits.reduce(1) { scale, _ in scale * 10 }
    if units > 100 * scale { return nil }
  }

  /// Whether `part` of `whole` is at least this percentage; false if `whole` is 0.
  func isMet(by part: Int, of whole: Int) -> Bool {
    guard whole > 0 else { return false }
    let given = (part * 100).multipliedFullWidth(by: scale)
    let wanted = units.multipliedFullWidth(by: whole)
    return (given.high, given.low) >= (wanted.high, wanted.low)
  }
}
