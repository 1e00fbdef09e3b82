internal import RKEngine

/// The keys that rules read from the representations of each mapping, including rules of other mappings.
///
/// A key is known to a mapping if any rule reads it anywhere the mapping is used. Only keys that no
/// rule reads are unknown.
struct KeyUsage {
  private let graph: MappingGraph
  /// For each mapping, the keys that are read from its representations.
  private var trees: [KnownKeyTree]
  /// For each mapping, the relationships that lead to it.
  private var owners: [[(owner: Int, way: KeyRoute)]]

  init(of graph: MappingGraph) {
    self.graph = graph
    trees = graph.mappings.map { _ in KnownKeyTree() }
    owners = graph.mappings.map { _ in [] }
    findOwners()
    for (number, mapping) in graph.mappings.enumerated() { insertSources(of: mapping, number) }
    // A rejected representation may be read again with the reason in it.
    for descriptor in graph.descriptors {
      insert(KeyRoute([.key(Self.reasonKey)]), below: descriptor.mapping)
    }
    shareRepresentations()
    handDown()
  }

  /// The member of a rejected representation that states the reason.
  static let reasonKey = "$error"

  /// The keys that are known to a mapping.
  subscript(id: MappingID) -> KnownKeyTree { trees[id.index] }

  // MARK: - Sources

  private mutating func findOwners() {
    for (number, mapping) in graph.mappings.enumerated() {
      guard case .object(let mapping) = mapping else { continue }
      for relationship in mapping.relationships {
        for target in chosen(from: relationship.mapping.index) {
          owners[target].append((number, way(of: relationship.source)))
        }
      }
    }
  }

  private mutating func insertSources(of mapping: GraphMapping, _ number: Int) {
    switch mapping {
    case .object(let mapping):
      for attribute in mapping.attributes {
        for source in attribute.sources { insert(source, of: number) }
      }
      for path in mapping.pathsOfExpressions { insert(path, of: number) }
      for relationship in mapping.relationships where !relationship.source.isWhole {
        insert(relationship, of: number)
      }
    case .dynamic(let mapping):
      for path in mapping.matchers.flatMap(\.paths) where !path.isWhole {
        insert(path, of: number)
      }
    }
  }

  private mutating func insert(_ relationship: RelationshipMapping, of number: Int) {
    guard relationship.source.components.isEmpty else {
      return insert(relationship.source, of: number, isRelated: true)
    }
    // The value is an ancestor's representation: only what the mapping reads from it is known.
    for target in composed(from: relationship.mapping.index) {
      for source in graph.mappings[target].sources where source.root == .representation {
        var climbing = relationship.source
        climbing.components = source.components
        insert(climbing, of: number)
      }
    }
  }

  private mutating func insert(_ source: SourceKeyPath, of number: Int, isRelated: Bool = false) {
    let way = way(of: source)
    switch source.root {
    case .representation: trees[number].insert(way, isRelated: isRelated)
    case .parent(let levels):
      var seen: Set<[Int]> = []
      insert(way, aboveRepresentationsOf: number, levels, &seen)
    case .root:
      for descriptor in graph.descriptors { insert(way, below: descriptor.mapping) }
    case .document:
      for descriptor in graph.descriptors {
        let start = self.way(of: descriptor.keyPath).steps
        guard zip(start, way.steps).allSatisfy({ $0 == $1 }) else { continue }
        var rest = KeyRoute(Array(way.steps.dropFirst(start.count)))
        rest.isOpen = way.isOpen
        insert(rest, below: descriptor.mapping)
      }
    case .nestingAttribute, .key, .collectionIndex, .rootKeyPath, .parentObject, .metadata: break
    }
  }

  private func way(of path: SourceKeyPath) -> KeyRoute { KeyRoute(path, graph.keyNaming) }

  private mutating func insert(_ way: KeyRoute, below mapping: MappingID) {
    for target in chosen(from: mapping.index) { trees[target].insert(way) }
  }

