internal import RKEngine

/// A descriptor's findings without a representation: an empty list at its key path, or an empty
/// object whose members would be the representations.
///
/// It depends only on the paths in a report, so that reports of parts agree with a report of the whole.
struct EmptyFinding: Sendable {
  private let keyPath: [SourceKeyPath.Component]
  private let takesMembers: Bool
  private let naming: KeyNaming

  init(_ descriptor: ResponseDescriptor, _ graph: MappingGraph) {
    naming = graph.keyNaming
    keyPath = naming.folded(descriptor.keyPath.components)
    takesMembers = graph[descriptor.mapping].forcesCollection
  }

  /// Whether a path that the descriptor has read is such a finding.
  func isAt(_ path: SourceCoverage.Path) -> Bool {
    if path.state != .mapped { return false }
    switch path.example.value {
    case "[]": return isWay(path.components)
    case "{}": return takesMembers && isEnd(path.components)
    default: return false
    }
  }

  /// Whether a list at a path is at the key path, or on the way to it with elements that the rest
  /// of the key path applies to.
  private func isWay(_ path: [SourceTree.Component]) -> Bool {
    if path.isEmpty { return keyPath.isEmpty }
    return keyPath.allSatisfy { component in
      switch component {
      case .key, .all, .glob, .descendants: true
      case .index, .collection: false
      }
    }
  }

  /// Whether a path equals the key path; the key path must consist of keys only.
  private func isEnd(_ path: [SourceTree.Component]) -> Bool {
    let keys = path.compactMap { component -> SourceKeyPath.Component? in
      guard case .key(let key) = component else { return nil }
      return .key(naming.folded(String(decoding: key, as: UTF8.self)))
    }
    return keys == keyPath
  }
}
