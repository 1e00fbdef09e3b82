import RKDiagnostics
import RKEngine
import RKMapping

/// What a spec maps of inputs in memory.
struct CoverageTrial {
  let coverage: SourceCoverage

  init(
    _ spec: String,
    _ inputs: String...,
    mostKeys: Int = 1000,
    countsLines: Bool = false,
    format: Input.Format? = nil,
    configure: (inout MapperOptions) -> Void = { _ in }
  ) throws {
    var options = MapperOptions()
    options.failedRecords = .skip
    var request = CoverageRequest()
    request.mostKeys = mostKeys
    request.countsLines = countsLines
    options.coverage = request
    configure(&options)
    let mapper = try Mapper(Mapping(text: spec), options: options)
    let survey = MappingSurvey()
    for (number, input) in inputs.enumerated() {
      _ = mapper.apply(
        to: [.bytes(Array(input.utf8), name: "in\(number).json", format: format)],
        into: .nowhere,
        reportingTo: FindingList(),
        surveying: survey
      )
    }
    coverage = mapper.coverage(in: survey, inputCount: inputs.count)
  }

  /// The paths in a state.
  func paths(_ state: SourceTree.State) -> [String] {
    coverage.paths.filter { $0.state == state }.map(\.text)
  }

  /// All paths, with a sign for the state, and how often they occur and are mapped: `+a.b 2/1`.
  var paths: [String] {
    coverage.paths.map { path in
      let sign = path.state == .mapped ? "+" : path.state == .unmapped ? "-" : "~"
      return "\(sign)\(path.text) \(path.counts.occurrences)/\(path.counts.mapped)"
    }
  }

  /// The names of the rules that read a path.
  func rules(of path: String) -> [String] {
    coverage.paths.first { $0.text == path }?.rules.map { coverage.rules[$0].name } ?? []
  }

  /// How often a rule was used and reached.
  func uses(_ name: String) -> String {
    guard let rule = coverage.rules.first(where: { $0.name == name }) else { return "none" }
    return "\(rule.counts.hits)/\(rule.counts.records)"
  }

  /// What a rule found: `found 1 null 0 missing 2 failed 0 default 1`.
  func findings(_ name: String) -> String {
    guard let counts = coverage.rules.first(where: { $0.name == name })?.counts else {
      return "none"
    }
    return "found \(counts.found) null \(counts.null) missing \(counts.missing) "
      + "failed \(counts.failed) default \(counts.defaulted)"
  }
}