  /// Adds keys below a representation that is `levels` above that of a mapping.
  ///
  /// Objects on the path to a representation are parents only if they are objects, so each of them
  /// may be the parent.
  private mutating func insert(
    _ wanted: KeyRoute,
    aboveRepresentationsOf number: Int,
    _ levels: Int,
    _ seen: inout Set<[Int]>
  ) {
    guard levels > 0, seen.insert([number, levels]).inserted else { return }
    for (owner, way) in owners[number] {
      for start in way.beginnings { trees[owner].insert(start.followed(by: wanted)) }
      insert(wanted, aboveRepresentationsOf: owner, levels - 1, &seen)
    }
  }

  // MARK: - Several mappings of one representation

  /// The mappings that a mapping may resolve to by choice alone, including itself.
  private func chosen(from number: Int) -> Set<Int> {
    closure(of: number) { number in
      switch graph.mappings[number] {
      case .dynamic: graph.mappings[number].references.map(\.index)
      case .object: []
      }
    }
  }

  /// The mappings that make records from the same representation, by choice or because they are composed.
  private func composed(from number: Int) -> Set<Int> {
    closure(of: number) { number in
      switch graph.mappings[number] {
      case .dynamic: graph.mappings[number].references.map(\.index)
      case .object(let mapping):
        mapping.relationships.filter(\.source.isWhole).map(\.mapping.index)
      }
    }
  }

  private func closure(of number: Int, _ next: (Int) -> [Int]) -> Set<Int> {
    var found: Set<Int> = [number]
    var open = [number]
    while let last = open.popLast() {
      for other in next(last) where found.insert(other).inserted { open.append(other) }
    }
    return found
  }

  /// The choices of a dynamic mapping know what it reads, and the owner of a composed record knows
  /// what that record reads.
  private mutating func shareRepresentations() {
    let own = trees
    for (number, mapping) in graph.mappings.enumerated() {
      switch mapping {
      case .dynamic:
        for target in chosen(from: number) where target != number {
          trees[target].merge(own[number])
        }
      case .object:
        for target in composed(from: number) where target != number {
          trees[number].merge(own[target])
        }
      }
    }
  }

  // MARK: - Down relationships

  /// Adds what an owner's rules read below a relationship to the keys known to the relationship's mapping.
  private mutating func handDown() {
    let known = trees
    for number in graph.mappings.indices { handDown(known[number], from: number) }
  }

  private mutating func handDown(_ tree: KnownKeyTree, from number: Int) {
    for member in composed(from: number) {
      guard case .object(let mapping) = graph.mappings[member] else { continue }
      for relationship in mapping.relationships
      where relationship.source.root == .representation {
        let way = way(of: relationship.source)
        guard !way.steps.isEmpty, let below = tree.below(way.steps[...]) else { continue }
        for target in chosen(from: relationship.mapping.index) {
          let isNew = trees[target].merge(below)
          // Without new keys they have been, or will be, propagated from there.
          if isNew { handDown(below, from: target) }
        }
      }
    }
  }
}

extension GraphMapping {
  /// The key paths that it reads, without those of records made from the same representation.
  var sources: [SourceKeyPath] {
    switch self {
    case .object(let mapping):
      mapping.attributes.flatMap(\.sources) + mapping.pathsOfExpressions
        + mapping.relationships.map(\.source).filter { !$0.isWhole }
    case .dynamic(let mapping): mapping.matchers.flatMap(\.paths).filter { !$0.isWhole }
    }
  }
}

extension MappingGraph {
  /// The keys that the representations of a mapping may have; nil if other keys are not errors.
  package func closedKeys(of id: MappingID) -> ClosedKeys? {
    guard case .object(let mapping) = self[id], mapping.keyPolicies.unknown == .error else {
      return nil
    }
    var tree = KeyUsage(of: self)[id]
    for pattern in mapping.keyPolicies.ignored ?? [] { tree.insert(pattern.components) }
    return ClosedKeys(tree)
  }
}

/// The keys that objects at a place may have, if others are not allowed.
package struct ClosedKeys: Sendable {
  package var names: [String]
  /// The closed keys of the objects under some of the keys.
  package var inner: [String: ClosedKeys]

  /// Nil if the object may have any key, or another mapper knows its keys.
  fileprivate init?(_ tree: KnownKeyTree) {
    if tree.isClosed || !tree.patterns.isEmpty { return nil }
    names = tree.children.keys.sorted()
    inner = tree.children.compactMapValues { ClosedKeys($0) }
  }
}
