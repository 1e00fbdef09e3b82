internal import RKMapping

/// The connections of mappers that are added to a spec.
///
/// They refer to added records, or to records that the spec maps already.
struct MergedConnections {
  private let graph: MappingGraph
  /// For drafts that the spec maps already, the mapper in the spec.
  private let paired: [ObjectIdentifier: MappingID]
  /// The targets that are added.
  private let new: Set<ObjectIdentifier>

  init(
    _ graph: MappingGraph,
    _ paired: [ObjectIdentifier: MappingID],
    new: Set<ObjectIdentifier>
  ) {
    self.graph = graph
    self.paired = paired
    self.new = new
  }

  /// Gives targets the names that the spec uses, and leaves out connections to targets that the spec identifies
  /// in another way.
  func resolve(in added: [MapperDraft], among drafts: [MapperDraft]) {
    let known = namedAsThere(drafts)
    for draft in added {
      draft.connections = draft.connections.compactMap { connection in
        let target = ObjectIdentifier(connection.target)
        if new.contains(target) { return connection }
        if let resolved = known[target].flatMap({ resolved(connection, $0) }) { return resolved }
        // The hidden attribute exists only for the connection.
        for index in draft.attributes.indices where draft.attributes[index].to == connection.from {
          draft.attributes[index].isHidden = false
        }
        return nil
      }
    }
  }

  /// Gives drafts the names of targets in the spec.
  ///
  /// - Returns: The mappers of these targets in the spec.
  private func namedAsThere(_ drafts: [MapperDraft]) -> [ObjectIdentifier: ObjectMapping] {
    var known: [ObjectIdentifier: ObjectMapping] = [:]
    for draft in drafts {
      guard let target = draft.target, !new.contains(ObjectIdentifier(target)),
        known[ObjectIdentifier(target)] == nil, let id = paired[ObjectIdentifier(draft)],
        case .object(let mapping) = graph[id]
      else { continue }
      target.name = mapping.target
      known[ObjectIdentifier(target)] = mapping
    }
    return known
  }

  /// A connection to records that the spec maps; nil if the spec identifies them by something else.
  private func resolved(
    _ connection: ConnectionDraft,
    _ mapping: ObjectMapping
  ) -> ConnectionDraft? {
    let attribute = connection.target.mappers.lazy.flatMap(\.attributes).first {
      $0.to == connection.identity
    }
    // The key of a map is not an attribute of its own.
    let identity =
      attribute.map { attribute in
        mapping.attributes.first { $0.sources.contains { $0.keys == [attribute.key ?? ""] } }?
          .destination.text
      } ?? mapping.nestingAttribute
    let declared = graph.targets.first { $0.name == mapping.target }?.identification ?? []
    let identification = mapping.identification.isEmpty ? declared : mapping.identification
    guard let identity, identification == [identity] else { return nil }
    var connection = connection
    connection.identity = identity
    return connection
  }
}

extension SourceKeyPath {
  /// The keys of the path; nil unless it begins at the representation and has only keys.
  var keys: [String]? {
    guard case .representation = root else { return nil }
    var keys: [String] = []
    for component in components {
      guard case .key(let key) = component else { return nil }
      keys.append(key)
    }
    return keys
  }
}
