internal import RKDiagnostics
internal import RKEngine
internal import RKMapping
internal import RKVerdict

/// Validating files that test files name.
extension CheckCommand {
  /// What the operands are to the test files above them, if the first operand is a fixture or a test file, or
  /// `--tested` is given; nil if the first operand is a spec.
  static func matches(
    _ operands: [String],
    _ options: Options
  ) throws(DiagnosticsError) -> (matches: [SuiteLookup.Match], files: InputOperands)? {
    var lookup = SuiteLookup(
      isStrict: options.report.isStrict,
      including: options.report.includedFolders
    )
    let files = try InputOperands(operands, spec: nil)
    let names = files.names
    if !options.isTested {
      guard let first = names.first, let match = lookup.match(first), match.role != .spec else {
        return nil
      }
    }
    if options.isTested && names.isEmpty {
      throw DiagnosticsError(.missingArgument, "'check --tested' needs a FILE")
    }
    try refuseChoices(options)
    var matches: [SuiteLookup.Match] = []
    for name in names {
      if let match = lookup.match(name) {
        matches.append(match)
        continue
      }
      if let absence = Input.file(name).absence, name != "-" { throw DiagnosticsError([absence]) }
      throw DiagnosticsError(
        .unexpectedArgument,
        "no test file has '\(name)' as a fixture or as its spec",
        help: [
          "a case of \(SuiteFinder.fileName) in its folder or one above it names it in \"files\"",
          "rkmap check SPEC INPUT... validates any file against a spec",
        ]
      )
    }
    return (matches, files)
  }

  /// A given flag that states the form of inputs.
  private static func formFlag(_ mapper: MapperOptions) -> String? {
    if mapper.xmlForm != .compact { return "--xml-form" }
    if !mapper.inputCSV.hasHeader { return "--no-header" }
    if mapper.inputCSV.delimiter != nil { return "--delimiter" }
    return mapper.filePattern == nil ? nil : "--file-pattern"
  }

  /// Refuses flags that test files decide, such as how fixtures are mapped.
  private static func refuseChoices(_ options: Options) throws(DiagnosticsError) {
    let stated = [
      ("--plan", options.showsPlan), ("--fix", options.fixes),
      ("--dialect", options.dialect != nil), ("--from", options.inputFormat != nil),
      ("--descriptor", options.mapper.descriptorName != nil),
      ("--report html", !options.report.documents.isEmpty),
    ]
    let choosing =
      stated.first(where: \.1)?.0 ?? options.mapper.context.flags.first ?? formFlag(options.mapper)
    guard let choosing else { return }
    throw .refusal(
      "\(choosing) does not apply to fixtures, which the test file describes",
      help: ["give the spec first: rkmap check SPEC INPUT..."]
    )
  }

  /// Validates fixtures as their cases say, and reports errors in specs and test files.
  static func validate(
    _ matches: [SuiteLookup.Match],
    of files: InputOperands,
    _ options: Options,
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    let read = matches.flatMap { match in
      [match.path, match.testFile] + [match.suite.map { $0.path($0.spec.value) }].compactMap { $0 }
    }
    try options.report.refuseSharedFiles(spec: read[0], read: read)
    let reporter = Reporter(options.report, console, isOutput: true)
    let opened = reporter.open()
    guard opened == .success else { return opened }
    files.warn(reporter)
    options.run.watch(matches.filter { $0.role == .fixture }.map(\.path), reporter, console)
    var trial = SuiteTrial(reporter, options)
    for match in matches where reporter.isRead && !trial.isInterrupted { trial.validate(match) }
    return trial.end(options, console)
  }
}

/// Validates fixtures, specs and test files one after the other.
private struct SuiteTrial {
  private let reporter: Reporter
  private let isStrict: Bool
  private var verdicts: FixtureVerdicts
  private var reportedFiles: Set<ExactText> = []
  private var fileCount = 0
  private var badCount = 0
  private var hasBadSuite = false
  private var hasUnreadableFile = false
  private var hasFailed = false
  private(set) var isInterrupted = false
  /// The total counts of all fixtures.
  private var total = MappingReport()

