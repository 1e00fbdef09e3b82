extension Mapper {
  /// A descriptor, and the targets of the root records that it makes.
  package struct RecordSource: Sendable, Hashable {
    /// The byte offset of the descriptor in the spec.
    package var place: Int
    package var keyPath: SourceKeyPath
    package var targets: [String]
  }

  /// The descriptors that the mapper was compiled for, in the order of the spec.
  package var recordSources: [RecordSource] {
    choice.descriptors.map {
      RecordSource(
        place: $0.place.range.lowerBound,
        keyPath: $0.keyPath,
        targets: mapping.graph.targets(of: $0.mapping)
      )
    }
  }
}

extension MappingGraph {
  /// Returns the targets of a mapping's root records; for a dynamic mapping, those of all its choices.
  fileprivate func targets(of mapping: MappingID) -> [String] {
    var names: [String] = []
    var seen: Set<MappingID> = []
    var pending = [mapping]
    while let next = pending.popLast() {
      guard seen.insert(next).inserted else { continue }
      switch self[next] {
      case .object(let object): names.append(object.target)
      case .dynamic: pending += self[next].references.reversed()
      }
    }
    return names
  }
}
