internal import RKEngine

/// A column that the record itself adds to its table.
struct OwnColumn {
  var name: String
  var type: TableSchema.ValueType
  /// The target that the column refers to, and the index in that target's key.
  var reference: (target: String, place: Int)?
  /// Its relationship; empty for values of the record.
  var relationship: [String] = []
  /// Whether the column is created with its first value.
  var isLate = false
  /// Whether it refers to a row through a connection; the row may not exist.
  var isConnected = false
  var identity: Identity

  /// What a column has in common in the records of all mappers.
  struct Identity: Hashable {
    /// The names on the path to its value.
    var path: [String]
    /// The target of a reference; a column with the same name that is no reference is a different column.
    var target: String?
    var place: Int?
  }
}

/// Where the cells of a column come from.
indirect enum CellSource {
  case nothing
  case cell(UInt32)
  /// The whole record, as JSON.
  case record
  /// The related record in a cell, with the source for each of its shapes, or else `otherwise`.
  case related(UInt32, [(record: PlanID<RecordShape>, source: CellSource)], otherwise: CellSource?)
  /// A part of the key of a connected record: the connection's column, and the column of that part.
  case foreignKey(UInt32, key: UInt32, takesFirst: Bool)
  /// A part of the related record's key: the relationship's column, and the source for each shape.
  case reference(UInt32, [(record: PlanID<RecordShape>, source: CellSource)])
  /// The result of a rule about the record's owner.
  case rule(CellRule)
}

extension RowSchema {
  func text(_ range: ByteRange) -> String { String(decoding: text[range.range], as: UTF8.self) }
}

extension TableCompiler {
  /// A column of one node's records.
  private struct Part {
    var name: [String]
    var type: TableSchema.ValueType
    var source: CellSource
    var reference: (target: String, place: Int)?
    var relationship: [String] = []
    var isLate = false
    var isConnected = false
    /// Whether the referenced row is deleted when the reference changes.
    var replaces = false

    var identity: OwnColumn.Identity {
      OwnColumn.Identity(path: name, target: reference?.target, place: reference?.place)
    }
  }

  /// Distinguishes the columns of related records: a reference and a flattened value may have the
  /// same name.
  private struct PartName: Hashable {
    var name: [String]
    var isReference: Bool
  }

  // MARK: - Names

  /// For each column of a record, its name in the output; hidden columns have none.
  static func names(of record: RecordShape, _ schema: RowSchema) -> KeyedValues<UInt32, [String]> {
    var names = KeyedValues<UInt32, [String]>()
    addNames(record.members, [], schema, &names)
    return names
  }

  private static func addNames(
    _ members: PlanRange<OutputMember>,
    _ prefix: [String],
    _ schema: RowSchema,
    _ names: inout KeyedValues<UInt32, [String]>
  ) {
    for member in schema.members[members] {
      let name = prefix + [schema.text(member.name)]
      switch member.content {
      case .column(let column): names[column] = name
      case .group(let inner): addNames(inner, name, schema, &names)
      case .related(let column, let inner):
        names[column] = name
        addNames(inner, name, schema, &names)
      }
    }
  }

  // MARK: - Columns

  /// Finds the columns of all tables.
  mutating func addColumns() {
    for table in layouts.indices {
      var taken = TakenNames()
      var numbers = KeyedValues<OwnColumn.Identity, Int>()
      for node in layouts[table].nodes { addColumns(of: node, to: table, &taken, &numbers) }
      // References come last.
      let columns = layouts[table].columns
      layouts[table].columns =
        columns.filter { $0.reference == nil } + columns.filter { $0.reference != nil }
    }
  }

  /// Gives columns that refer to a key the type of the key.
  mutating func typeReferences() {
    for table in layouts.indices {
      for (number, column) in layouts[table].columns.enumerated() {
        guard let (target, place) = column.reference else { continue }
        layouts[table].columns[number].type = keyType(of: self.table(of: target), place)
      }
    }
  }

  /// `taken` and `numbers` have the names and the indices of the table's existing columns.
  private mutating func addColumns(
    of node: Int,
    to table: Int,
    _ taken: inout TakenNames,
    _ numbers: inout KeyedValues<OwnColumn.Identity, Int>
  ) {
    effort = 0
    let record = compiled.plan.schema.records[compiled.plan.nodes[node].record]
    let parts = parts(record.members, of: node, [], path: [compiled.mappings[node]], table)
    var sources = KeyedValues<String, CellSource>()
    for part in parts {
      // Records of other mappers may already have added this column.
      var number = numbers[part.identity]
      if let own = number, sources[layouts[table].columns[own].name] != nil { number = nil }
      let name =
        number.map { layouts[table].columns[$0].name }
        ?? taken.reserve(part.name.joined(separator: form.separator), form)
      sources[name] = part.source
      if part.replaces { layouts[table].replacing[node, default: []].insert(name) }
      add(part, called: name, to: table, number)
      if numbers[part.identity] == nil {
        numbers[part.identity] = layouts[table].columns.count - 1
      }
    }
    layouts[table].sources[node] = sources
  }

