/// The counts of a rule.
package struct RuleCounts: Sendable, Hashable, BitwiseCopyable {
  /// How often the rule was used.
  package var hits = 0
  /// How often the rule was reached.
  package var records = 0
  package var found = 0
  package var null = 0
  package var missing = 0
  package var failed = 0
  /// How often its default was used.
  package var defaulted = 0

  package init() {}

  package mutating func add(_ other: RuleCounts) {
    hits += other.hits
    records += other.records
    found += other.found
    null += other.null
    missing += other.missing
    failed += other.failed
    defaulted += other.defaulted
  }
}

/// Numbers the rules of a plan; many of them are identified by their sites.
package struct CoverageRules: Sendable, BitwiseCopyable {
  private let descriptorCount: Int
  private let nodeCount: Int
  private let matcherCount: Int
  private let entryCount: Int
  private let mapCount: Int

  package init(_ plan: borrowing MappingPlan) {
    descriptorCount = plan.descriptors.count
    nodeCount = plan.nodes.count
    matcherCount = plan.matchers.count
    entryCount = plan.valueMapEntries.count
    mapCount = plan.valueMaps.count
  }

  package func descriptor(_ number: Int) -> Int { number }
  package func condition(ofNode number: Int) -> Int { descriptorCount + number }
  package func otherwise(ofNode number: Int) -> Int { descriptorCount + nodeCount + number }
  package func matcher(_ number: Int) -> Int { descriptorCount + 2 * nodeCount + number }
  package func entry(_ number: Int) -> Int { matcher(matcherCount) + number }
  package func otherEntry(ofMap number: Int) -> Int { entry(entryCount) + number }
  package func site(_ site: PlanSite) -> Int { otherEntry(ofMap: mapCount) + Int(site.index) }
}

/// The counts of the leaves of some documents, and of the rules of a plan.
package struct CoverageTally: Sendable {
  package internal(set) var tree: SourceTree
  /// The counts by the numbers of rules.
  private var counts: [RuleCounts] = []
  package internal(set) var documentCount = 0
  package internal(set) var recordCount = 0
  package internal(set) var files: [FileLines] = []

  /// The lines of an input with leaves, and whether all leaves of each are mapped.
  package struct FileLines: Sendable {
    package var file: String
    package var lines: [Int: Bool] = [:]

    package init(file: String) { self.file = file }
  }

  init(_ options: CoverageOptions) {
    tree = SourceTree(options)
  }

  /// The counts of a rule.
  package subscript(rule: Int) -> RuleCounts {
    get { rule < counts.count ? counts[rule] : RuleCounts() }
    _modify {
      if rule >= counts.count {
        counts += Array(repeating: RuleCounts(), count: rule + 1 - counts.count)
      }
      yield &counts[rule]
    }
  }

  /// Counts uses of a rule.
  package mutating func count(_ rule: Int, records: Int, hits: Int) {
    self[rule].records += records
    self[rule].hits += hits
  }

  /// Counts evaluations of a rule.
  mutating func count(_ rule: Int, found: Int, null: Int, missing: Int) {
    if found + null + missing == 0 { return }
    self[rule].records += found + null + missing
    self[rule].hits += found + null
    self[rule].found += found
    self[rule].null += null
    self[rule].missing += missing
  }

  /// Adds the counts of the next part of the input.
  ///
  /// Adds nothing and returns false if a leaf of it is the first of its path in its state.
  mutating func add(_ part: CoverageTally) -> Bool {
    guard tree.add(part.tree) else { return false }
    for rule in part.counts.indices { self[rule].add(part.counts[rule]) }
    documentCount += part.documentCount
    return true
  }
}

/// Settings for counting coverage.
package final class CoverageOptions: Sendable {
  let scopes: KeyScopes
  /// For each descriptor of the plan, its place among those of the scopes.
  let places: [Int]
  let mostKeys: Int
  /// Whether to count the lines on which leaves begin.
  let countsLines: Bool

  package init(_ scopes: KeyScopes, places: [Int], mostKeys: Int, countsLines: Bool) {
    self.scopes = scopes
    self.places = places
    self.mostKeys = mostKeys
    self.countsLines = countsLines
  }
}
