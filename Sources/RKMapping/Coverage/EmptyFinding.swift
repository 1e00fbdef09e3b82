internal import RKEngine

/// What a descriptor finds although there is no representation of it: an empty list at its key path,
/// and an empty object whose members would be the representations.
///
/// It is told from the paths of a report alone, so that reports of parts say the same as one of all.
struct EmptyFinding: Sendable {
  private let keyPath: [SourceKeyPath.Component]
  private let takesMembers: Bool
  private let naming: KeyNaming

  init(_ descriptor: ResponseDescriptor, _ graph: MappingGraph) {
    naming = graph.keyNaming
    keyPath = naming.folded(descriptor.keyPath.components)
    takesMembers = graph[descriptor.mapping].forcesCollection
  }

  /// Whether it is at a path, which the descriptor has read.
  func isAt(_ path: SourceCoverage.Path) -> Bool {
    if path.state != .mapped { return false }
    switch path.example.value {
    case "[]": return isWay(path.components)
    case "{}": return takesMembers && isEnd(path.components)
    default: return false
    }
  }

  /// Whether a list there is one at the key path, or one on the way that the rest is taken from the
  /// elements of.
  private func isWay(_ path: [SourceTree.Component]) -> Bool {
    if path.isEmpty { return keyPath.isEmpty }
    return keyPath.allSatisfy { component in
      switch component {
      case .key, .all, .glob, .descendants: true
      case .index, .collection: false
      }
    }
  }

  /// Whether a path is the key path, which has keys alone.
  private func isEnd(_ path: [SourceTree.Component]) -> Bool {
    let keys = path.compactMap { component -> SourceKeyPath.Component? in
      guard case .key(let key) = component else { return nil }
      return .key(naming.folded(String(decoding: key, as: UTF8.self)))
    }
    return keys == keyPath
  }
}
