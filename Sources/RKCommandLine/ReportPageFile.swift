internal import RKAuthoring
internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

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
    let page = ReportPage(
      shards.merged(),
      mapping.sourceFiles,
      sections,
      findings: reporter.findings.filter { !names.contains($0.location?.file ?? "") }
    )
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