  /// Adds a record's column to its table, or merges it with the same column of another record.
  private mutating func add(_ part: Part, called name: String, to table: Int, _ number: Int?) {
    guard let number else {
      var column = OwnColumn(name: name, type: part.type, identity: part.identity)
      column.reference = part.reference
      column.relationship = part.relationship
      column.isLate = part.isLate
      column.isConnected = part.isConnected
      return layouts[table].columns.append(column)
    }
    layouts[table].columns[number].type =
      layouts[table].columns[number].type.merged(with: part.type)
    if part.isConnected { layouts[table].columns[number].isConnected = true }
    if !part.isLate { layouts[table].columns[number].isLate = false }
  }

  /// The declared type of a column's values.
  private mutating func type(of node: Int, _ column: UInt32) -> TableSchema.ValueType {
    if types[node] == nil { types[node] = declaredTypes(of: node) }
    return types[node]?[column] ?? .any
  }

  private func declaredTypes(of node: Int) -> KeyedValues<UInt32, TableSchema.ValueType> {
    let plan = compiled.plan
    var types = KeyedValues<UInt32, TableSchema.ValueType>()
    for rule in plan.attributes(of: plan.nodes[node]) {
      let site = compiled.sites[Int(rule.site.index)]
      let found = TableSchema.ValueType(
        site.type,
        constantKind: rule.constant.kind,
        isText: site.isText
      )
      types[rule.column] = types[rule.column]?.merged(with: found) ?? found
    }
    return types
  }

  private mutating func parts(
    _ members: PlanRange<OutputMember>,
    of node: Int,
    _ prefix: [String],
    path: [MappingID],
    _ table: Int
  ) -> [Part] {
    guard mayFlatten(path.count) else { return [] }
    var parts: [Part] = []
    for member in compiled.plan.schema.members[members] {
      let name = prefix + [compiled.plan.schema.text(member.name)]
      switch member.content {
      case .column(let column):
        parts += self.parts(of: column, node, name, group: [], path: path, table)
      case .group(let inner):
        parts += self.parts(inner, of: node, name, path: path, table)
      case .related(let column, let inner):
        let group = self.parts(inner, of: node, name, path: path, table)
        parts += self.parts(of: column, node, name, group: group, path: path, table)
      }
    }
    return parts
  }

  /// The columns for one value or relationship of a record; `group` replaces a missing related record.
  private mutating func parts(
    of column: UInt32,
    _ node: Int,
    _ name: [String],
    group: [Part],
    path: [MappingID],
    _ table: Int
  ) -> [Part] {
    if let number = lookups.connectionPlaces[node][column] {
      return connectionParts(lookups.connections[node][number], name) + group
    }
    if lookups.connectedColumns[node].contains(column) { return group }
    guard let number = lookups.relationships[node][column] else {
      effort += 1
      let part = Part(name: name, type: type(of: node, column), source: .cell(column))
      return [part] + group
    }
    let rules = relationships(of: node)
    let rule = rules[rules.startIndex + number]
    let isLate = compiled.plan.isUndeclared(rule) && !rule.isComposed
    let replaces = policy(of: node, relationship: number) == .replace
    var parts: [Part] = []
    if compiled.plan.leadsToMany(rule) {
      let site = compiled.sites[Int(rule.site.index)]
      layouts[table].leftOut.append(site)
    } else {
      let choices = choices(of: rule.node)
      let shared = sharedNames(choices, of: rule.node)
      var places = KeyedValues<PartName, Int>()
      for choice in choices {
        let record = compiled.plan.nodes[choice].record
        let inner = self.parts(ofRelated: choice, shared, name, path: path, table)
        for var part in inner {
          if isLate { part.isLate = true }
          if replaces && part.relationship == name { part.replaces = true }
          merge(part, column, record, into: &parts, &places)
        }
      }
    }
    var numbers = KeyedValues<[String], Int>()
    for (number, part) in parts.enumerated() where !group.isEmpty {
      numbers[part.name] = numbers[part.name] ?? number
    }
    for part in group {
      if let number = numbers[part.name] {
        if case .related(_, let choices, _) = parts[number].source {
          parts[number].source = .related(column, choices, otherwise: part.source)
          parts[number].isLate = false
        }
      } else {
        var part = part
        part.source = .related(column, [], otherwise: part.source)
        numbers[part.name] = parts.count
        parts.append(part)
      }
    }
    return parts
  }

