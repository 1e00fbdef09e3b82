internal import RKEngine

extension TableCompiler {
  /// Describes all tables: those of the targets, then those that join two of them.
  mutating func addSchema() {
    var schema = TableSchema()
    for number in layouts.indices { schema.tables.append(table(number)) }
    for number in joins.indices { schema.tables.append(joinTable(number)) }
    // Two tables may come by one name: a target may be called as a join is.
    var names: Set<String> = []
    for number in schema.tables.indices {
      let name = free(form.allowedTable(schema.tables[number].name)) {
        names.contains(form.compared($0))
      }
      names.insert(form.compared(name))
      schema.tables[number].name = name
    }
    tables.schema = schema
    tables.leftOut = layouts.map(\.leftOut) + joins.map { _ in [] }
  }

  /// The names by which rows refer to the table of their owner, without its own name.
  func keyNames(ofOwner table: Int) -> [String] {
    layouts[table].key.isEmpty ? ["_id"] : keyNames(of: table)
  }

  private func ownerColumns(_ owner: Int) -> [TableSchema.Column] {
    keyNames(ofOwner: owner).enumerated().map { place, name in
      TableSchema.Column(
        name: "\(layouts[owner].target)_\(name)",
        type: layouts[owner].key.isEmpty ? .integer : keyType(of: owner, place)
      )
    }
  }

  private func table(_ number: Int) -> TableSchema.Table {
    let layout = layouts[number]
    let lead = leadColumns(of: number)
    var table = TableSchema.Table(name: layout.target, isLate: layout.isLate)
    addLead(lead, to: &table)
    let start = table.columns.count
    var taken = Set(table.columns.map { form.compared($0.name) })
    for column in layout.columns {
      let name = free(column.name) { taken.contains(form.compared($0)) }
      taken.insert(form.compared(name))
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
      table.columns.append(TableSchema.Column(name: "_id", type: .integer))
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
      table.columns.append(TableSchema.Column(name: "position", type: .integer))
    }
    if lead.hasRelationship {
      table.columns.append(TableSchema.Column(name: "relationship", type: .string))
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
      // The parts of one reference stand side by side, in the order of the key.
      if part == 0 { references[target] = [] }
      references[target, default: []].append(start + number)
      guard let owner = layouts.firstIndex(where: { $0.target == target }) else { continue }
      if references[target, default: []].count == layouts[owner].key.count {
        var key = TableSchema.ForeignKey(columns: references[target, default: []], table: owner)
        key.isConnection = column.isConnected
        table.foreignKeys.append(key)
      }
    }
  }

  /// What the table of a join is called, unless the name is taken.
  func name(of join: Join) -> String {
    let isShared = joins.contains {
      $0.owner == join.owner && $0.path == join.path && $0.target != join.target
    }
    let name = "\(layouts[join.owner].target)_\(join.name)"
    return isShared ? "\(name)_\(layouts[join.target].target)" : name
  }

  private func joinTable(_ number: Int) -> TableSchema.Table {
    let join = joins[number]
    var table = TableSchema.Table(name: name(of: join), isJoin: true, isLate: isLate(join))
    table.columns = ownerColumns(join.owner)
    let ownerCount = table.columns.count
    for (place, key) in keyNames(of: join.target).enumerated() {
      let name = free("\(join.name)_\(key)") { name in
        table.columns.contains { form.compared($0.name) == form.compared(name) }
      }
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
    let position = free("position") { name in
      form == .database && table.columns.contains { form.compared($0.name) == name }
    }
    table.columns.append(TableSchema.Column(name: position, type: .integer))
    if form == .database {
      table.foreignKeys[0].isOwner = true
      for column in table.columns.indices { table.columns[column].isRequired = true }
    }
    return table
  }
}
