package import RKDiagnostics
internal import RKEngine
package import RKMapping

/// Receives the results of suites and their fixtures, in order.
package protocol VerdictReceiver: AnyObject {
  /// Whether the results are still wanted.
  var isRead: Bool { get }
  /// Announces the files that a suite is about to read.
  func willRead(_ files: [String])
  /// Reports that a fixture was validated, or a test file, its spec or its snapshots as a whole; the findings are
  /// to be shown.
  func end(_ result: CaseResult, _ findings: [Diagnostic], isFixture: Bool)
  /// Reports that a suite is complete.
  func end(_ suite: SuiteOutcome)
}

/// The result of a suite.
package struct SuiteOutcome: Sendable, Hashable {
  package let file: String
  package var passedCount = 0
  package var failedCount = 0
  /// How many representations of its fixtures were declined.
  package var declinedCount = 0
  /// Whether the test file and the spec are valid.
  package var isUsable = true
  /// Whether a fixture, folder or snapshot that the test file names could not be read.
  package var isUnread = false
  /// A note that `--drift` has no effect on it, if that is so.
  package var idleDrift: Diagnostic?
  /// Whether there are warnings about the test file, its spec or its snapshots, and warnings fail the suite.
  package var failsByWarning = false

  package var fixtureCount: Int { passedCount + failedCount }
}

/// Runs suites: maps their fixtures, and compares the results with the expected ones.
package struct TestRunner {
  package struct Options: Sendable {
    /// Whether to treat all suites as strict.
    package var isStrict = false
    /// How fixtures are read.
    package var mapper = MapperOptions()
    /// Additional folders that specs and test files may refer to.
    package var includedFolders: [String] = []
    /// Whether findings also have a column counted in characters.
    package var countsCharacters = false
    /// The least severity that fails a fixture; nil to use that of each suite.
    package var failsOn: FailingSeverity?
    /// If given, only fixtures are validated whose path, or whose test file's path, contains this text.
    package var filter: String?
    package var threadCount = 1
    /// The most findings to show for a fixture.
    package var reportLimit = 20
    package var snapshots: (any SnapshotValidator)?
    /// Finds files beside fixtures that no case names; nil to report none.
    package var untested: UntestedFiles?
    /// Whether to count records and compare outputs where cases ask for it.
    package var comparesRecords = true
    /// Called with each fixture that was mapped, from several threads.
    package var observe: (@Sendable (FixtureRun) -> Void)?
    /// A clock, in nanoseconds.
    package var now: @Sendable () -> Int = { 0 }

    package init() {}
  }

  private let options: Options
  private let receiver: any VerdictReceiver

  package init(_ options: Options, reportingTo receiver: any VerdictReceiver) {
    self.options = options
    self.receiver = receiver
  }

  /// Runs the suite of a test file; returns false if the user wants to stop.
  package func run(_ file: String) -> Bool {
    var outcome = SuiteOutcome(file: file)
    defer { receiver.end(outcome) }
    guard let plan = prepare(file, &outcome) else {
      outcome.isUsable = false
      return true
    }
    outcome.idleDrift = plan.idleDrift
    let wanted = plan.fixtures.filter { isWanted($0, of: file) }
    if wanted.isEmpty { return true }
    let validator = FixtureValidator(plan, options)
    var hasReadAll = wanted.count == plan.fixtures.count
    var isInterrupted = false
    ParallelWork.run(
      count: wanted.count,
      threadCount: options.threadCount,
      part: { validator.validate(wanted[$0]) },
      take: { _, verdict in
        isInterrupted = verdict.isInterrupted || Interruption.isPending || !receiver.isRead
        if isInterrupted { return false }
        if verdict.isUnread { hasReadAll = false }
        outcome.declinedCount += verdict.result.declinedCount
        if verdict.result.outcome == .passed {
          outcome.passedCount += 1
        } else {
          outcome.failedCount += 1
          if verdict.isUnread { outcome.isUnread = true }
        }
        receiver.end(verdict.result, verdict.findings, isFixture: true)
        return true
      }
    )
    if isInterrupted || Interruption.isPending { return false }
    validateSnapshots(of: plan, hasReadAll: hasReadAll, &outcome)
    validateFolders(of: plan, &outcome)
    return true
  }

  private func isWanted(_ fixture: SuitePlan.Fixture, of file: String) -> Bool {
    guard let filter = options.filter else { return true }
    return fixture.path.contains(filter) || file.contains(filter)
  }

  /// The plan of a suite; nil if the suite cannot be used.
  private func prepare(_ file: String, _ outcome: inout SuiteOutcome) -> SuitePlan? {
    var result = file
    var suite: TestSuite?
    do throws(DiagnosticsError) {
      let read = try SuiteReader.read(
        file,
        isStrict: options.isStrict,
        including: options.includedFolders
      )
      end(file, of: file, read.warnings)
      result = read.suite.path(read.suite.spec.value)
      suite = read.suite
      let mapping = try Mapping(
        contentsOf: result,
        including: options.includedFolders,
        isStrict: options.isStrict || read.suite.isStrict
      )
      end(result, of: file, mapping.warnings)
      let plan = SuitePlan(read.suite, mapping, options)
      receiver.willRead(plan.files)
      end(file, of: file, plan.findings)
      outcome.isUnread = plan.findings.isUnread
      note(read.warnings + mapping.warnings + plan.findings, of: read.suite, &outcome)
      return plan.isUsable ? plan : nil
    } catch {
      receiver.willRead(error.files + (suite?.namedFiles ?? []))
      let findings = error.diagnostics.map { finding in
        guard let suite, finding.code == .unreadableSpec, finding.location == nil else {
          return finding
        }
        var placed = finding
        placed.location = suite.location(of: suite.spec.place)
        return placed
      }
      end(result, of: file, findings)
      return nil
    }
  }

  private func validateSnapshots(
    of plan: SuitePlan,
    hasReadAll: Bool,
    _ outcome: inout SuiteOutcome
  ) {
    guard let snapshots = options.snapshots else { return }
    let paths = hasReadAll ? plan.fixtures.compactMap(\.snapshotPath) : nil
    let findings = snapshots.validate(plan.suite, snapshots: paths)
    outcome.isUnread = outcome.isUnread || findings.isUnread
    note(findings, of: plan.suite, &outcome)
    end(plan.suite.file, of: plan.suite.file, findings)
  }

  /// Reports files beside the fixtures that no case names.
  private func validateFolders(of plan: SuitePlan, _ outcome: inout SuiteOutcome) {
    guard let finding = options.untested?.finding(plan) else { return }
    var findings = [finding]
    if options.isStrict || plan.suite.isStrict {
      findings[0].severity = .error
      outcome.failsByWarning = true
    }
    note(findings, of: plan.suite, &outcome)
    end(plan.suite.file, of: plan.suite.file, findings)
  }

  /// Notes that there are warnings about the suite as a whole, if warnings fail it.
  private func note(
    _ findings: [Diagnostic],
    of suite: TestSuite,
    _ outcome: inout SuiteOutcome
  ) {
    guard (options.failsOn ?? suite.failsOn) == .warning else { return }
    if findings.contains(where: { $0.severity == .warning }) { outcome.failsByWarning = true }
  }

  /// Reports findings about a test file or a spec as a whole.
  private func end(_ name: String, of suite: String, _ findings: [Diagnostic]) {
    if findings.isEmpty { return }
    let isBad = findings.contains { $0.severity == .error }
    receiver.end(
      CaseResult(suite: suite, name: name, file: name, outcome: isBad ? .failed : .passed),
      findings,
      isFixture: false
    )
  }
}