  /// Merges a column of a related record with those of other records that may be in its place.
  private func merge(
    _ part: Part,
    _ column: UInt32,
    _ record: PlanID<RecordShape>,
    into parts: inout [Part],
    _ places: inout KeyedValues<PartName, Int>
  ) {
    var part = part
    let choice = (record: record, source: part.source)
    let name = PartName(name: part.name, isReference: part.reference != nil)
    let number = places[name]
    var choices = [choice]
    if let number {
      switch parts[number].source {
      case .related(_, let others, _), .reference(_, let others): choices = others + choices
      case .nothing, .cell, .record, .foreignKey, .rule: break
      }
      part.type = part.type.merged(with: parts[number].type)
      part.isLate = part.isLate && parts[number].isLate
    }
    part.source =
      part.reference == nil
      ? .related(column, choices, otherwise: nil) : .reference(column, choices)
    if let number { return parts[number] = part }
    places[name] = parts.count
    parts.append(part)
  }

  /// The columns that a related record becomes, relative to that record.
  private mutating func parts(
    ofRelated node: Int,
    _ shared: SharedNames,
    _ name: [String],
    path: [MappingID],
    _ table: Int
  ) -> [Part] {
    let target = targets[node]
    let mapping = compiled.mappings[node]
    if form.isRelated && keys[target] != nil {
      return reference(to: self.table(of: target), node, shared, name)
    }
    // Flattening a recursive mapper would never end.
    if path.contains(mapping) {
      return [Part(name: name, type: .plain(.object), source: .record, relationship: name)]
    }
    let record = compiled.plan.schema.records[compiled.plan.nodes[node].record]
    return parts(record.members, of: node, name, path: path + [mapping], table)
  }

  /// The foreign key of a connection that may be to-one.
  private mutating func connectionParts(
    _ connection: Connection,
    _ name: [String]
  ) -> [Part] {
    if connection.cardinality == .many { return [] }
    let table = table(of: connection.target)
    return zip(keyNames(of: table), connection.keys).enumerated().map { place, key in
      var part = Part(name: name + [key.0], type: .any, source: .nothing)
      part.source = .foreignKey(
        connection.column,
        key: key.1,
        takesFirst: connection.cardinality == .one
      )
      part.reference = (connection.target, place)
      part.relationship = name
      part.isLate = connection.cardinality == .automatic && connection.keys.count == 1
      part.isConnected = true
      return part
    }
  }

  /// The column names of records that may be in the same place.
  struct SharedNames {
    /// For each part of a key, the first target that has it, and whether others have it, too.
    var parts = KeyedValues<String, (target: String, isShared: Bool)>()
    /// The columns of flattened records.
    var columns: Set<String> = []
  }

  private mutating func sharedNames(_ choices: [Int], of node: PlanID<PlanNode>) -> SharedNames {
    var shared = SharedNames()
    if !form.isRelated || choices.count < 2 { return shared }
    if let known = lookups.sharedNames[node] { return known }
    defer { lookups.sharedNames[node] = shared }
    for node in choices {
      guard let key = keys[targets[node]] else {
        for name in names[node].values {
          shared.columns.insert(name.joined(separator: form.separator))
        }
        continue
      }
      for part in key {
        guard let (target, isShared) = shared.parts[part] else {
          shared.parts[part] = (targets[node], false)
          continue
        }
        shared.parts[part] = (target, isShared || target != targets[node])
      }
    }
    return shared
  }

  private func reference(to table: Int, _ node: Int, _ shared: SharedNames, _ name: [String])
    -> [Part]
  {
    let target = layouts[table].target
    let names = keyNames(of: table)
    let isShared =
      layouts[table].key.contains { shared.parts[$0]?.isShared == true }
      || names.contains { shared.columns.contains($0) }
    let prefix = isShared ? name + [target] : name
    return zip(names, keyColumns(of: node, layouts[table].key)).enumerated().map { place, key in
      var part = Part(name: prefix + [key.0], type: .any, source: .record)
      // A mapper that does not write the whole key leaves the reference empty.
      part.source = key.1.map { .cell($0) } ?? .nothing
      part.reference = (target, place)
      part.relationship = name
      return part
    }
  }
}
