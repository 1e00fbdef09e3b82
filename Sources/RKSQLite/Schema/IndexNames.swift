package import RKMapping

/// The indexes of a schema's tables, with unique names.
package struct IndexNames {
  private struct Place: Hashable {
    var table: Int
    var columns: [Int]
  }

  private var indexes = KeyedValues<Place, IndexDefinition>()

  /// Names all indexes that a schema may ever have, so that names do not depend on what is created.
  package init(_ schema: TableSchema) {
    var taken = Set(schema.tables.map { SQLText.folded($0.name) })
    for (number, table) in schema.tables.enumerated() {
      for columns in table.foreignKeys.map(\.columns) + table.indexes + table.unique
      where index(ofTable: number, columns) == nil {
        let words = [table.name] + columns.map { table.columns[$0].name }
        let wanted = words.joined(separator: "_")
        // SQLite reserves names with this prefix, also for indexes.
        let isReserved = SQLText.folded(wanted).hasPrefix("sqlite_")
        let name = Self.free(isReserved ? "_" + wanted : wanted, taken)
        taken.insert(SQLText.folded(name))
        indexes[Place(table: number, columns: columns)] =
          IndexDefinition(name: name, table: number, columns: columns)
      }
    }
  }

  /// A name that is not taken: `name` itself, or one derived from it.
  static func free(_ name: String, _ taken: Set<String>) -> String {
    var free = name
    var number = 2
    while taken.contains(SQLText.folded(free)) {
      free = "\(name)_\(number)"
      number += 1
    }
    return free
  }

  /// The index of these columns; nil if the schema has none.
  package func index(ofTable table: Int, _ columns: [Int]) -> IndexDefinition? {
    indexes[Place(table: table, columns: columns)]
  }

  /// The indexes that a table with this definition needs besides those of its keys.
  package func indexes(of definition: TableDefinition) -> [IndexDefinition] {
    wishes(of: definition).compactMap { index(ofTable: definition.number, $0.columns) }
  }

  /// The column sets that a table is searched by and its keys do not serve already.
  func wishes(of definition: TableDefinition) -> [IndexWish] {
    let table = definition.table
    var wishes: [IndexWish] = []
    for key in definition.foreignKeys {
      wishes.append(IndexWish(columns: key.columns, isForeignKey: true))
    }
    for columns in table.indexes where !columns.isEmpty && definition.isPresent(columns) {
      wishes.append(IndexWish(columns: columns, isForeignKey: false))
    }
    var served = ServedColumns()
    for key in [table.primaryKey] + definition.uniqueKeys { served.add(key) }
    wishes = wishes.filter { !served.has($0) }
    // Indexes that may serve other searches come first.
    let strongest = wishes.sorted { one, other in
      one.columns.count == other.columns.count
        ? !one.isForeignKey && other.isForeignKey : one.columns.count > other.columns.count
    }
    var kept = KeyedValues<IndexWish, Bool>()
    for wish in strongest where !served.has(wish) {
      served.add(wish.columns)
      kept[wish] = true
    }
    return wishes.filter { wish in
      guard kept[wish] == true else { return false }
      kept[wish] = false
      return true
    }
  }
}
