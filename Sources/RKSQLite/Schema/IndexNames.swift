internal import RKMapping

/// The indexes that the tables of a schema have, with names that are no others'.
struct IndexNames {
  private let schema: TableSchema
  private var names: [IndexDefinition] = []

  /// Names all indexes that a schema may come to have: which of them are made never changes what they
  /// are called.
  init(_ schema: TableSchema) {
    self.schema = schema
    var taken = Set(schema.tables.map { SQLText.folded($0.name) })
    for (number, table) in schema.tables.enumerated() {
      for columns in table.foreignKeys.map(\.columns) + table.indexes + table.unique
      where index(ofTable: number, columns) == nil {
        let words = [table.name] + columns.map { table.columns[$0].name }
        let wanted = words.joined(separator: "_")
        // Names that begin so are SQLite's own, also those of indexes.
        let isReserved = SQLText.folded(wanted).hasPrefix("sqlite_")
        let name = Self.free(isReserved ? "_" + wanted : wanted, taken)
        taken.insert(SQLText.folded(name))
        names.append(IndexDefinition(name: name, table: number, columns: columns))
      }
    }
  }

  /// A name that is not taken, made of one that may be.
  static func free(_ name: String, _ taken: Set<String>) -> String {
    var free = name
    var number = 2
    while taken.contains(SQLText.folded(free)) {
      free = "\(name)_\(number)"
      number += 1
    }
    return free
  }

  /// The index of some columns.
  func index(ofTable table: Int, _ columns: [Int]) -> IndexDefinition? {
    names.first { $0.table == table && $0.columns == columns }
  }

  /// The indexes that a table as it is defined needs besides those of its keys.
  func indexes(of definition: TableDefinition) -> [IndexDefinition] {
    wishes(of: definition).compactMap { index(ofTable: definition.number, $0.columns) }
  }

  /// What is looked for in a table, without what its keys serve already.
  func wishes(of definition: TableDefinition) -> [IndexWish] {
    let table = definition.table
    var wishes: [IndexWish] = []
    for key in definition.foreignKeys {
      wishes.append(IndexWish(columns: key.columns, isForeignKey: true))
    }
    for columns in table.indexes where !columns.isEmpty && definition.isPresent(columns) {
      wishes.append(IndexWish(columns: columns, isForeignKey: false))
    }
    let keys = [table.primaryKey] + definition.uniqueKeys
    wishes = wishes.filter { wish in !keys.contains { wish.isServed(by: $0) } }
    var kept: [IndexWish] = []
    // What may serve others comes before them.
    let strongest = wishes.sorted { one, other in
      one.columns.count == other.columns.count
        ? !one.isForeignKey && other.isForeignKey : one.columns.count > other.columns.count
    }
    for wish in strongest where !kept.contains(where: { wish.isServed(by: $0.columns) }) {
      kept.append(wish)
    }
    return wishes.enumerated().filter { place, wish in
      kept.contains(wish) && wishes.firstIndex(of: wish) == place
    }.map(\.element)
  }
}
