internal import RKMapping

/// The connections of mappers that are added to a spec: they lead to added records, or to records that
/// the spec makes already.
struct MergedConnections {
  private let graph: MappingGraph
  /// The mappers of the spec that map what a draft would.
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

  /// Names targets that the spec has as it does, and leaves out connections to what it identifies
  /// otherwise.
  func resolve(in added: [MapperDraft], among drafts: [MapperDraft]) {
    let known = namedAsThere(drafts)
    for draft in added {
      draft.connections = draft.connections.compactMap { connection in
        let target = ObjectIdentifier(connection.target)
        if new.contains(target) { return connection }
        if let resolved = known[target].flatMap({ resolved(connection, $0) }) { return resolved }
        // Nothing else uses what is hidden for the connection.
        for index in draft.attributes.indices where draft.attributes[index].to == connection.from {
          draft.attributes[index].isHidden = false
        }
        return nil
      }
    }
  }

  /// Names the targets that the spec has.
  ///
  /// - Returns: Their mappers in the spec.
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

  /// A connection to records that the spec makes; nil where something else identifies them there.
  private func resolved(
    _ connection: ConnectionDraft,
    _ mapping: ObjectMapping
  ) -> ConnectionDraft? {
    let attribute = connection.target.mappers.lazy.flatMap(\.attributes).first {
      $0.to == connection.identity
    }
    // The key of a map has no attribute of its own.
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
  /// Its keys, if it has nothing but keys and begins at the representation.
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
