internal import RKDiagnostics
internal import RKMapping

/// Finds the rule of a spec that fills a member of a record.
struct RuleFinder {
  struct Rule {
    var related: Diagnostic.Related
    /// The path from the record's representation to the value of the rule; nil if it depends on the document.
    var way: [MemberChange.Step]?
    /// How many steps of the path lead to the representation that the rule reads.
    var ownerDepth = 0
    /// The paths of plain keys that the rule reads in that representation.
    var waysRead: [[String]] = []
    /// Whether it is a relationship, and the path does not go on to a member of the related records.
    var isRelationship = false
    /// The natural kinds of its values, in words.
    var naturalKinds = ""
  }

  private let graph: MappingGraph
  /// Whether the natural kind of a date is its form.
  private let notesForms: Bool

  init(_ graph: MappingGraph, notesForms: Bool) {
    self.graph = graph
    self.notesForms = notesForms
  }

  /// All keys that some rule of the spec reads.
  var keysRead: Set<String> {
    var keys = Set(graph.descriptors.flatMap { $0.keyPath.plainSteps?.names ?? [] })
    for case .object(let mapping) in graph.mappings {
      let sources = mapping.attributes.flatMap(\.sources) + mapping.relationships.map(\.source)
      keys.formUnion(sources.flatMap { $0.plainSteps?.names ?? [] })
    }
    return keys
  }

  /// Whether a path leads to a related record or to a list of them.
  func isRecord(_ path: [MemberChange.Step], of target: String) -> Bool {
    rule(for: path, of: target)?.isRelationship ?? false
  }

  /// The rule for the member at a path in a target's records, or for the outermost part of that path that has a
  /// rule.
  func rule(for path: [MemberChange.Step], of target: String) -> Rule? {
    rule(for: path[...], in: graph.mappings(of: target), after: [])
  }

  /// The search goes down one relationship per step, so the path limits the depth.
  private func rule(
    for path: ArraySlice<MemberChange.Step>,
    in mappings: [ObjectMapping],
    after way: [MemberChange.Step]?
  ) -> Rule? {
    for mapping in mappings {
      let attribute = mapping.attributes.first { $0.destination.leads(to: path) }
      if let attribute {
        let rest = path.dropFirst(attribute.destination.keys.count)
        let keys = attribute.sources.count == 1 ? attribute.sources[0].plainSteps : nil
        var rule = Rule(
          related: Diagnostic.Related(
            location: graph.location(of: attribute.place),
            subject: Self.name(of: attribute, in: mapping),
            message: attribute.sources.isEmpty
              ? "" : "from " + attribute.sources.map { "'\($0.text)'" }.joined(separator: " or ")
          )
        )
        if let way, let keys { rule.way = way + keys + rest }
        rule.ownerDepth = way?.count ?? 0
        rule.waysRead = Self.waysRead(by: mappings)
        rule.naturalKinds = attribute.naturalKinds(notingForms: notesForms)
        return rule
      }
    }
    for mapping in mappings {
      let relationship = mapping.relationships.first { $0.destination.leads(to: path) }
      guard let relationship else { continue }
      var rest = path.dropFirst(relationship.destination.keys.count)
      let related = graph.mappingsOfRecords(from: relationship.mapping)
      var down: [MemberChange.Step]?
      if let way, let keys = relationship.source.plainSteps { down = way + keys }
      if case .element = rest.first { down?.append(rest.removeFirst()) }
      if !rest.isEmpty, let rule = rule(for: rest, in: related, after: down) { return rule }
      let name = "mappers.\(mapping.id).relationships.\(relationship.destination.text)"
      var rule = Rule(
        related: graph.related(relationship.place, name, "from '\(relationship.source.text)'"),
        way: down,
        ownerDepth: way?.count ?? 0,
        waysRead: Self.waysRead(by: mappings)
      )
      rule.isRelationship = rest.isEmpty
      rule.naturalKinds = relationship.naturalKinds
      return rule
    }
    return nil
  }

  /// The name of an attribute's rule in findings.
  static func name(of attribute: AttributeMapping, in mapping: ObjectMapping) -> String {
    "mappers.\(mapping.id).attributes.\(attribute.destination.text)"
  }

  private static func waysRead(by mappings: [ObjectMapping]) -> [[String]] {
    mappings.flatMap { mapping in
      (mapping.attributes.flatMap(\.sources) + mapping.relationships.map(\.source))
        .compactMap { $0.plainSteps?.names }
    }
  }
}

extension DestinationKeyPath {
  /// Whether a path leads to this destination, or into its value.
  fileprivate func leads(to path: ArraySlice<MemberChange.Step>) -> Bool {
    path.starts(with: keys.map { .member($0) })
  }
}

extension SourceKeyPath {
  /// The keys of the path; nil unless all of it are keys below the representation.
  var plainSteps: [MemberChange.Step]? {
    guard root == .representation else { return nil }
    let keys = components.compactMap { if case .key(let key) = $0 { key } else { nil } }
    return keys.count == components.count ? keys.map { .member($0) } : nil
  }
}
