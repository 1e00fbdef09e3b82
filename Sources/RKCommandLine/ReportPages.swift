internal import RKAuthoring
internal import RKDiagnostics
internal import RKEngine
internal import RKMapping
internal import RKVerdict

/// Makes pages that show inputs, the records made from them, and the findings.
///
/// Everything is mapped once more for a page.
enum ReportPages {
  /// What a page shows besides its inputs.
  struct Facts {
    var findings: [Diagnostic] = []
    /// The names of the inputs that failed.
    var failed: Set<String> = []
  }

  /// The inputs, kept so that they can be read twice if a page is to show them.
  static func held(_ inputs: [Input], for options: ReportOptions) -> [Input] {
    guard options.documents.contains(where: { $0.form == "html" }) else { return inputs }
    return inputs.map { (try? $0.readableTwice()) ?? $0 }
  }

  /// The page of inputs with their records.
  static func page(
    of inputs: [Input],
    _ mapping: Mapping,
    _ options: MapperOptions,
    _ facts: Facts
  ) throws(DiagnosticsError) -> String {
    try gather(inputs, mapping, options, facts).page(of: mapping, facts.findings)
  }

  /// The page of the coverage of inputs, without records.
  static func page(
    of inputs: [Input],
    _ mapping: Mapping,
    _ options: MapperOptions,
    _ coverage: SourceCoverage
  ) throws(DiagnosticsError) -> String {
    var gathering = try gather(inputs, mapping, options, Facts())
    for number in gathering.sections.indices { gathering.sections[number].showsRecords = false }
    return ReportPage(coverage, mapping.sourceFiles, gathering.sections, findings: []).text
  }

  private static func gather(
    _ inputs: [Input],
    _ mapping: Mapping,
    _ options: MapperOptions,
    _ facts: Facts
  ) throws(DiagnosticsError) -> Gathering {
    var options = Explainer.options(options)
    options.takesArchives = inputs.contains(where: \.isArchive)
    let mapper = try Mapper(mapping, options: options, for: inputs)
    var gathering = Gathering(mapper)
    let findings = Dictionary(grouping: facts.findings) { $0.location?.file ?? "" }
    for input in inputs {
      gathering.add(
        input,
        by: mapper,
        hasFailed: facts.failed.contains(input.name),
        findings[input.name, default: []]
      )
    }
    return gathering
  }

  /// The page of fixtures; throws if they belong to several specs.
  static func page(
    of results: [(result: CaseResult, findings: [Diagnostic])],
    _ tested: TestedFixtures,
    _ findings: [Diagnostic]
  ) throws(DiagnosticsError) -> String {
    let mappers = tested.mappers
    let specs = Set(mappers.map { $0.mapping.sourceFiles.first?.name ?? "" })
    guard let first = mappers.first, specs.count == 1 else {
      let names = specs.sorted().map { "'\($0)'" }.joined(separator: ", ")
      throw .refusal(
        specs.isEmpty
          ? "a page shows fixtures, and none was mapped"
          : "a page shows the fixtures of one spec, and these are of \(names)",
        help: specs.isEmpty ? [] : ["name one test file: rkmap test FILE --report html=PAGE"]
      )
    }
    // Includes the rules that any request reaches.
    var options = Explainer.options(first.options)
    options.readsFixtureNames = true
    var gathering = Gathering(try Mapper(first.mapping, options: options))
    var shown: Set<String> = []
    for (result, findings) in results {
      guard shown.insert(result.file).inserted, let mapper = tested.mapper(of: result.file) else {
        continue
      }
      gathering.add(
        .file(result.file),
        by: try Mapper(mapper.mapping, options: Explainer.options(mapper.options)),
        hasFailed: result.outcome == .failed,
        findings
      )
    }
    return gathering.page(of: first.mapping, findings)
  }
}

/// Collects what a page shows, one input after the other.
private struct Gathering {
  private var shards: CoverageShards
  var sections: [ReportSection] = []

  /// The page describes the rules of this mapper.
  init(_ mapper: Mapper) {
    guard let tree = mapper.sourceTree else { preconditionFailure("the mapper counts nothing") }
    shards = CoverageShards(mapper.coverageRules, tree)
  }

  mutating func add(
    _ input: Input,
    by mapper: Mapper,
    hasFailed: Bool,
    _ findings: [Diagnostic]
  ) {
    let survey = MappingSurvey()
    let reported = Explainer(mapper, ExplainRequest()).report(on: input, surveying: survey)
    let coverage = mapper.coverage(in: survey, inputCount: 1)
    let fault = shards.add(Array(CoverageJSON.text(of: coverage).utf8), isPart: true)
    precondition(fault == nil, "a mapper of the spec counts other rules than the spec has")
    sections.append(
      ReportSection(
        reported,
        hasFailed: hasFailed,
        percent: coverage.percent,
        findings: findings
      )
    )
  }

  /// The finished page; findings that belong to no input are shown separately.
  func page(of mapping: Mapping, _ findings: [Diagnostic]) -> String {
    let shown = sections.flatMap(\.findings)
    return ReportPage(
      shards.merged(),
      mapping.sourceFiles,
      sections,
      findings: findings.filter { !shown.contains($0) }
    ).text
  }
}

/// The mappers of tested fixtures, by the names of the fixtures.
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
