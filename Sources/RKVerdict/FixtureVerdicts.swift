package import RKDiagnostics
internal import RKEngine
package import RKMapping

/// Validates single fixtures as their cases map them: with the suite's spec, request, strictness
/// and expected errors.
///
/// Records are not compared.
package struct FixtureVerdicts {
  /// The result of a fixture under one of the cases that include it.
  package struct Verdict: Sendable {
    package var result: CaseResult
    package var findings: [Diagnostic]
    /// The report of the fixture's run.
    package var report: MappingReport
    /// Whether the fixture cannot be read, or is not JSON.
    package var isUnreadable: Bool
    /// Whether the user wants to stop.
    package var isInterrupted: Bool
  }

  /// A suite that is ready to run, or the reasons why it is not.
  package struct Preparation: Sendable {
    /// The file that the findings are about: the spec or the test file.
    package var file: String
    package var findings: [Diagnostic]
    package var isUsable: Bool
    /// The files that were read for the suite.
    package var files: [String] = []
    /// Whether all errors are about files that could not be read.
    package var isUnread: Bool { findings.isUnread }
  }

  private let options: TestRunner.Options
  private var plans: [ExactText: SuitePlan] = [:]
  private var preparations: [ExactText: Preparation] = [:]
  /// For each suite, in order, the survey that reports on all of its fixtures at the end.
  private var surveys: [(suite: ExactText, survey: MappingSurvey)] = []

  /// Creates a validator, which ignores the options about snapshots and filters.
  package init(_ options: TestRunner.Options) {
    var options = options
    options.snapshots = nil
    options.comparesRecords = false
    options.mapper.surveysRules = true
    self.options = options
  }

  /// Reads the spec of a suite once, and checks the test file against it.
  ///
  /// - Returns: The result; nil if it was returned before.
  package mutating func prepare(_ suite: TestSuite) -> Preparation? {
    if preparations[suite.file.exact] != nil { return nil }
    let spec = suite.path(suite.spec.value)
    var preparation = Preparation(file: spec, findings: [], isUsable: false)
    do {
      let mapping = try Mapping(
        contentsOf: spec,
        including: options.includedFolders,
        isStrict: options.isStrict || suite.isStrict
      )
      preparation.findings = mapping.warnings
      let plan = SuitePlan(suite, mapping, options)
      if !plan.isUsable {
        preparation.file = suite.file
        preparation.findings = plan.findings
      }
      preparation.isUsable = plan.isUsable
      preparation.files = plan.files
      plans[suite.file.exact] = plan
    } catch {
      preparation.findings = error.diagnostics
      preparation.files = error.files
    }
    preparations[suite.file.exact] = preparation
    return preparation
  }

  /// The verdicts on a fixture, one for each case that includes it; none if the suite cannot be used.
  package mutating func verdicts(on path: String, of suite: TestSuite) -> [Verdict] {
    guard let plan = plans[suite.file.exact], preparations[suite.file.exact]?.isUsable == true
    else {
      return []
    }
    let place = FileDescriptor.resolvedOrGiven(path).exact
    let validator = FixtureValidator(plan, options)
    let survey = survey(of: suite)
    return plan.fixtures.filter { FileDescriptor.resolvedOrGiven($0.path).exact == place }.map {
      fixture in
      var fixture = fixture
      fixture.path = path
      let verdict = validator.validate(fixture, surveying: survey)
      return Verdict(
        result: verdict.result,
        findings: verdict.findings,
        report: verdict.report,
        isUnreadable: verdict.isUnreadable && verdict.result.outcome == .failed,
        isInterrupted: verdict.isInterrupted
      )
    }
  }

  private mutating func survey(of suite: TestSuite) -> MappingSurvey {
    if let known = surveys.first(where: { $0.suite == suite.file.exact }) { return known.survey }
    let survey = MappingSurvey()
    surveys.append((suite.file.exact, survey))
    return survey
  }

  /// The findings about all fixtures of each suite together, once all have been validated.
  package func endFindings() -> [Diagnostic] {
    let idle = plans.values.map(\.idleDrift)
    let notes = idle.contains(nil) ? [] : idle.prefix(1).compactMap { $0 }
    return surveys.flatMap { $0.survey.findings(listsAll: true) } + notes
  }
}
