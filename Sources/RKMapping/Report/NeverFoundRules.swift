internal import RKDiagnostics
internal import RKEngine

/// Rules that found nothing in any record of their mappers, combined from all runs.
struct NeverFoundRules {
  struct Rule {
    var mapping: MappingID
    var site: RuleSite
    var recordCount: Int
    /// Whether some record was related to another one.
    var isRelated: Bool
    /// Whether it led to an object around some record.
    var isHeld: Bool
    /// The number of nodes that the rule was compiled for and that had records.
    var nodeCount: Int
    /// The key that was probably meant.
    var near: String?
    /// Whether that key was already reported as one that no rule reads.
    var isNearReported = false

    var sources: String { site.sources.joined(separator: " or ") }
  }

  private var rules: [String: Rule] = [:]
  /// For each mapper, the number of nodes that had records.
  private(set) var nodeCounts: [MappingID: Int] = [:]

  /// All such rules, in the order of the spec.
  var all: [Rule] {
    rules.values.filter { $0.nodeCount == nodeCounts[$0.mapping] }.sorted { left, right in
      let (one, other) = (left.site.place, right.site.place)
      return (one.file, one.range.lowerBound) < (other.file, other.range.lowerBound)
    }
  }

  /// Adds what a run observed about the rules of a plan.
  mutating func add(_ survey: RuleSurvey, _ graph: MappingGraph, _ compiled: CompiledMapping) {
    for node in survey.usedNodes { count(1, compiled.mappings[node]) }
    let missed = survey.missed(compiled.plan)
    if missed.isEmpty { return }
    let unread = UnreadKeys(graph, compiled)
    for missed in missed {
      let site = compiled.sites[Int(missed.site.index)]
      var rule = Rule(
        mapping: compiled.mappings[missed.node],
        site: site,
        recordCount: missed.recordCount,
        isRelated: missed.isRelated,
        isHeld: missed.isHeld,
        nodeCount: 1,
        near: unread.near(missed)
      )
      // If the mapper's policy reports unread keys, this one was reported.
      rule.isNearReported = rule.near != nil && !compiled.plan.nodes[missed.node].knownKeys.isNone
      add(rule)
    }
  }

  /// Adds nodes of a mapper that had records.
  mutating func count(_ nodes: Int, _ mapping: MappingID) {
    nodeCounts[mapping, default: 0] += nodes
  }

  /// Adds a rule that found nothing in the records of some nodes.
  mutating func add(_ rule: Rule) {
    var rule = rule
    if let other = rules[rule.site.subject] {
      rule.recordCount += other.recordCount
      rule.nodeCount += other.nodeCount
      rule.isRelated = rule.isRelated || other.isRelated
      rule.isHeld = rule.isHeld || other.isHeld
      if let near = other.near { (rule.near, rule.isNearReported) = (near, other.isNearReported) }
    }
    rules[rule.site.subject] = rule
  }
}

/// The unread keys next to a rule, except those that other mappers of the same representation read.
private struct UnreadKeys {
  private let graph: MappingGraph
  private let compiled: CompiledMapping
  private let usage: KeyUsage

  init(_ graph: MappingGraph, _ compiled: CompiledMapping) {
    self.graph = graph
    self.compiled = compiled
    usage = KeyUsage(of: graph)
  }

  /// The key that was probably meant; nil if there is none.
  func near(_ missed: RuleSurvey.Missed) -> String? {
    let mapping = compiled.mappings[missed.node]
    if missed.sources.allSatisfy({ $0.allSatisfy(\.unread.isEmpty) }) { return nil }
    let known = known(to: mapping)
    for places in missed.sources {
      if let near = near(places, known) { return near }
    }
    return nil
  }

  /// The key that was probably meant for one source; nil if there is none.
  private func near(
    _ places: [(key: [UInt8], unread: [[UInt8]])],
    _ known: [KnownKeyTree]
  ) -> String? {
    var way: [String] = []
    for place in places {
      let key = String(decoding: place.key, as: UTF8.self)
      let names = place.unread.map { String(decoding: $0, as: UTF8.self) }.filter { name in
        let way = way + [graph.keyNaming.folded(name)]
        return way != [KeyUsage.reasonKey] && !known.contains { $0.knows(way[...]) }
      }
      if let near = RenamedKey.nearest(to: key, among: names) {
        return (way + [near]).joined(separator: ".")
      }
      way.append(key)
    }
    return nil
  }

  /// The keys that a mapping reads or ignores, together with those of the mappings that make other
  /// records from the same representation.
  private func known(to mapping: MappingID) -> [KnownKeyTree] {
    var own = usage[mapping]
    guard case .object(let declared) = graph[mapping] else { return [own] }
    for pattern in declared.keyPolicies.ignored ?? [] {
      own.insert(pattern.components.map(graph.keyNaming.folded))
    }
    let owners = graph.mappings.indices.filter { number in
      guard case .object(let owner) = graph.mappings[number] else { return false }
      return owner.relationships.contains {
        $0.source.isWhole && graph.objectMappings(from: $0.mapping).contains(mapping)
      }
    }
    return [own] + owners.map { usage[MappingID($0)] }
  }
}
