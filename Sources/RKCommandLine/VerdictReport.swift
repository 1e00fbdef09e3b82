internal import RKDiagnostics
internal import RKVerdict

/// Shows the results of suites: the diagnostics of each fixture, and lines for people.
final class VerdictReport: VerdictReceiver {
  private let reporter: Reporter
  private let console: any Console
  private let isQuiet: Bool
  private var outcomes: [SuiteOutcome] = []
  /// Whether to keep the results of fixtures, for a page that shows them.
  var keepsResults = false
  private(set) var results: [(result: CaseResult, findings: [Diagnostic])] = []
  /// The status of writes to the standard output.
  private var status = ExitStatus.success

  init(_ reporter: Reporter, _ console: any Console, isQuiet: Bool) {
    self.reporter = reporter
    self.console = console
    self.isQuiet = isQuiet
  }

  func willRead(_ files: [String]) { reporter.protect(files) }

  func end(_ result: CaseResult, _ findings: [Diagnostic], isFixture: Bool) {
    if result.outcome == .failed && isFixture { say("FAIL \(result.name)") }
    for finding in findings { reporter.receive(finding) }
    if keepsResults && isFixture { results.append((result, findings)) }
    reporter.end(result)
  }

  func end(_ suite: SuiteOutcome) {
    outcomes.append(suite)
    // If a filter excluded the whole suite, there is nothing to report about it.
    if isQuiet || suite.isUsable && suite.fixtureCount == 0 { return }
    say(suite.isUsable ? Self.words(suite.file, [suite]) : "\(suite.file): cannot be used")
  }

  /// Ends the report after all suites; shows the time if given.
  func endRun(_ snapshots: SnapshotKeeper, after nanoseconds: Int?) {
    if isQuiet { return }
    for path in snapshots.written { say("wrote \(path)") }
    for path in snapshots.removed { say("removed \(path)") }
    let rewritten = snapshots.rewrittenCount
    if rewritten > 0 { say("rewrote \(rewritten.counting("snapshot")) in form 3") }
    if outcomes.count < 2 && nanoseconds == nil { return }
    let time = nanoseconds.map { ", in \($0 / 1_000_000) ms" } ?? ""
    say(Self.words(outcomes.count.counting("test file"), outcomes) + time)
  }

  /// A note that `--drift` has no effect on any suite, if that is so.
  var idleDrift: Diagnostic? {
    outcomes.allSatisfy { $0.idleDrift != nil } ? outcomes.first?.idleDrift : nil
  }

  /// Whether a test file or a spec is invalid.
  var hasBadSuite: Bool { outcomes.contains { !$0.isUsable && !$0.isUnread } }

  /// Whether a file that a test file names could not be read.
  var isUnread: Bool { outcomes.contains(where: \.isUnread) }

  /// The exit status, if nothing else has failed.
  ///
  /// It does not depend on which diagnostics are shown.
  var resultStatus: ExitStatus {
    outcomes.contains { $0.failedCount > 0 || $0.failsByWarning } ? .badData : reporter.status
  }

  /// The summary at the end of the report.
  var summary: JSONObjectText {
    var object = reporter.summaryOfSpec
    object.add("suites", number: outcomes.count)
    object.add("fixtures", number: outcomes.reduce(0) { $0 + $1.fixtureCount })
    object.add("passed", number: outcomes.reduce(0) { $0 + $1.passedCount })
    object.add("failed", number: outcomes.reduce(0) { $0 + $1.failedCount })
    object.add("declined", number: outcomes.reduce(0) { $0 + $1.declinedCount })
    return object
  }

  /// Whether no fixture was validated.
  var isWithoutFixtures: Bool { outcomes.allSatisfy { $0.fixtureCount == 0 } }

  /// Whether the output is still being read.
  var isRead: Bool { outputStatus == .success }

  /// The status of writing to the standard output.
  var outputStatus: ExitStatus { status == .success ? reporter.outputStatus : status }

  private func say(_ line: String) {
    guard reporter.isHuman, isRead else { return }
    status = console.writeOutput(VisibleText.line(line) + "\n")
  }

  private static func words(_ subject: String, _ suites: [SuiteOutcome]) -> String {
    let fixtures = suites.reduce(0) { $0 + $1.fixtureCount }
    let passed = suites.reduce(0) { $0 + $1.passedCount }
    var text = "\(subject): \(fixtures.counting("fixture"))"
    text += ", \(passed) passed"
    if fixtures > passed { text += ", \(fixtures - passed) failed" }
    let declined = suites.reduce(0) { $0 + $1.declinedCount }
    if declined > 0 { text += ", \(declined) declined" }
    let unusable = suites.count { !$0.isUsable }
    if unusable > 0 { text += "; \(unusable) cannot be used" }
    return text
  }
}
