internal import RKDiagnostics
internal import RKMapping

/// Finds the rule of a spec that fills a member of a record.
struct RuleFinder {
  /// A rule.
  struct Rule {
    var related: Diagnostic.Related
    /// The keys of the representation that its value comes from, where they are known without looking
    /// at one.
    var source: [String]?
  }

  private let graph: MappingGraph

  init(_ graph: MappingGraph) { self.graph = graph }

  /// The rule for the member of a target's records that some names lead to, or for the outermost part
  /// of it that has one.
  func rule(for names: [String], of target: String) -> Rule? {
    rule(for: names[...], in: mappings(of: target), isOwn: true)
  }

  /// The ways by plain keys to what the rules for a target's records read of a representation.
  func ways(readFor target: String) -> [[String]] {
    mappings(of: target).flatMap { mapping in
      (mapping.attributes.flatMap(\.sources) + mapping.relationships.map(\.source))
        .compactMap(\.plainKeys)
    }
  }

  private func mappings(of target: String) -> [ObjectMapping] {
    graph.mappings.compactMap { mapping in
      if case .object(let mapping) = mapping, mapping.target == target { mapping } else { nil }
    }
  }

  /// Goes down a relationship with each step, so that the names bound the depth.
  private func rule(
    for names: ArraySlice<String>,
    in mappings: [ObjectMapping],
    isOwn: Bool
  ) -> Rule? {
    for mapping in mappings {
      let attribute = mapping.attributes.first { names.starts(with: $0.destination.keys) }
      if let attribute {
        let rest = names.dropFirst(attribute.destination.keys.count)
        let keys = attribute.sources.count == 1 ? attribute.sources[0].plainKeys : nil
        let name = "mappers.\(mapping.id).attributes.\(attribute.destination.text)"
        return Rule(
          related: Diagnostic.Related(
            location: graph.location(of: attribute.place),
            subject: name,
            message: attribute.sources.isEmpty
              ? "" : "from " + attribute.sources.map { "'\($0.text)'" }.joined(separator: " or ")
          ),
          source: isOwn && rest.isEmpty ? keys : nil
        )
      }
    }
    for mapping in mappings {
      let relationship = mapping.relationships.first { names.starts(with: $0.destination.keys) }
      guard let relationship else { continue }
      let rest = names.dropFirst(relationship.destination.keys.count)
      let related = graph.objectMappings(from: relationship.mapping).compactMap { id in
        if case .object(let mapping) = graph[id] { mapping } else { nil }
      }
      if !rest.isEmpty, let rule = rule(for: rest, in: related, isOwn: false) { return rule }
      let name = "mappers.\(mapping.id).relationships.\(relationship.destination.text)"
      return Rule(
        related: Diagnostic.Related(
          location: graph.location(of: relationship.place),
          subject: name,
          message: "from '\(relationship.source.text)'"
        ),
        source: isOwn && rest.isEmpty ? relationship.source.plainKeys : nil
      )
    }
    return nil
  }
}

extension SourceKeyPath {
  /// Its keys, where it is nothing but keys below the representation.
  fileprivate var plainKeys: [String]? {
    guard root == .representation else { return nil }
    let keys = components.compactMap { if case .key(let key) = $0 { key } else { nil } }
    return keys.count == components.count ? keys : nil
  }
}
