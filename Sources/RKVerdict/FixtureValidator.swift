internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// Maps fixtures of a suite, and compares the results with the expected ones.
///
/// Safe to use from several threads.
struct FixtureValidator: Sendable {
  /// The result for one fixture.
  struct Verdict: Sendable {
    var result: CaseResult
    /// The findings to show, without the expected errors.
    var findings: [Diagnostic] = []
    /// The report of the fixture's run.
    var report = MappingReport()
    /// Whether the user wants to stop.
    var isInterrupted = false
    /// Whether the fixture cannot be read, or is not JSON.
    var isUnreadable = false
    /// Whether the fixture, its expected output or its snapshot could not be read, so that their content is
    /// unknown.
    var isUnread = false
    /// Whether there were warnings, possibly more than are shown.
    fileprivate var hasWarnings = false
  }

  private let suite: TestSuite
  private let redactions: [Redaction]
  private let options: TestRunner.Options
  private let mappers: MapperCache
  private let failsOnWarning: Bool

  init(_ plan: SuitePlan, _ options: TestRunner.Options) {
    suite = plan.suite
    redactions = plan.redactions
    mappers = plan.mappers
    self.options = options
    failsOnWarning = (options.failsOn ?? suite.failsOn) == .warning
  }

  private var least: Diagnostic.Severity { failsOnWarning ? .warning : .error }

  /// Validates a fixture.
  ///
  /// With a survey, findings about several fixtures together are left to it.
  func validate(_ fixture: SuitePlan.Fixture, surveying survey: MappingSurvey? = nil) -> Verdict {
    let start = options.now()
    let name = [fixture.path, fixture.route].compactMap { $0 }.joined(separator: " ")
    var verdict = Verdict(
      result: CaseResult(suite: suite.file, name: name, file: fixture.path, outcome: .passed)
    )
    switch mappers.mapper(for: fixture.request) {
    case .success(let mapper): validate(fixture, by: mapper, survey, &verdict)
    case .failure(let error): verdict.findings = error.diagnostics.map { unmappable($0, fixture) }
    }
    if let name = fixture.request.fixtureName,
      let warning = mappers.mapping.graph.misspelling(in: name, ofFile: fixture.path)
    {
      verdict.findings.append(warning)
    }
    // Errors come first.
    let errors = verdict.findings.filter { $0.severity == .error }
    if errors.contains(where: \.isUnread) { verdict.isUnread = true }
    verdict.findings = errors + verdict.findings.filter { $0.severity != .error }
    if verdict.findings.contains(where: { $0.severity >= least })
      || failsOnWarning && verdict.hasWarnings
    {
      verdict.result.outcome = .failed
    }
    verdict.result.durationNanoseconds = options.now() - start
    return verdict
  }

