internal import RKDiagnostics
internal import RKMapping

/// `rkmap report`: makes a page that shows what a mapping does with inputs.
enum ReportCommand: Command {
  typealias Options = CheckCommand.Options

  static let page = CommandPage(
    name: "report",
    summary: "make a page that shows inputs, the records made of them, and the findings",
    operands: "SPEC INPUT... -o FILE",
    description: """
      Validates inputs as 'rkmap check' does, and writes a page of HTML with all of it: every value \
      of an input and what became of it, the records, the spec with how often its rules are used, the \
      coverage of source paths, and the findings. Pointing at a value, a cell or a rule lights what \
      belongs to it; a click pins that.

      The page is one self-contained file, and opens without a server. It is written \
      whatever the findings are; the exit status is that of 'rkmap check'. Each input is held in \
      memory as a whole, and its text is a part of the page.
      """,
    examples: [
      ("rkmap report spec.json page.json -o page.html", "one input"),
      ("rkmap report spec.json 'fixtures/*.json' -o report.html --strict", "drift is a failure"),
    ]
  )

  static var flags: [Flag<Options>] {
    [
      Flag("output", short: "o", value: "FILE", in: .output, "the file for the page; required") {
        $0.report.documents.append(("html", $1))
      }
    ] + InputFlags.all() + InputFlags.csv() + [InputFlags.reportLimit(), InputFlags.drift()]
      + ReportOptions.flags(strict: .ofDrift) + RunDisplay.flags()
  }

  static func run(
    _ options: Options,
    operands: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    try require(["a SPEC", "an INPUT"], in: operands)
    guard !options.report.documents.isEmpty else {
      throw DiagnosticsError(
        .missingArgument,
        "'report' needs -o FILE",
        help: ["rkmap report \(page.operands)"]
      )
    }
    try options.report.refuseContradiction(of: options.mapper.drift)
    return try CheckCommand.validate(operands.dropFirst(), by: operands[0], options, console)
  }
}
