internal import RKAuthoring
internal import RKDiagnostics
internal import RKEngine
internal import RKMapping
internal import RKVerdict

/// A file with a page that shows inputs, the records made of them, and what was found.
struct ReportPageFile {
  let path: String

  /// Maps inputs once more, and writes the page; `failed` are the names of those that have failed.
  func write(
    _ mapping: Mapping,
    _ options: MapperOptions,
    _ inputs: [Input],
    _ failed: Set<String>,
    _ reporter: Reporter
  ) throws(DiagnosticsError) -> ExitStatus {
    let mapper = try Mapper(mapping, options: Explainer.options(options), for: inputs)
    guard let tree = mapper.sourceTree else { return .success }
    let explainer = Explainer(mapper, ExplainRequest())
    var shards = CoverageShards(mapper.coverageRules, tree)
    let names = Set(inputs.map(\.name))
    let findings = Dictionary(grouping: reporter.findings) { $0.location?.file ?? "" }
    let sections = inputs.map { input in
      let survey = MappingSurvey()
      let reported = explainer.report(on: input, surveying: survey)
      let coverage = mapper.coverage(in: survey, inputCount: 1)
      _ = shards.add(Array(CoverageJSON.text(of: coverage).utf8))
      return ReportSection(
        reported,
        hasFailed: failed.contains(input.name),
        percent: coverage.percent,
        findings: findings[input.name, default: []]
      )
    }
    return write(
      ReportPage(
        shards.merged(),
        mapping.sourceFiles,
        sections,
        findings: reporter.findings.filter { !names.contains($0.location?.file ?? "") }
      ),
      reporter
    )
  }

  /// Maps fixtures once more, and writes the page; throws if they belong to several specs.
  func write(
    _ results: [(result: CaseResult, findings: [Diagnostic])],
    _ tested: TestedFixtures,
    _ reporter: Reporter
  ) throws(DiagnosticsError) -> ExitStatus {
    guard let first = tested.mappers.first else { return .success }
    let specs = Set(tested.mappers.map { $0.mapping.sourceFiles.first?.name ?? "" })
    guard specs.count == 1 else {
      let names = specs.sorted().map { "'\($0)'" }.joined(separator: ", ")
      throw DiagnosticsError([
        Diagnostic(
          .flagValue,
          "a page shows the fixtures of one spec, and these are of \(names)",
          help: ["name one test file: rkmap test rkmap.test.json --report html=FILE"]
        )
      ])
    }
    var options = Explainer.options(first.options)
    options.readsFixtureNames = true
    let whole = try Mapper(first.mapping, options: options)
    guard let tree = whole.sourceTree else { return .success }
    var shards = CoverageShards(whole.coverageRules, tree)
    var sections: [ReportSection] = []
    var shown: Set<String> = []
    for (result, findings) in results {
      guard shown.insert(result.file).inserted, let mapper = tested.mapper(of: result.file) else {
        continue
      }
      let own = try Mapper(mapper.mapping, options: Explainer.options(mapper.options))
      let survey = MappingSurvey()
      let reported = Explainer(own, ExplainRequest()).report(
        on: .file(result.file),
        surveying: survey
      )
      let coverage = own.coverage(in: survey, inputCount: 1)
      _ = shards.add(Array(CoverageJSON.text(of: coverage).utf8), isPart: true)
      var section = ReportSection(
        reported,
        hasFailed: result.outcome == .failed,
        percent: coverage.percent,
        findings: findings
      )
      section.difference = findings.flatMap(Self.difference)
      sections.append(section)
    }
    let known = sections.flatMap(\.findings)
    return write(
      ReportPage(
        shards.merged(),
        first.mapping.sourceFiles,
        sections,
        findings: reporter.findings.filter { !known.contains($0) }
      ),
      reporter
    )
  }

  /// What was expected, and what came.
  private static func difference(_ finding: Diagnostic) -> [(operation: String, text: String)] {
    guard let expected = finding.expected, let actual = finding.actual else { return [] }
    return [
      ("same", finding.location?.pointer ?? finding.message), ("del", expected), ("ins", actual),
    ]
  }

  private func write(_ page: ReportPage, _ reporter: Reporter) -> ExitStatus {
    do throws(SystemError) {
      try OutputFile.replace(path, with: Array(page.text.utf8))
      return .success
    } catch {
      if error.isInterruption { return .interrupted }
      reporter.receive(
        Diagnostic(.unwritableOutput, "'\(path)' cannot be written: \(error.reason)")
      )
      return .badOutput
    }
  }
}

/// The mappers of the fixtures that were tested, by the names of these.
final class TestedFixtures: @unchecked Sendable {
  private let monitor = Monitor()
  private var found: [String: Mapper] = [:]

  func add(_ run: FixtureRun) {
    monitor.lock()
    found[run.path] = run.mapper
    monitor.unlock()
  }

  func mapper(of path: String) -> Mapper? { found[path] }
  var mappers: [Mapper] { found.keys.sorted().compactMap { found[$0] } }
}
