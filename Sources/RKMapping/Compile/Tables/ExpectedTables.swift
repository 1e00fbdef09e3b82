extension TableSchema {
  /// The tables that a run makes if each relationship of undeclared cardinality leads to one record.
  ///
  /// `others` are those of the same rules where these relationships are declared to-one; a run also
  /// prepares for lists, by numbers of rows and by columns for owners.
  func expected(_ others: TableSchema) -> TableSchema {
    guard tables.contains(where: { $0.isLate || $0.columns.contains(where: \.isLate) }) else {
      return self
    }
    let names = Set(others.tables.map(\.name))
    let kept = tables.indices.filter { names.contains(tables[$0].name) }
    var schema = TableSchema()
    for number in kept { schema.tables.append(expected(tables[number], kept)) }
    return schema
  }

  /// A table without its references to others than those that are `kept`.
  private func expected(_ table: Table, _ kept: [Int]) -> Table {
    let gone = Set(table.foreignKeys.filter { !kept.contains($0.table) }.flatMap(\.columns))
    let columns = table.columns.indices.filter { !gone.contains($0) }
    func moved(_ places: [Int]) -> [Int]? {
      gone.isDisjoint(with: places) ? places.compactMap { columns.firstIndex(of: $0) } : nil
    }
    var expected = table
    expected.isLate = false
    expected.columns = columns.map { table.columns[$0] }
    for column in columns.indices { expected.columns[column].isLate = false }
    expected.primaryKey = moved(table.primaryKey) ?? []
    expected.unique = table.unique.compactMap(moved)
    expected.indexes = table.indexes.compactMap(moved)
    expected.foreignKeys = table.foreignKeys.compactMap { key in
      guard let place = kept.firstIndex(of: key.table), let columns = moved(key.columns) else {
        return nil
      }
      var key = key
      (key.table, key.columns, key.membership) = (place, columns, moved(key.membership) ?? [])
      return key
    }
    return expected
  }
}