  private func validate(
    _ fixture: SuitePlan.Fixture,
    by mapper: Mapper,
    _ survey: MappingSurvey?,
    _ verdict: inout Verdict
  ) {
    let collection = RecordCollection(redacting: redactions)
    let gathered = FindingCollector()
    let input = Input.file(fixture.path)
    var report = mapper.apply(
      to: [input],
      into: .collection(collection),
      reportingTo: gathered,
      surveying: survey
    )
    if report.ending == .interrupted {
      verdict.isInterrupted = true
      return
    }
    verdict.result.readCount = report.readCount
    verdict.result.declinedCount = report.declinedCount
    verdict.report = report
    verdict.isUnreadable = report.ending == .badInput
    let expectation = suite.cases[fixture.testCase].expectation
    if expectation.isEmpty { report.errorCount -= gathered.removeFindingsOfEmptiness() }
    let declined = report.declinedCount + gathered.unmatchedCount
    if let expected = expectation.declinedCount, expected == declined {
      let removed = gathered.removeFindingsOfDeclines()
      report.errorCount -= removed.errorCount
      report.warningCount -= removed.warningCount
      verdict.result.declinedCount = declined
    }
    var run = FixtureRun(
      suite: suite,
      testCase: suite.cases[fixture.testCase],
      path: fixture.path,
      collection: collection,
      report: report,
      snapshotPath: fixture.snapshotPath,
      mapper: mapper,
      recordsNotingKinds: {
        let collection = RecordCollection(redacting: redactions)
        _ = self.mapper(of: fixture, notesKinds: true, or: mapper).apply(
          to: [input],
          into: .collection(collection),
          reportingTo: FindingCollector()
        )
        return collection
      }
    )
    options.observe?(run)
    verdict.isUnread = gathered.diagnostics.contains { $0.code == .unreadableInput }
    verdict.findings = validate(gathered.diagnostics, expectation.findings, run)
    if case .count = expectation.findings { verdict.hasWarnings = report.warningCount > 0 }
    if let expected = expectation.declinedCount, expected != declined {
      verdict.findings.append(otherDeclined(declined, expected, run))
    }
    guard options.comparesRecords else { return }
    verdict.findings += expectation.counts.compactMap { finding($0, run) }
    if expectation.isEmpty && report.recordCount > 0 { verdict.findings.append(notEmpty(run)) }
    if let output = expectation.output {
      var plain = run
      // Outputs have no notes for snapshots.
      plain.mapper = self.mapper(of: fixture, notesKinds: false, or: mapper)
      verdict.findings += OutputExpectation(output, plain).findings()
    }
    if run.testCase.hasSnapshot, let snapshots = options.snapshots {
      run.isFailed = verdict.findings.contains { $0.severity >= least }
      run.isWithoutRecords = gathered.diagnostics.contains { $0.isOfEmptiness }
      let changes = snapshots.validate(run, explaining: &verdict.findings)
      verdict.findings += changes
    }
  }

  /// A mapper of a fixture that makes no notes for snapshots, or only those of form 2.
  private func mapper(
    of fixture: SuitePlan.Fixture,
    notesKinds: Bool,
    or mapper: Mapper
  ) -> Mapper {
    guard fixture.request.notesForms else { return mapper }
    var request = fixture.request
    (request.notesKinds, request.notesForms) = (notesKinds, false)
    // A mapper that compiles with notes also compiles without them.
    if case .success(let other) = mappers.mapper(for: request) { return other }
    return mapper
  }

  // MARK: - Expectations

  /// Returns the findings to show, and how they differ from the expected ones.
  private func validate(
    _ findings: [Diagnostic],
    _ expected: Expectation.Findings,
    _ run: FixtureRun
  ) -> [Diagnostic] {
    switch expected {
    case .count(run.report.errorCount): return findings.filter { $0.severity != .error }
    case .count(0): return findings
    case .count(let count):
      let found = run.report.errorCount
      return findings + [
        Diagnostic(
          .otherErrorCount,
          "'\(run.path)' gives \(found.counting("error")), not \(count)",
          at: suite.location(of: run.testCase.place),
          related: [run.related]
        )
      ]
    case .listed(let wanted):
      var left = findings
      var missing: [Diagnostic] = []
      // Expected findings without a place are matched last.
      for finding in wanted.filter({ $0.pointer != nil }) + wanted.filter({ $0.pointer == nil }) {
        let found = left.firstIndex { actual in
          actual.code == finding.code
            && finding.pointer.map { $0.value == actual.location?.pointer ?? "" } ?? true
        }
        if let found {
          left.remove(at: found)
        } else {
          missing.append(self.missing(finding, run))
        }
      }
      return left + missing
    }
  }

  private func missing(_ finding: Expectation.Finding, _ run: FixtureRun) -> Diagnostic {
    let place = finding.pointer.map { " at \"\($0.value)\"" } ?? ""
    return Diagnostic(
      .missingFinding,
      "'\(run.path)' does not give \(finding.code.id)\(place), which is expected",
      at: suite.location(of: finding.pointer?.place ?? finding.written.place),
      related: [run.related]
    )
  }

  private func finding(_ expected: Expectation.RecordCount, _ run: FixtureRun) -> Diagnostic? {
    let count = run.collection.counts[expected.target.value] ?? 0
    if expected.range.contains(count) { return nil }
    let records = count.counting("record")
    return Diagnostic(
      .otherRecordCount,
      "'\(run.path)' gives \(records) of '\(expected.target.value)', not \(expected.words)",
      at: suite.location(of: expected.target.place),
      related: [run.related]
    ).stating(expected: expected.words, actual: String(count))
  }

