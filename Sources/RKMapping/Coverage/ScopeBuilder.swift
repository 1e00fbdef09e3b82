internal import RKEngine

extension MappingGraph {
  /// The place of a descriptor among those of the spec.
  func place(of descriptor: ResponseDescriptor) -> Int {
    descriptors.firstIndex { $0.place == descriptor.place } ?? 0
  }
}

/// Finds the keys that the rules of a graph name at each place of a document, and the places where
/// they take all keys.
struct ScopeBuilder {
  private let graph: MappingGraph
  private var scopes: KeyScopes
  /// For each mapping, the scope of its representations.
  private var inner: [Int?]
  /// For each mapping, the relationships that lead to it.
  private var owners: [[(owner: MappingID, source: SourceKeyPath)]]
  private var descriptors: [ResponseDescriptor] = []
  /// The mappings whose rules are still to be added.
  private var open: [MappingID] = []

  /// Returns the scopes of some descriptors of a graph.
  static func scopes(of graph: MappingGraph, _ descriptors: [ResponseDescriptor]) -> KeyScopes {
    var builder = ScopeBuilder(graph)
    builder.descriptors = descriptors
    builder.scopes.descriptorCount = graph.descriptors.count
    for descriptor in descriptors.sorted(by: { graph.place(of: $0) < graph.place(of: $1) }) {
      let name = descriptor.name ?? "descriptors[\(graph.place(of: descriptor))]"
      let document = builder.scopes.add(descriptor: name)
      let end = builder.insert(descriptor.keyPath.components, below: document)
      builder.lead(end, to: descriptor.mapping)
    }
    while let mapping = builder.open.popLast() { builder.addRules(of: mapping) }
    return builder.scopes
  }

  private init(_ graph: MappingGraph) {
    self.graph = graph
    let naming = graph.keyNaming
    scopes = KeyScopes { key in
      let folded = naming.folded(String(decoding: key, as: UTF8.self))
      return Array((naming.renames[folded] ?? folded).utf8)
    }
    inner = graph.mappings.map { _ in nil }
    owners = graph.mappings.map { _ in [] }
    for (number, mapping) in graph.mappings.enumerated() {
      guard case .object(let mapping) = mapping else { continue }
      for relationship in mapping.relationships {
        for target in [relationship.mapping] + graph.objectMappings(from: relationship.mapping) {
          owners[target.index].append((MappingID(number), relationship.source))
        }
      }
    }
  }

  // MARK: - Mappings

  /// Returns the scope of a mapping's representations.
  private mutating func scope(of mapping: MappingID) -> Int {
    if let known = inner[mapping.index] { return known }
    let made = scopes.add()
    inner[mapping.index] = made
    open.append(mapping)
    return made
  }

  /// Notes that the values in a scope are representations of a mapping.
  private mutating func lead(_ scope: Int, to mapping: MappingID) {
    let rules = self.scope(of: mapping)
    if graph[mapping].forcesCollection {
      scopes.takeEveryKey(of: scope, to: rules)
      let element = scopes.add()
      scopes.takeElements(of: scope, to: element)
      if graph[mapping].nestingAttribute == nil {
        scopes.share(element, with: rules)
      } else {
        scopes.takeEveryKey(of: element, to: rules)
      }
    } else if graph[mapping].nestingAttribute != nil {
      scopes.takeEveryKey(of: scope, to: rules)
    } else {
      scopes.share(scope, with: rules)
    }
  }

  private mutating func addRules(of id: MappingID) {
    let scope = scope(of: id)
    switch graph[id] {
    case .object(let mapping):
      for attribute in mapping.attributes {
        for source in attribute.sources { insert(source, of: id) }
      }
      for path in mapping.pathsOfExpressions { insert(path, of: id) }
      for relationship in mapping.relationships {
        guard let end = insert(relationship.source, of: id) else { continue }
        if relationship.source.isWhole {
          scopes.share(end, with: self.scope(of: relationship.mapping))
        } else {
          lead(end, to: relationship.mapping)
        }
      }
    case .dynamic(let mapping):
      for path in mapping.matchers.flatMap(\.paths) { insert(path, of: id) }
      for target in graph[id].references { scopes.share(scope, with: self.scope(of: target)) }
    }
  }

  // MARK: - Key paths

  /// Adds a path that a mapping reads; returns the scope of its value, if it has a single one.
  @discardableResult
  private mutating func insert(_ path: SourceKeyPath, of mapping: MappingID) -> Int? {
    switch path.root {
    case .representation: return insert(path.components, below: scope(of: mapping))
    case .parent(let levels):
      let end = scopes.add()
      var seen: Set<[Int]> = []
      insert(path.components, above: mapping, levels, end, &seen)
      return end
    case .root:
      let end = scopes.add()
      for descriptor in descriptors {
        let found = insert(path.components, below: scope(of: descriptor.mapping))
        scopes.share(found, with: end)
      }
      return end
    case .document: return insert(path.components, below: KeyScopes.document)
    case .nestingAttribute, .key, .collectionIndex, .rootKeyPath, .parentObject, .metadata:
      return nil
    }
  }

  /// Adds a path below the representations that are this many levels above those of a mapping, and
  /// below the objects in between.
  private mutating func insert(
    _ components: [SourceKeyPath.Component],
    above mapping: MappingID,
    _ levels: Int,
    _ end: Int,
    _ seen: inout Set<[Int]>
  ) {
    guard levels > 0, seen.insert([mapping.index, levels]).inserted else { return }
    for (owner, source) in owners[mapping.index] where source.root == .representation {
      let start = scope(of: owner)
      for count in 0..<max(source.components.count, 1) {
        let place = insert(Array(source.components.prefix(count)), below: start)
        scopes.share(insert(components, below: place), with: end)
      }
      insert(components, above: owner, levels - 1, end, &seen)
    }
  }

  /// Adds a path, and returns the scope of its value.
  private mutating func insert(_ components: [SourceKeyPath.Component], below start: Int) -> Int {
    var scope = start
    for component in components {
      switch component {
      case .key(let key): scope = scopes.member(bytes(key), of: scope)
      case .glob(let glob):
        let pieces = graph.keyNaming.folded(glob).pieces.map { Array($0.utf8) }
        scope = scopes.member(matching: pieces, of: scope)
      case .all: scope = all(of: scope)
      case .descendants(let key):
        let search = scopes.add()
        scopes.share(scope, with: search)
        scopes.search(search, for: search)
        scope = scopes.member(bytes(key), of: search)
      case .collection(let collection):
        switch collection.form {
        case .part(.values): scope = all(of: scope)
        case .part(.keys): scopes.takeKeys(of: scope)
        case .part(.count), .part(.element), .combination: break
        }
      // An index leads to an element, and arrays have no scope of their own.
      case .index: break
      }
    }
    return scope
  }

  /// Returns the scope of all members of objects and all elements of arrays in a scope.
  private mutating func all(of scope: Int) -> Int {
    let inner = scopes.add()
    scopes.takeEveryKey(of: scope, to: inner)
    scopes.takeElements(of: scope, to: inner)
    return inner
  }

  private func bytes(_ key: String) -> [UInt8] { Array(graph.keyNaming.folded(key).utf8) }
}
