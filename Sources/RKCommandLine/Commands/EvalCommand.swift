internal import RKDiagnostics
internal import RKMapping

/// `rkmap eval`: evaluates an expression over documents.
enum EvalCommand: Command {
  struct Options: InputOptions, ReportingOptions {
    var report = ReportOptions()
    var mapper = MapperOptions()
    var inputFormat: Input.Format?
  }

  static let page = CommandPage(
    name: "eval",
    summary: "evaluate a key path, predicate or expression over documents",
    operands: "EXPRESSION [INPUT...]",
    description: """
      Prints the value of an expression for each document, as compact JSON on a line of its own: null \
      where there is none, true or false for a predicate. Numbers keep their digits.

      An expression is what "expression" and "when" of a spec hold. Its key paths begin at the \
      document, which is also self, @root and @document. A list that is alone in a file is one document.

      Without an INPUT the standard input is read. An expression with an error is exit 2, before \
      anything is read; malformed input is exit 4, after the lines before it.
      """,
    examples: [
      ("rkmap eval 'items.@sum.price' order.json", "an operator over a list"),
      ("rkmap eval 'count(tags) > 1 AND state == \"open\"' *.json", "true or false for each file"),
      ("rkmap eval '..id' < page.json", "all ids, however deep"),
    ]
  )

  static var flags: [Flag<Options>] {
    InputFlags.format() + InputFlags.tolerance() + ContextFlags.metadata() + ContextFlags.request()
      + InputFlags.csv() + ReportOptions.flags(strict: nil)
  }

  static func run(
    _ options: Options,
    operands: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    try require(["an EXPRESSION"], in: operands)
    let expression = operands[0]
    let names = operands.count > 1 ? Array(operands.dropFirst()) : ["-"]
    let files = try InputOperands(names, spec: nil)
    let inputs = files.inputs(options.inputFormat, options.mapper.context)
    try options.report.refuseSharedFiles(spec: "", read: files.names, records: "-")
    let evaluator = try DocumentEvaluator(
      expression,
      options: options.mapperOptions(for: inputs)
    )
    let reporter = Reporter(options.report, console, isOutput: false)
    let opened = reporter.open()
    guard opened == .success else { return opened }
    files.warn(reporter)
    if operands.count == 1 { console.promptForInput() }
    let report = evaluator.run(on: inputs, reportingTo: reporter)
    // The only thing that can fail here is a line that is not JSON.
    let status = report.ending == .failedRecord ? .badInput : reporter.status(of: report)
    return reporter.end(status, reporter.summary(of: report))
  }
}
