internal import RKDiagnostics
internal import RKEngine

/// Reports inverses, by which the records of a list refer to their owner, that cannot be columns of
/// the records' table (docs/tables.md, "One to many").
///
/// Takes time linear in the rules of the graph, except for relationships with inverses.
struct InverseCheck {
  /// A relationship or a connection with an inverse.
  private struct Use {
    var owner: ObjectMapping
    var destination: DestinationKeyPath
    var inverse: InverseDeclaration
    var cardinality: Cardinality
    /// The mappings of the related records.
    var members: [ObjectMapping]
  }

  private let graph: MappingGraph
  private let findings: SpecFindings
  private let identities: [String: TargetIdentity]
  /// The mappings that a descriptor or a connection reaches.
  private let mappings: [ObjectMapping]

  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    guard graph.mappings.contains(where: \.hasInverses) else { return }
    let check = InverseCheck(
      graph: graph,
      findings: findings,
      identities: graph.identities(),
      mappings: graph.reachableMappings().compactMap { graph[$0].ofRecords }
    )
    /// For each target and name of an inverse, the first use.
    var first: [[String]: Use] = [:]
    for mapping in check.mappings {
      for use in check.uses(of: mapping) {
        if !check.checkIdentities(use) { continue }
        for target in Set(use.members.map(\.target)).sorted() {
          check.checkNames(use, of: target)
          guard let other = first[[target, use.inverse.name.value]] else {
            first[[target, use.inverse.name.value]] = use
            continue
          }
          check.compare(use, other, target)
        }
      }
    }
  }

  private func uses(of mapping: ObjectMapping) -> [Use] {
    var uses: [Use] = []
    for relationship in mapping.relationships {
      guard let inverse = relationship.inverse else { continue }
      uses.append(
        Use(
          owner: mapping,
          destination: relationship.destination,
          inverse: inverse,
          cardinality: relationship.cardinality,
          members: graph.mappingsOfRecords(from: relationship.mapping)
        )
      )
    }
    for connection in mapping.connections {
      guard let inverse = connection.inverse else { continue }
      uses.append(
        Use(
          owner: mapping,
          destination: connection.destination,
          inverse: inverse,
          cardinality: connection.cardinality,
          members: mappings(of: connection.target)
        )
      )
    }
    return uses
  }

  private func mappings(of target: String) -> [ObjectMapping] {
    mappings.filter { $0.target == target }
  }

  // MARK: - Rules

  /// Returns whether the relationship is to-many, and the owner and all members have keys.
  private func checkIdentities(_ use: Use) -> Bool {
    if use.cardinality == .one {
      report(
        use,
        "'\(use.destination.text)' leads to one record, and an inverse is for several",
        help: "leave out \"many\": false, or 'inverse'"
      )
      return false
    }
    for target in [use.owner.target] + use.members.map(\.target) where identities[target] == nil {
      report(
        use,
        "'\(target)' has no identification, so that no column can refer to its records",
        help: "an 'identification' on the mapper of '\(target)' names the attributes of its key"
      )
      return false
    }
    return true
  }

  /// Checks that no other column of the members' table has the names of the inverse's columns.
  private func checkNames(_ use: Use, of target: String) {
    let name = use.inverse.name.value
    var columns = identities[use.owner.target]?.attributes.map { column("\(name).\($0)") } ?? []
    if use.inverse.isOrdered { columns.append(column("\(name).position")) }
    let members = mappings(of: target)
    for attribute in members.flatMap(\.attributes) where !attribute.isHidden {
      let text = attribute.destination.text
      guard text == name || columns.contains(column(text)) else { continue }
      return reportClash(use, "an attribute '\(text)'", target, attribute.destinationPlace)
    }
    for property in graph.targets.first(where: { $0.name == target })?.properties ?? []
    where property.name.text == name {
      guard case .values? = property.type?.held else { continue }
      return reportClash(use, "a property '\(name)'", target, property.place)
    }
    for relationship in members.flatMap(\.relationships)
    where relationship.destination.text == name {
      let targets = Set(
        graph.mappingsOfRecords(from: relationship.mapping).map(\.target)
      )
      if relationship.cardinality != .many, targets == [use.owner.target] { continue }
      return reportClash(use, "a relationship '\(name)'", target, relationship.destinationPlace)
    }
    for connection in members.flatMap(\.connections) where connection.destination.text == name {
      if connection.cardinality != .many, connection.target == use.owner.target { continue }
      return reportClash(use, "a connection '\(name)'", target, connection.destinationPlace)
    }
  }

  private func column(_ name: String) -> String {
    name.replacing(".", with: "_").lowercased()
  }

  private func reportClash(_ use: Use, _ other: String, _ target: String, _ place: SpecPlace) {
    report(
      use,
      "'\(target)' has \(other) already, where the way back to '\(use.owner.target)' would be",
      help: "give the inverse another name",
      related: [(place, "this has the name")]
    )
  }

  /// An inverse belongs to one relationship, even if several mappers of the owner declare it.
  private func compare(_ use: Use, _ other: Use, _ target: String) {
    let name = use.inverse.name.value
    if use.owner.target != other.owner.target || use.destination != other.destination {
      report(
        use,
        "'\(name)' of '\(target)' leads back to '\(other.owner.target).\(other.destination.text)' already",
        help: "give each relationship an inverse of its own",
        related: [(other.inverse.name.place, "the other inverse")]
      )
    } else if use.inverse.isOrdered != other.inverse.isOrdered {
      report(
        use,
        "the order of '\(use.owner.target).\(use.destination.text)' is kept by one mapper alone",
        help: "say \"ordered\": true in all of them, or in none",
        related: [(other.inverse.name.place, "the other mapper")]
      )
    }
  }

  private func report(
    _ use: Use,
    _ message: String,
    help: String,
    related: [(place: SpecPlace, message: String)] = []
  ) {
    findings.reportOnce(
      .badInverse,
      message,
      at: use.inverse.name.place,
      related: related,
      help: help
    )
  }
}

extension GraphMapping {
  fileprivate var hasInverses: Bool {
    guard let mapping = ofRecords else { return false }
    return mapping.relationships.contains { $0.inverse != nil }
      || mapping.connections.contains { $0.inverse != nil }
  }
}
