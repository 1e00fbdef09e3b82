internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// The records that failed in a run.
///
/// Their absence from the output has been reported already.
struct FailedRecords {
  private let graph: MappingGraph
  /// The representations of failed root records.
  private var roots: [SpecNode]
  /// The number of failed records without a known identity.
  private var others = 0
  private var relatedCount: Int
  /// Whether the input was not read to its end, so that it may still contain the missing records.
  private let isIncomplete: Bool

  init(of run: FixtureRun) {
    graph = run.mapper.mapping.graph
    isIncomplete = run.report.ending == .badInput || run.isWithoutRecords
    roots = run.collection.failures.compactMap { SnapshotLine.value(of: $0) }
    others = run.collection.failures.count - roots.count
    relatedCount = max(0, run.report.failedCount - run.collection.failures.count)
  }

  /// Whether a record that only the snapshot has can be explained by a failed one.
  ///
  /// Call it once for each record. A failed record without a known identity explains any one record.
  mutating func takes(_ label: RecordLabel) -> Bool {
    if isIncomplete { return true }
    if let number = roots.firstIndex(where: {
      identities(of: $0, asTarget: label.target).contains(label)
    }) {
      roots.remove(at: number)
      return true
    }
    if let number = roots.firstIndex(where: { identities(of: $0, asTarget: label.target).isEmpty })
    {
      roots.remove(at: number)
      return true
    }
    guard others > 0 else { return false }
    others -= 1
    return true
  }

  /// Whether a related record that only the snapshot has can be explained by a failed one; call it once for each.
  mutating func takesRelated() -> Bool {
    guard relatedCount > 0 else { return false }
    relatedCount -= 1
    return true
  }

  /// The identities that a representation may have as a record of a target.
  func identities(of node: SpecNode, asTarget target: String) -> [RecordLabel] {
    graph.mappings(of: target).compactMap { mapping in
      if mapping.identification.isEmpty { return nil }
      let texts = mapping.identification.compactMap { name -> String? in
        let attribute = mapping.attributes.first { $0.destination.text == name }
        guard let steps = attribute?.sources.first?.plainSteps else { return nil }
        return node.value(along: steps)?.scalarText
      }
      guard texts.count == mapping.identification.count else { return nil }
      return RecordLabel(target: target, identity: texts)
    }
  }
}
