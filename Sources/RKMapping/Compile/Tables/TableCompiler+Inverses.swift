internal import RKEngine

/// Relationships whose records refer to their owner (`inverse`): columns of their own table replace
/// a table that would join the two.
extension TableCompiler {
  /// How the records of a relationship or a connection, given by its column, refer back to the owner.
  func inverse(of node: Int, column: UInt32) -> InverseDeclaration? {
    guard case .object(let mapping) = graph[compiled.mappings[node]] else { return nil }
    for (rule, relationship) in zip(relationships(of: node), mapping.relationships)
    where rule.column == column {
      return relationship.inverse
    }
    let connections = compiled.plan.connections[compiled.plan.nodes[node].connections]
    for (rule, connection) in zip(connections, mapping.connections) where rule.column == column {
      return connection.inverse
    }
    return nil
  }

  /// Adds the inverse of a relationship that leads to a table.
  mutating func add(_ inverse: InverseDeclaration?, _ link: Link, to table: Int) {
    guard let inverse, self.inverse(link, in: table) == nil else { return }
    layouts[table].inverses.append(
      Inverse(link: link, name: inverse.name.value, isOrdered: inverse.isOrdered)
    )
  }

  func inverse(_ link: Link, in table: Int) -> Inverse? {
    layouts[table].inverses.first { $0.link == link }
  }

  /// Adds the columns of all inverses after all others.
  ///
  /// A to-one relationship of the same name already has them.
  mutating func addInverseColumns() {
    for table in layouts.indices where !layouts[table].inverses.isEmpty {
      var taken = TakenNames(layouts[table].columns.map(\.name), form)
      for number in layouts[table].inverses.indices {
        layouts[table].inverses[number].columns = addColumns(
          of: layouts[table].inverses[number],
          to: table,
          &taken
        )
      }
    }
  }

  private mutating func addColumns(
    of inverse: Inverse,
    to table: Int,
    _ taken: inout TakenNames
  ) -> [Int] {
    let owner = inverse.link.owner
    var columns: [Int] = []
    for (place, key) in keyNames(of: owner).enumerated() {
      let path = [inverse.name, key]
      let target = layouts[owner].target
      let identity = OwnColumn.Identity(
        path: path,
        target: form.isRelated ? target : nil,
        place: form.isRelated ? place : nil
      )
      if let known = layouts[table].columns.firstIndex(where: { $0.identity == identity }) {
        layouts[table].columns[known].isLate = false
        columns.append(known)
        continue
      }
      let name = taken.reserve(path.joined(separator: form.separator), form)
      var column = OwnColumn(name: name, type: .any, identity: identity)
      column.reference = (target, place)
      column.relationship = [inverse.name]
      columns.append(layouts[table].columns.count)
      layouts[table].columns.append(column)
    }
    if inverse.isOrdered {
      let path = [inverse.name, "position"]
      let name = taken.reserve(path.joined(separator: form.separator), form)
      columns.append(layouts[table].columns.count)
      layouts[table].columns.append(
        OwnColumn(
          name: name,
          type: .plain(.integer),
          identity: OwnColumn.Identity(path: path, target: nil, place: nil)
        )
      )
    }
    return columns
  }

  /// The tables that would join the records of inverses with their owners, which a database has if
  /// it was made before the spec had inverses.
  func formerJoins() -> [TableSchema.FormerJoin] {
    layouts.indices.flatMap { table in
      let start = tables.schema.tables[table].columns.count - layouts[table].columns.count
      return layouts[table].inverses.map { inverse in
        let join = Join(owner: inverse.link.owner, path: inverse.link.path, target: table)
        return TableSchema.FormerJoin(
          table: joinTable(join, name(of: join)),
          members: table,
          columns: inverse.columns.map { start + $0 }
        )
      }
    }
  }

  /// Fills the columns of an inverse in a row with this owner.
  func fill(_ sources: inout [CellSource?], _ inverse: Inverse, _ ownerKey: [CellRule]) {
    let cells = ownerKey + (inverse.isOrdered ? [CellRule(.position)] : [])
    for (column, cell) in zip(inverse.columns, cells) { sources[column] = .rule(cell) }
  }
}
