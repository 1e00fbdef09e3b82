internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// Validating inputs with `check`.
extension CheckCommand {
  /// Validates each input on its own, and reports its faults.
  static func validate(
    _ operands: ArraySlice<String>,
    by spec: String,
    _ options: Options,
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    guard !options.showsPlan else {
      throw .refusal(
        "--plan lists what a spec is compiled to and takes no inputs",
        help: ["rkmap check --plan SPEC"]
      )
    }
    let operands = try InputOperands(operands, spec: spec)
    let inputs = ReportPages.held(
      operands.inputs(options.inputFormat, options.mapper.context),
      for: options.report
    )
    try options.report.refuseDocumentInOutput()
    try options.report.refuseSharedFiles(spec: spec, read: operands.names)
    let reporter = Reporter(options.report, console, isOutput: true)
    let opened = reporter.open()
    guard opened == .success else { return opened }
    guard let mapping = reporter.readMapping(spec, beside: operands.names) else {
      let ended = end(reporter, of: spec, .badSpec, options, console)
      return ended == .success ? .badSpec : ended
    }
    operands.warn(reporter)
    var mapperOptions = options.mapperOptions(for: inputs)
    mapperOptions.isStrict = options.report.isStrict
    if options.report.isStrict { mapperOptions.drift = .fail }
    reporter.tellIdle(
      options.mapper.drift,
      mapping,
      beside: options.report.isStrict ? .fail : nil
    )
    mapperOptions.failedRecords = .skip
    mapperOptions.expectsRecords = true
    mapperOptions.looksIntoFailed = true
    mapperOptions.surveysRules = true
    let mapper: Mapper
    do throws(DiagnosticsError) {
      mapper = try Mapper(mapping, options: mapperOptions, for: inputs)
    } catch {
      throw reporter.refuse(error) { $0.summaryOfSpec }
    }
    var verdict = InputVerdict()
    verdict.total.warningCount = reporter.warningCount
    let survey = MappingSurvey()
    options.run.watch(operands.names, reporter, console)
    var failed: Set<String> = []
    for input in inputs where !verdict.isOver && reporter.isRead {
      let report = validate(input, by: mapper, reporter, survey)
      if report.hasFailed(by: options.report.failsOn) { failed.insert(input.name) }
      verdict.add(report)
    }
    if !verdict.isOver {
      for finding in survey.findings(listsAll: true) { reporter.receive(finding) }
    }
    reporter.endProgress(reporter.isRead ? verdict.total.ending : .closedPipe)
    if !verdict.isOver {
      let facts = ReportPages.Facts(findings: reporter.findings, failed: failed)
      _ = try reporter.make { (_) throws(DiagnosticsError) in
        try ReportPages.page(of: inputs, mapping, mapperOptions, facts)
      }
    }
    return verdict.end(reporter, options, console)
  }

  /// Ends the report on inputs or other files, with a line for people such as `3 inputs, 1 bad: 2 errors, 0
  /// warnings`; returns the exit status.
  static func end(
    _ total: MappingReport,
    _ count: Int,
    _ noun: String,
    bad badCount: Int,
    _ status: ExitStatus,
    _ summary: JSONObjectText,
    _ reporter: Reporter,
    _ options: Options,
    _ console: any Console
  ) -> ExitStatus {
    var (total, summary) = (total, summary)
    summary.add("inputs", number: count)
    summary.add("bad", number: badCount)
    let reported = reporter.finish(summary: summary, status)
    guard reported == .success else { return reported }
    if total.ending == .interrupted || total.ending == .closedPipe { return status }
    total.warningCount = max(total.warningCount, reporter.warningCount)
    if reporter.isHuman && !options.report.isQuiet {
      let errors = max(total.errorCount, reporter.errorCount).counting("error")
      let warnings = total.warningCount.counting("warning")
      let written = console.writeOutput(
        "\(count.counting(noun)), \(badCount) bad: \(errors), \(warnings)\n"
      )
      guard written == .success else { return written }
    }
    options.run.sumUp(total, reporter, console)
    return status
  }

  private static func validate(
    _ input: Input,
    by mapper: Mapper,
    _ reporter: Reporter,
    _ survey: MappingSurvey
  ) -> MappingReport {
    guard !FileGlob.isUnmatched(input.name) else {
      reporter.receive(
        Diagnostic(
          .unreadableInput,
          "no file matches '\(input.name)'",
          help: ["a quoted glob is relative to the working directory"]
        )
      )
      reporter.endInput(named: input.name, InputOutcome(readCount: 0, errorCount: 1))
      var report = MappingReport()
      report.ending = .badInput
      report.errorCount = 1
      return report
    }
    return mapper.apply(to: [input], into: .nowhere, reportingTo: reporter, surveying: survey)
  }
}

extension MappingReport {
  /// Whether the input could not be read, or has a diagnostic of a severity that makes the exit status 1.
  fileprivate func hasFailed(by severity: FailingSeverity) -> Bool {
    errorCount > 0 || ending != .complete || severity == .warning && warningCount > 0
  }
}

/// The result of validating several inputs.
struct InputVerdict {
  private var inputCount = 0
  private var badCount = 0
  private var hasUnreadableInput = false
  /// The total counts of all inputs.
  var total = MappingReport()

  /// Whether to stop, because the run was interrupted or nobody reads the output.
  var isOver: Bool { total.ending == .interrupted || total.ending == .closedPipe }

  mutating func add(_ report: MappingReport) {
    inputCount += 1
    if report.errorCount > 0 || report.ending != .complete { badCount += 1 }
    if report.ending == .badInput { hasUnreadableInput = true }
    total.ending = report.ending
    total.readCount += report.readCount
    total.recordCount += report.recordCount
    total.byteCount += report.byteCount
    total.declinedCount += report.declinedCount
    total.failedCount += report.failedCount
    total.repeatedCount += report.repeatedCount
    total.errorCount += report.errorCount
    total.warningCount += report.warningCount
  }

  /// Ends the report; returns the exit status.
  func end(
    _ reporter: Reporter,
    _ options: CheckCommand.Options,
    _ console: any Console
  ) -> ExitStatus {
    let errorCount = max(total.errorCount, reporter.errorCount)
    let warningCount = max(total.warningCount, reporter.warningCount)
    let status = status(
      hasFailed: badCount > 0 || errorCount > 0
        || options.report.failsOn == .warning && warningCount > 0
    )
    return CheckCommand.end(
      total,
      inputCount,
      "input",
      bad: badCount,
      status,
      reporter.summary(of: total),
      reporter,
      options,
      console
    )
  }

  private func status(hasFailed: Bool) -> ExitStatus {
    switch total.ending {
    case .interrupted: .interrupted
    case .closedPipe: .closedPipe
    default: hasUnreadableInput ? .badInput : hasFailed ? .badData : .success
    }
  }
}
