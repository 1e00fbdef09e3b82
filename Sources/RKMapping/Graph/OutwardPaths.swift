/// Which paths lead out of the root representations, so that what stands around these is needed.
struct OutwardPaths {
  /// For each mapping, how many objects around its representations are certainly part of a root
  /// representation; nil if nothing stands around those.
  private var depths: [Int?]
  /// Whether some descriptor's key path passes through lists or over keys that it does not name.
  private let passesElements: Bool

  init(_ graph: MappingGraph, _ descriptors: [ResponseDescriptor]) {
    depths = graph.mappings.map { _ in nil }
    passesElements = descriptors.contains {
      $0.keyPath.leadingKeyCount < $0.keyPath.components.count
    }
    var open = descriptors.filter { !$0.keyPath.components.isEmpty }.map { ($0.mapping, 0) }
    while let (mapping, depth) = open.popLast() {
      if let known = depths[mapping.index], known <= depth { continue }
      depths[mapping.index] = depth
      switch graph[mapping] {
      case .object(let object):
        for relationship in object.relationships {
          let isBelow = relationship.source.root == .representation
          open.append((relationship.mapping, isBelow ? depth + 1 : 0))
        }
      case .dynamic: open += graph[mapping].references.map { ($0, depth) }
      }
    }
  }

  /// The first of a mapping's paths that leads out.
  func first(of paths: [SourceKeyPath], in mapping: MappingID) -> SourceKeyPath? {
    paths.first { path in
      switch path.root {
      case .document: true
      case .root: passesElements && depths[mapping.index] != nil
      case .parent(let levels): depths[mapping.index].map { $0 < levels } ?? false
      default: false
      }
    }
  }
}
