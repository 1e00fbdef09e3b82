/// The tables of a mapping as text, for people: columns, keys and references.
struct TableListing {
  private let schema: TableSchema
  private var lines: [String] = []

  static func lines(of schema: TableSchema) -> [String] {
    var listing = TableListing(schema: schema)
    for table in schema.tables { listing.add(table) }
    return listing.lines
  }

  private mutating func add(_ table: TableSchema.Table) {
    var parts = ["table \(table.name)"]
    if !table.primaryKey.isEmpty { parts.append("key " + names(table.primaryKey, table)) }
    if table.isJoin { parts.append("joins two tables") }
    if table.isLate { parts.append("made when its first row comes") }
    lines.append("")
    lines.append(parts.joined(separator: ", "))
    for (number, column) in table.columns.enumerated() {
      let isOpen = column.type.form.kind == .anything
      var parts = [isOpen ? column.name : "\(column.name) \(column.type.name)"]
      if column.isRequired { parts.append("required") }
      if column.isLate { parts.append("made when its first value comes") }
      for key in table.foreignKeys where key.columns == [number] { parts.append(target(of: key)) }
      lines.append("  " + parts.joined(separator: ", "))
    }
    for key in table.foreignKeys where key.columns.count > 1 {
      lines.append("  \(names(key.columns, table)) \(target(of: key))")
    }
    for columns in table.unique { lines.append("  unique \(names(columns, table))") }
    for columns in table.indexes { lines.append("  index \(names(columns, table))") }
  }

  private func target(of key: TableSchema.ForeignKey) -> String {
    (key.isOwner ? "belongs to " : "refers to ") + schema.tables[key.table].name
  }

  private func names(_ columns: [Int], _ table: TableSchema.Table) -> String {
    columns.map { table.columns[$0].name }.joined(separator: " ")
  }
}
