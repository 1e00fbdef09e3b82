internal import RKDiagnostics
internal import RKEngine
internal import RKMapping
internal import RKVerdict

/// `rkmap test`: maps fixtures, and compares the results with the expected ones.
enum TestCommand: Command {
  struct Options: ReportingOptions, MappingOptions {
    var mapper = MapperOptions()
    var report = ReportOptions()
    var filter: String?
    var threadCount: Int?
    var reportLimit = 20
    var updatesSnapshots = false
  }

  static let page = CommandPage(
    name: "test",
    summary: "map fixtures and compare the results with what is expected",
    operands: "[PATH...]",
    description: """
      Runs the suites of all files named rkmap.test.json in and below the given folders (default .), \
      or of the given test files. A suite names a spec, fixtures, the requests that they answer, and \
      the expected results; docs/testing.md describes test files.

      The findings of fixtures that fail are the output, with a line for each suite. The exit status \
      is 1 when a fixture fails, 3 when a test file or a spec cannot be used, or there is nothing to \
      test, 4 when something that a test file names cannot be read, and 5 when a snapshot cannot be \
      written; the other suites still run.
      """,
    examples: [
      ("rkmap test", "all suites below the working directory"),
      ("rkmap test api --filter users", "the fixtures below api with 'users' in their paths"),
    ]
  )

  static var flags: [Flag<Options>] {
    [
      Flag(
        "filter",
        value: "TEXT",
        in: .input,
        "only the fixtures whose paths, or whose test files' paths, contain this text"
      ) { $0.filter = $1 },
      Flag(
        "update",
        in: .output,
        "write snapshots that differ or are missing, remove stale ones; refused where CI is set"
      ) { $0.updatesSnapshots = true },
      Flag(
        "jobs",
        short: "j",
        from: 1,
        to: 1024,
        in: .other,
        "how many fixtures are mapped at once (default: one per core)"
      ) { $0.threadCount = $1 },
      Flag(
        "max-report",
        from: 0,
        in: .errors,
        "the most findings to show for a fixture (default 20); the rest are counted"
      ) { $0.reportLimit = $1 },
    ] + InputFlags.tolerance() + [InputFlags.drift()]
      + ReportOptions.flags(strict: .ofDrift, documents: ["html"])
  }

  static func run(
    _ options: Options,
    operands: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    try options.report.refuseContradiction(of: options.mapper.drift)
    try options.report.refuseDocumentInOutput()
    if options.updatesSnapshots, let value = console.environment("CI"), !value.isEmpty {
      throw .refusal(
        "--update writes no snapshots where CI is set",
        help: ["update them locally, review the changes, and commit them"]
      )
    }
    let finder = SuiteFinder(operands.isEmpty ? ["."] : operands)
    try options.report.refuseSharedFiles(
      spec: finder.files.first ?? "-",
      read: Array(finder.files.dropFirst())
    )
    let reporter = Reporter(options.report, console, isOutput: true)
    let opened = reporter.open()
    guard opened == .success else { return opened }
    let verdict = VerdictReport(reporter, console, isQuiet: options.report.isQuiet)
    let tested = options.report.documents.isEmpty ? nil : TestedFixtures()
    verdict.keepsResults = tested != nil
    for finding in finder.findings { reporter.receive(finding) }
    let isBinding = !(console.environment("CI") ?? "").isEmpty
    let keeper = SnapshotKeeper(
      options.updatesSnapshots ? .update : .compare(binding: isBinding),
      reportLimit: options.reportLimit
    )
    var runnerOptions = runnerOptions(options)
    runnerOptions.snapshots = keeper
    if options.filter == nil {
      let folders = options.report.includedFolders
      runnerOptions.untested = UntestedFiles(finder.files, including: folders)
    }
    if let tested { runnerOptions.observe = { tested.add($0) } }
    let runner = TestRunner(runnerOptions, reportingTo: verdict)
    for file in finder.files where !runner.run(file) {
      return verdict.isRead ? .interrupted : verdict.outputStatus
    }
    let isUnread = verdict.isUnread || finder.findings.contains { $0.code == .unreadableInput }
    let isUsable = !verdict.hasBadSuite && !finder.findings.contains { $0.code == .noSuite }
    if let filter = options.filter, isUsable, !isUnread, verdict.isWithoutFixtures {
      let finding = Diagnostic(.flagValue, "--filter '\(filter)' matches no fixture")
      throw reporter.refuse(DiagnosticsError([finding])) { _ in verdict.summary }
    }
    if let note = verdict.idleDrift { reporter.receive(note) }
    // The time is shown only on a terminal, so that logs of the same fixtures are equal.
    verdict.endRun(keeper, after: console.outputIsTerminal ? runnerOptions.now() : nil)
    if let tested, isUsable {
      do throws(DiagnosticsError) {
        _ = try reporter.make { (_) throws(DiagnosticsError) in
          try ReportPages.page(of: verdict.results, tested, reporter.findings)
        }
      } catch {
        throw reporter.refuse(error) { _ in verdict.summary }
      }
    }
    let status: ExitStatus =
      !isUsable
      ? .badSpec
      : keeper.isUnwritable ? .badOutput : isUnread ? .badInput : verdict.resultStatus
    let reported = reporter.finish(summary: verdict.summary, status)
    if reported != .success { return reported }
    return verdict.isRead ? status : verdict.outputStatus
  }

  private static func runnerOptions(_ options: Options) -> TestRunner.Options {
    var runner = TestRunner.Options()
    runner.isStrict = options.report.isStrict
    runner.mapper = options.mapper
    runner.includedFolders = options.report.includedFolders
    runner.countsCharacters = options.report.countsCharacters
    runner.failsOn = options.report.statedFailsOn
    runner.filter = options.filter
    runner.threadCount = options.threadCount ?? Processors.count
    runner.reportLimit = options.reportLimit
    let start = Timestamp.now
    runner.now = { Timestamp.now.nanoseconds(since: start) }
    return runner
  }
}
