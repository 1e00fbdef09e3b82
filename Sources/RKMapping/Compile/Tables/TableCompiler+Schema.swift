internal import RKEngine

extension TableCompiler {
  /// Describes all tables: those of targets, then those that join two of them.
  mutating func addSchema() {
    var schema = TableSchema()
    for number in layouts.indices { schema.tables.append(table(number)) }
    for join in joins { lookups.joinCounts[join.link, default: 0] += 1 }
    for join in joins {
      schema.tables.append(joinTable(join, name(of: join)))
    }
    // Two tables may want the same name: a target may be named like a join.
    var taken = TakenNames()
    for number in schema.tables.indices {
      schema.tables[number].name = taken.reserve(
        form.allowedTable(schema.tables[number].name),
        form
      )
    }
    tables.schema = schema
    if form == .database { tables.schema.formerJoins = formerJoins() }
    tables.leftOut = layouts.map(\.leftOut) + joins.map { _ in [] }
  }

  /// The names by which rows refer to their owner's table, without the name of that table.
  func keyNames(ofOwner table: Int) -> [String] {
    layouts[table].key.isEmpty ? ["_id"] : keyNames(of: table)
  }

  private func ownerColumns(_ owner: Int) -> [TableSchema.Column] {
    keyNames(ofOwner: owner).enumerated().map { place, name in
      TableSchema.Column(
        name: "\(layouts[owner].target)_\(name)",
        type: layouts[owner].key.isEmpty ? .plain(.integer) : keyType(of: owner, place)
      )
    }
  }

  private func table(_ number: Int) -> TableSchema.Table {
    let layout = layouts[number]
    let lead = leadColumns(of: number)
    var table = TableSchema.Table(name: layout.target, isLate: layout.isLate)
    addLead(lead, to: &table)
    let start = table.columns.count
    var taken = TakenNames(table.columns.map(\.name), form)
    for column in layout.columns {
      let name = taken.reserve(column.name, form)
      table.columns.append(
        TableSchema.Column(name: name, type: column.type, isLate: column.isLate)
      )
    }
    addReferences(from: start, layout, to: &table)
    if !layout.key.isEmpty { table.primaryKey = keyPlaces(of: number).map { start + $0 } }
    if form == .database {
      addChildKeys(number, lead, to: &table)
      for column in table.primaryKey { table.columns[column].isRequired = true }
      addDeclared(number, start, to: &table)
    }
    return table
  }

  private func addLead(_ lead: LeadColumns, to table: inout TableSchema.Table) {
    if lead.hasNumber {
      table.columns.append(TableSchema.Column(name: "_id", type: .plain(.integer)))
      table.primaryKey = [0]
    }
    for owner in lead.owners {
      let start = table.columns.count
      table.columns += ownerColumns(owner)
      var key = TableSchema.ForeignKey(
        columns: Array(start..<table.columns.count),
        table: owner
      )
      key.isOwner = form == .database
      table.foreignKeys.append(key)
    }
    if lead.hasPosition {
      table.columns.append(TableSchema.Column(name: "position", type: .plain(.integer)))
    }
    if lead.hasRelationship {
      table.columns.append(TableSchema.Column(name: "relationship", type: .plain(.string)))
    }
  }

  private func addReferences(
    from start: Int,
    _ layout: Layout,
    to table: inout TableSchema.Table
  ) {
    var references: [String: [Int]] = [:]
    for (number, column) in layout.columns.enumerated() {
      guard let (target, part) = column.reference else { continue }
      // The parts of one reference are contiguous, in key order.
      if part == 0 { references[target] = [] }
      references[target, default: []].append(start + number)
      guard let owner = numbers[target] else { continue }
      if references[target, default: []].count == layouts[owner].key.count {
        var key = TableSchema.ForeignKey(columns: references[target, default: []], table: owner)
        key.isConnection = column.isConnected
        for inverse in layout.inverses where inverse.columns.contains(number) {
          key.membership = inverse.columns.map { start + $0 }
        }
        table.foreignKeys.append(key)
      }
    }
  }

  /// The name of a join's table, unless it is in use.
  func name(of join: Join) -> String {
    let name = "\(layouts[join.owner].target)_\(join.name)"
    let hasSeveralTargets = lookups.joinCounts[join.link, default: 0] > 1
    return hasSeveralTargets ? "\(name)_\(layouts[join.target].target)" : name
  }

  func joinTable(_ join: Join, _ name: String) -> TableSchema.Table {
    var table = TableSchema.Table(name: name, isJoin: true, isLate: isLate(join))
    table.columns = ownerColumns(join.owner)
    let ownerCount = table.columns.count
    var taken = TakenNames(table.columns.map(\.name), form)
    for (place, key) in keyNames(of: join.target).enumerated() {
      let name = taken.reserve("\(join.name)_\(key)", form)
      table.columns.append(TableSchema.Column(name: name, type: keyType(of: join.target, place)))
    }
    table.primaryKey = Array(table.columns.indices)
    table.foreignKeys = [
      TableSchema.ForeignKey(columns: Array(0..<ownerCount), table: join.owner),
      TableSchema.ForeignKey(
        columns: Array(ownerCount..<table.columns.count),
        table: join.target
      ),
    ]
    table.foreignKeys[1].isConnection = connectedJoins.contains(join)
    let position = form == .database ? taken.reserve("position", form) : "position"
    table.columns.append(TableSchema.Column(name: position, type: .plain(.integer)))
    if form == .database {
      table.foreignKeys[0].isOwner = true
      for column in table.columns.indices { table.columns[column].isRequired = true }
    }
    return table
  }
}
