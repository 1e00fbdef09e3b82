internal import RKEngine

/// Compiles what snapshots record about the JSON kinds of values.
extension PlanCompiler {
  /// The members of a mapping's records whose JSON kinds are recorded if they are not natural, by column.
  func kindRules(
    of mapping: ObjectMapping,
    _ rules: [Rule],
    _ node: PlanNode
  ) -> [UInt32: (rule: KindRule.Origin, name: String)] {
    let destinations = rules.map(\.attribute.destination) + mapping.relationships.map(\.destination)
    if destinations.contains(where: { $0.keys.first == KindRule.memberName }) { return [:] }
    func isShown(_ destination: DestinationKeyPath) -> Bool {
      !redactions.contains {
        $0.target == mapping.target && destination.keys.starts(with: $0.keys)
      }
    }
    var names: [UInt32: String] = [:]
    for rule in rules where isShown(rule.attribute.destination) {
      names[UInt32(rule.column)] = rule.attribute.destination.text
    }
    var found: [UInt32: (rule: KindRule.Origin, name: String)] = [:]
    for number in [node.early, node.late].flatMap(\.indices) {
      let column = plan.attributes[number].column
      guard let name = names[column], !plan.attributes[number].valueRule.isNone else { continue }
      found[column] = (.attribute(PlanID(number)), name)
    }
    for (number, relationship) in zip(node.relationships.indices, mapping.relationships)
    where isShown(relationship.destination) {
      found[plan.relationships[number].column] = (
        .relationship(PlanID(number)), relationship.destination.text
      )
    }
    return found.filter { !naturalKinds(of: $0.value.rule).isSuperset(of: .all) }
  }

  /// Adds these rules to a node, in the order of the record's members.
  mutating func addKinds(
    _ found: [UInt32: (rule: KindRule.Origin, name: String)],
    inOrderOf members: PlanRange<OutputMember>,
    to node: inout PlanNode
  ) {
    var rules: [KindRule] = []
    for column in columns(of: members) {
      guard let (origin, name) = found[column] else { continue }
      var conversion: Conversion?
      if case .attribute(let id) = origin {
        conversion = plan.valueRules[plan.attributes[id].valueRule].conversion
      }
      rules.append(
        KindRule(
          origin,
          column: column,
          label: plan.add(text: JSONText.quoted(name)),
          natural: naturalKinds(of: origin),
          conversion: conversion,
          notesForms: notesForms
        )
      )
    }
    node.kinds = plan.kindRules.add(rules)
    node.isPlain = node.isPlain && rules.isEmpty
  }

  private func columns(of members: PlanRange<OutputMember>) -> [UInt32] {
    plan.schema.members[members].flatMap { member in
      switch member.content {
      case .column(let column): [column]
      case .group(let inner): columns(of: inner)
      case .related(let column, let inner): [column] + columns(of: inner)
      }
    }
  }

  private func naturalKinds(of origin: KindRule.Origin) -> NaturalKinds {
    switch origin {
    case .attribute(let id):
      let rule = plan.valueRules[plan.attributes[id].valueRule]
      let natural = rule.naturalKinds(dates: plan.dates)
      guard let conversion = rule.conversion, natural != .all else { return natural }
      return conversion.naturalKinds(notingForms: notesForms, dates: plan.dates)
    case .relationship(let id):
      let rule = plan.relationships[id]
      if rule.isComposed { return .all }
      switch rule.cardinality {
      case .automatic: return .all
      case .one: return NaturalKinds.all.subtracting(.array)
      case .many:
        let isMap = forcesCollection(rule.node)
        return isMap ? .all : NaturalKinds.all.subtracting(.object)
      }
    }
  }

  /// Decided by the mapping, because the node may not exist yet.
  private func forcesCollection(_ node: PlanID<PlanNode>) -> Bool {
    graph[keys[Int(node.index)].mapping].forcesCollection
  }
}
