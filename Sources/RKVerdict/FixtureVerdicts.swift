package import RKDiagnostics
internal import RKEngine
package import RKMapping

/// Validates single fixtures as their cases map them: by the suite's spec, the request and the strictness,
/// with the errors that are expected; their records are not looked at.
package struct FixtureVerdicts {
  /// What was found of a fixture by one of the cases that take it in.
  package struct Verdict: Sendable {
    package var result: CaseResult
    package var findings: [Diagnostic]
    /// How its run went.
    package var report: MappingReport
    /// It is not readable, or not JSON.
    package var isUnreadable: Bool
    /// The user wants to stop.
    package var isInterrupted: Bool
  }

  /// A suite made ready, or what is wrong with it.
  package struct Preparation: Sendable {
    /// The spec or the test file, which the findings are about.
    package var file: String
    package var findings: [Diagnostic]
    package var isUsable: Bool
    /// What is read for it.
    package var files: [String] = []
    /// Nothing is wrong but that something could not be read.
    package var isUnread: Bool { findings.isUnread }
  }

  private let options: TestRunner.Options
  private var plans: [ExactText: SuitePlan] = [:]
  private var preparations: [ExactText: Preparation] = [:]
  /// What is told of the fixtures of each suite when all have been validated, in order.
  private var surveys: [(suite: ExactText, survey: MappingSurvey)] = []

  /// Of the options those about snapshots and filters are not asked.
  package init(_ options: TestRunner.Options) {
    var options = options
    options.snapshots = nil
    options.comparesRecords = false
    options.mapper.surveysRules = true
    self.options = options
  }

  /// Reads the spec of a suite, once, and looks at what the test file asks for.
  ///
  /// - Returns: What is to be reported that; nil where it was told before.
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

  /// The verdicts on a fixture of a suite, one for each case that takes it in; none where the suite
  /// cannot be used.
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

  /// What is told of all fixtures of each suite, when they have been validated.
  package func endFindings() -> [Diagnostic] {
    surveys.flatMap { $0.survey.findings(listsAll: true) }
  }
}
