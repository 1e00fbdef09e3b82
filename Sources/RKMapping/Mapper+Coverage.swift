package import RKEngine

extension Mapper {
  /// The rules that the mapper's descriptors reach, without counts; the mapper must count coverage.
  package var coverageRules: [CoverageRule] { CoverageRuleList(mapping.graph, compiled).rules }

  /// An empty tree of paths; nil unless the mapper counts coverage.
  package var sourceTree: SourceTree? { coverage.map { SourceTree($0) } }

  /// The coverage that the mapper's runs have counted.
  package func coverage(in survey: MappingSurvey, inputCount: Int) -> SourceCoverage {
    let list = CoverageRuleList(mapping.graph, compiled)
    guard let tally = survey.coverage else {
      var nothing = SourceCoverage(list.rules)
      nothing.inputCount = inputCount
      return nothing
    }
    var found = SourceCoverage(list.rules(tally))
    found.inputCount = inputCount
    found.documentCount = tally.documentCount
    found.recordCount = tally.recordCount
    let places = list.places
    found.take(tally.tree) { places[$0] }
    if options.coverage?.countsLines == true { found.files = tally.files }
    return found
  }
}