  private func otherDeclined(_ found: Int, _ expected: Int, _ run: FixtureRun) -> Diagnostic {
    let count = found.counting("representation")
    return Diagnostic(
      .otherDeclinedCount,
      "\(count) of '\(run.path)' \(found == 1 ? "was" : "were") declined, not \(expected)",
      at: suite.location(of: run.testCase.place),
      related: [run.related],
      help: ["where that is right: \"declined\": \(found)"]
    ).stating(expected: String(expected), actual: String(found))
  }

  private func notEmpty(_ run: FixtureRun) -> Diagnostic {
    let count = run.report.recordCount
    return Diagnostic(
      .notEmpty,
      "'\(run.path)' gives \(count.counting("record")), but is to give none",
      at: suite.location(of: run.testCase.place),
      related: [run.related],
      help: ["\"empty\": true is for fixtures without records; leave it out for others"]
    )
  }

  /// The diagnostic for a fixture that cannot be mapped, worded for authors of test files.
  private func unmappable(_ error: Diagnostic, _ fixture: SuitePlan.Fixture) -> Diagnostic {
    let testCase = suite.cases[fixture.testCase]
    let place = Diagnostic.Related(
      location: suite.location(of: testCase.place),
      subject: "the case"
    )
    var finding = Diagnostic(
      .unmappableFixture,
      "'\(fixture.path)' cannot be mapped: \(error.message)",
      at: error.location,
      related: error.related + [place],
      help: ["say which request the case is for: \"route\": {\"method\", \"path\", \"status\"}"]
    )
    if error.code == .flagValue {
      // A different request would not help.
      finding.help = error.help
    } else if testCase.route == nil {
      finding.help.append("or name the fixture after a descriptor: NAME.METHOD.STATUS.json")
    }
    return finding
  }
}

extension FindingCollector {
  /// Removes findings that there is nothing to map; returns how many there were.
  ///
  /// Findings about what is there instead stay.
  fileprivate func removeFindingsOfEmptiness() -> Int { remove(\.isOfNothing).total }

  /// How many representations no matcher accepts; they count as declined even where that is an error.
  fileprivate var unmatchedCount: Int {
    diagnostics.filter { $0.code == .unmatched && $0.severity == .error }.total
  }

  /// Removes findings about declined representations; returns how many there were.
  fileprivate func removeFindingsOfDeclines() -> (errorCount: Int, warningCount: Int) {
    let removed = remove(\.isOfDeclines)
    func count(_ severity: Diagnostic.Severity) -> Int {
      removed.filter { $0.severity == severity }.total
    }
    return (count(.error), count(.warning))
  }

  private func remove(_ isUnwanted: (Diagnostic) -> Bool) -> [Diagnostic] {
    defer { diagnostics.removeAll(where: isUnwanted) }
    return diagnostics.filter(isUnwanted)
  }
}

extension [Diagnostic] {
  /// The number of findings, counting those that a diagnostic groups.
  fileprivate var total: Int { reduce(0) { $0 + ($1.extent?.findings ?? 1) } }
}

extension Diagnostic {
  fileprivate var isOfDeclines: Bool { code == .allDeclined || code == .unmatched }

  /// Whether the finding is an error only where records are expected.
  fileprivate var isOfEmptiness: Bool { code == .emptyInput || code == .notFound }
}

extension FixtureRun {
  /// The fixture as a related place of a finding in another file.
  var related: Diagnostic.Related { .init(location: location, subject: "the fixture") }
}

extension Expectation.RecordCount {
  /// The range in words: `5`, `at least 1`, `1 to 5`.
  fileprivate var words: String {
    let (least, most) = (range.lowerBound, range.upperBound)
    if least == most { return String(least) }
    if most == .max { return "at least \(least)" }
    return least == 0 ? "at most \(most)" : "\(least) to \(most)"
  }
}
