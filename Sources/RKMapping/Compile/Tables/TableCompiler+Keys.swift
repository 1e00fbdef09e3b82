internal import RKEngine

/// The columns that link a row to its owner, as indices in the row's table.
struct ChildPlaces {
  var owner: Range<Int>
  var position: Int
  /// The column that names the relationship; nil if only one relationship leads to the table.
  var relationship: Int?

  /// The key of the rows if all owners are in one table.
  var key: [Int] { Array(owner) + [relationship].compactMap { $0 } + [position] }
}

extension TableCompiler {
  /// The names of a target's key in its table.
  func keyNames(of table: Int) -> [String] {
    table < lookups.keyNames.count ? lookups.keyNames[table] : findKeyNames(of: table)
  }

  func findKeyNames(of table: Int) -> [String] {
    let layout = layouts[table]
    guard let node = layout.nodes.first(where: { !keyColumns(of: $0, layout.key).contains(nil) })
    else { return [] }
    let names = self.names[node]
    return keyColumns(of: node, layout.key).compactMap { column in
      column.flatMap { names[$0]?.joined(separator: form.separator) }
    }
  }

  /// The indices of a target's key among the columns that its records add to their table.
  func keyPlaces(of table: Int) -> [Int] {
    let layout = layouts[table]
    guard let node = layout.nodes.first(where: { !keyColumns(of: $0, layout.key).contains(nil) })
    else { return [] }
    return keyColumns(of: node, layout.key).compactMap { column in
      column.flatMap { place(of: $0, node) }
    }
  }

  /// The index of a node's own column in its table.
  func place(of column: UInt32, _ node: Int) -> Int? { lookups.places[node][column] }

  func keyType(of table: Int, _ place: Int) -> TableSchema.ValueType {
    let places = keyPlaces(of: table)
    return place < places.count ? layouts[table].columns[places[place]].type : .any
  }

  /// The columns of a table that link its rows to a row of an owner's table.
  ///
  /// An owner without columns in the table only has the common ones.
  func childPlaces(of table: Int, owner: Int) -> ChildPlaces {
    if let places = lookups.children[table][owner] { return places }
    let lead = leadColumns(of: table)
    return childPlaces(lead, 0..<0, end: end(of: lead))
  }

  func findChildPlaces(of table: Int) -> KeyedValues<Int, ChildPlaces> {
    let lead = leadColumns(of: table)
    let end = end(of: lead)
    var places = KeyedValues<Int, ChildPlaces>()
    var next = lead.hasNumber ? 1 : 0
    for owner in lead.owners {
      let first = next
      next += keyNames(ofOwner: owner).count
      places[owner] = childPlaces(lead, first..<next, end: end)
    }
    return places
  }

  private func end(of lead: LeadColumns) -> Int {
    lead.owners.reduce(lead.hasNumber ? 1 : 0) { $0 + keyNames(ofOwner: $1).count }
  }

  private func childPlaces(_ lead: LeadColumns, _ owner: Range<Int>, end: Int) -> ChildPlaces {
    ChildPlaces(
      owner: owner,
      position: end,
      relationship: lead.hasRelationship ? end + 1 : nil
    )
  }

  /// Chooses, for each table, how its rows name their relationship.
  ///
  /// A relationship may have the same name as one below a flattened record.
  mutating func labelLinks() {
    for table in layouts.indices {
      var taken = KeyedValues<Int, TakenNames>()
      for link in layouts[table].links {
        let name = form.allowed(link.path.joined(separator: "_"))
        layouts[table].labels[link] = taken[link.owner, default: TakenNames()].reserve(name, nil)
      }
    }
  }

  func label(of link: Link, in table: Int) -> String { layouts[table].labels[link, default: ""] }

  /// Adds the identity of child rows: their owner, the relationship, and the position in it.
  ///
  /// This is the primary key if all rows of the table have owners in the same table. Otherwise the
  /// columns of the other owners are null (all of them, if root records have rows there, too), and
  /// the identity becomes a unique constraint for each owner.
  ///
  /// The columns of an owner with a late table are late, too: a reference to a table that does not
  /// exist would keep other rows from being written.
  func addChildKeys(_ number: Int, _ lead: LeadColumns, to table: inout TableSchema.Table) {
    let isRoot = layouts[number].isRoot
    let isOnlyChild = lead.owners.count == 1 && !isRoot
    for owner in lead.owners {
      let places = childPlaces(of: number, owner: owner)
      for column in places.owner where !isOnlyChild && layouts[owner].isLate {
        table.columns[column].isLate = true
      }
      for column in places.key where !isRoot && !places.owner.contains(column) {
        table.columns[column].isRequired = true
      }
      if isOnlyChild {
        for column in places.key { table.columns[column].isRequired = true }
      }
      if isOnlyChild && !lead.hasNumber {
        table.primaryKey = places.key
      } else {
        table.unique.append(places.key)
      }
    }
  }

  /// Adds what the target's declaration says about columns.
  func addDeclared(_ number: Int, _ start: Int, to table: inout TableSchema.Table) {
    guard let target = declared[layouts[number].target] else { return }
    var unique = Set(table.unique + [table.primaryKey, []])
    for names in target.unique {
      let columns = columns(of: names, number).map { start + $0 }
      if unique.insert(columns).inserted { table.unique.append(columns) }
    }
    var indexes = Set(table.indexes + [[]])
    for names in target.indexes {
      let columns = columns(of: names, number).map { start + $0 }
      if indexes.insert(columns).inserted { table.indexes.append(columns) }
    }
  }

  /// The columns of properties: one for an attribute, or those of a relationship.
  ///
  /// None if a property has no columns.
  private func columns(of properties: [String], _ table: Int) -> [Int] {
    let layout = layouts[table]
    var columns: [Int] = []
    for property in properties {
      var found: [Int] = []
      for node in layout.nodes where found.isEmpty {
        guard let column = compiled.columns[node][property] else { continue }
        found = [place(of: UInt32(column), node)].compactMap { $0 }
      }
      if found.isEmpty {
        let name = layout.names(of: property)
        found = layout.columns.indices.filter { layout.columns[$0].relationship == name }
      }
      if found.isEmpty { return [] }
      columns += found.filter { !columns.contains($0) }
    }
    return columns
  }
}

extension TableCompiler.Layout {
  /// The relationship that a property's name refers to.
  fileprivate func names(of property: String) -> [String] {
    columns.first { $0.relationship.joined(separator: ".") == property }?.relationship ?? [property]
  }
}