  init(_ reporter: Reporter, _ options: CheckCommand.Options) {
    self.reporter = reporter
    isStrict = options.report.isStrict
    var runner = TestRunner.Options()
    runner.isStrict = isStrict
    runner.mapper.drift = options.mapper.drift
    runner.mapper.statedDuplicateKeys = options.mapper.statedDuplicateKeys
    runner.mapper.replacesInvalidUTF8 = options.mapper.replacesInvalidUTF8
    runner.mapper.maximumDepth = options.mapper.maximumDepth
    runner.includedFolders = options.report.includedFolders
    runner.reportLimit = options.mapper.reportLimit
    runner.countsCharacters = options.report.countsCharacters
    runner.failsOn = options.report.statedFailsOn
    verdicts = FixtureVerdicts(runner)
  }

  mutating func validate(_ match: SuiteLookup.Match) {
    fileCount += 1
    let errorCount = reporter.errorCount
    if reportedFiles.insert(match.testFile.exact).inserted {
      report(match.findings, of: match.testFile, in: match.testFile)
    }
    guard let suite = match.suite else {
      hasBadSuite = true
      badCount += 1
      return
    }
    switch match.role {
    case .spec: lint(match.path, suite)
    case .testFile: prepare(suite)
    case .fixture:
      prepare(suite)
      for verdict in verdicts.verdicts(on: match.path, of: suite) {
        for finding in verdict.findings { reporter.receive(finding) }
        reporter.end(verdict.result)
        total.recordCount += verdict.report.recordCount
        total.failedCount += verdict.report.failedCount
        total.repeatedCount += verdict.report.repeatedCount
        total.declinedCount += verdict.report.declinedCount
        total.byteCount += verdict.report.byteCount
        reporter.advance(
          byteCount: verdict.report.byteCount,
          recordCount: verdict.report.recordCount
        )
        if verdict.result.outcome == .failed { hasFailed = true }
        if verdict.isUnreadable { hasUnreadableFile = true }
        if verdict.isInterrupted { isInterrupted = true }
      }
    }
    if reporter.errorCount > errorCount { badCount += 1 }
  }

  private mutating func lint(_ spec: String, _ suite: TestSuite) {
    let isStrict = isStrict || suite.isStrict
    if reporter.readMapping(spec, isStrict: isStrict, isLinted: true) == nil { hasBadSuite = true }
  }

  private mutating func prepare(_ suite: TestSuite) {
    guard let preparation = verdicts.prepare(suite) else { return }
    reporter.protect(preparation.files)
    report(preparation.findings, of: preparation.file, in: suite.file)
    if preparation.isUsable { return }
    if preparation.isUnread { hasUnreadableFile = true } else { hasBadSuite = true }
  }

  private func report(_ findings: [Diagnostic], of file: String, in suite: String) {
    if findings.isEmpty { return }
    for finding in findings { reporter.receive(finding) }
    reporter.end(CaseResult(suite: suite, name: file, file: file, outcome: reporter.outcome()))
  }

  /// Ends the report; returns the exit status.
  mutating func end(_ options: CheckCommand.Options, _ console: any Console) -> ExitStatus {
    if !isInterrupted {
      for finding in verdicts.endFindings() { reporter.receive(finding) }
    }
    total.ending = isInterrupted ? .interrupted : reporter.isRead ? .complete : .closedPipe
    reporter.endProgress(total.ending)
    let status: ExitStatus =
      isInterrupted
      ? .interrupted
      : hasBadSuite
        ? .badSpec
        : hasUnreadableFile ? .badInput : hasFailed ? .badData : reporter.status
    return CheckCommand.end(
      total,
      fileCount,
      "file",
      bad: badCount,
      status,
      reporter.summaryOfSpec,
      reporter,
      options,
      console
    )
  }
}
