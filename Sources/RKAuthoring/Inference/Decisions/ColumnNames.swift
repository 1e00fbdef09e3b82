/// Makes targets suitable as tables: no two columns of a table have the same name, and no record contains
/// others endlessly.
struct ColumnNames {
  let targets: [TargetDraft]

  // MARK: - Cycles

  /// Turns relationships into attributes if they would put records without identity into others of their kind.
  func breakCycles() {
    for target in targets where target.identity == nil {
      for mapper in target.mappers {
        for relation in mapper.relations where leads(relation.mapper, to: target) {
          mapper.relations.removeAll { $0.to == relation.to }
          guard let member = mapper.site?.member(named: relation.key) else { continue }
          mapper.attributes.append(
            AttributeDraft(
              from: relation.from,
              key: relation.key,
              to: relation.to,
              positions: [member]
            )
          )
          mapper.comments.append(
            "\(relation.key): records of \(target.name) in others without identity, as they are"
          )
        }
      }
    }
  }

  /// Whether a mapper's records contain records of a target, through any number of targets without identity.
  private func leads(_ mapper: MapperDraft, to target: TargetDraft) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    var pending = [mapper]
    while let next = pending.popLast() {
      guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
      if next.target === target { return true }
      if next.target?.identity != nil { continue }
      pending += next.relations.map(\.mapper) + next.arms.map(\.mapper)
      if let others = next.target?.mappers { pending += others.filter { $0 !== next } }
    }
    return false
  }

  // MARK: - Names

  /// Renames attributes that would have the column of a related record's key, and relationships whose records'
  /// columns would have the name of an attribute.
  func settle() {
    for target in targets {
      for mapper in target.mappers { settle(mapper, of: target) }
      guard target.identity == nil, ownsRows(target) else { continue }
      for name in target.properties.map(\.name) where name.lowercased() == "_id" {
        rename(name, of: target, beside: "rkmap's own")
      }
    }
  }

  /// Whether a target's records have lists of others, whose rows refer to the number of theirs.
  private func ownsRows(_ target: TargetDraft) -> Bool {
    target.mappers.flatMap(\.relations).contains { relation in
      guard let inner = relation.mapper.target, !relation.isMany else { return true }
      return inner.identity == nil && ownsRows(inner)
    }
  }

  private func settle(_ mapper: MapperDraft, of target: TargetDraft) {
    for index in mapper.relations.indices where !mapper.relations[index].isMany {
      let relation = mapper.relations[index]
      guard let related = relation.mapper.target else { continue }
      if let identity = related.identity {
        let columns = Set(identity.members.map { column(relation.to, $0) })
        for attribute in mapper.attributes.indices
        where columns.contains(mapper.attributes[attribute].to.lowercased()) {
          rename(mapper.attributes[attribute].to, of: target, beside: relation.to)
        }
      } else {
        rename(index, of: mapper, target)
      }
    }
  }

  /// Renames an attribute that has the name of a relationship's column.
  private func rename(_ name: String, of target: TargetDraft, beside relation: String) {
    let taken = Set(target.properties.map { $0.name.lowercased() })
    let new = Names.free(name, in: taken)
    for mapper in target.mappers {
      for index in mapper.attributes.indices where mapper.attributes[index].to == name {
        mapper.attributes[index].to = new
        mapper.comments.append("\(name): is \(new), as a column of \(relation) is called so")
      }
      for index in mapper.connections.indices where mapper.connections[index].from == name {
        mapper.connections[index].from = new
      }
    }
    if let place = target.identity?.members.firstIndex(of: name) {
      target.identity?.members[place] = new
    }
  }

  /// Renames a relationship until no column of its records has the name of another property.
  private func rename(_ index: Int, of mapper: MapperDraft, _ target: TargetDraft) {
    let name = mapper.relations[index].to
    let others = Set(target.properties.map { $0.name.lowercased() }).subtracting([name.lowercased()]
    )
    let inner = mapper.relations[index].mapper.target.map(columns) ?? []
    var candidate = name
    var number = 2
    while others.contains(candidate.lowercased())
      || inner.contains(where: { others.contains(column(candidate, $0)) })
    {
      candidate = "\(name)\(number)"
      number += 1
    }
    if candidate == name { return }
    for other in target.mappers {
      for place in other.relations.indices where other.relations[place].to == name {
        other.relations[place].to = candidate
        other.comments.append(
          "\(name): is \(candidate), as its columns would be called like others"
        )
      }
    }
  }

  private func column(_ relation: String, _ name: String) -> String {
    "\(relation)_\(name)".lowercased()
  }

  /// The columns that a target's records take up inside another table.
  private func columns(of target: TargetDraft) -> [String] {
    target.properties.map(\.name)
      + target.mappers.flatMap(\.relations).filter {
        !$0.isMany && $0.mapper.target?.identity == nil
      }
      .flatMap { relation in
        (relation.mapper.target?.properties ?? []).map { column(relation.to, $0.name) }
      }
  }
}
