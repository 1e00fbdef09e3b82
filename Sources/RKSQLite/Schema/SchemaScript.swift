package import RKMapping

/// The statements that create the tables of a schema.
package enum SchemaScript {
  /// The statements without semicolons: first the tables, then the indexes.
  package static func statements(_ schema: TableSchema, isStrict: Bool) -> [String] {
    tables(schema, isStrict) + indexes(schema, isStrict)
  }

  /// The statements formatted for people, with a blank line after each table.
  package static func text(_ schema: TableSchema, isStrict: Bool) -> String {
    let indexes = indexes(schema, isStrict).map { $0 + ";\n" }.joined()
    let tables = definitions(schema, isStrict).map(\.commentedSQL)
    let parts = tables.map { $0 + ";\n" } + (indexes.isEmpty ? [] : [indexes])
    return parts.joined(separator: "\n")
  }

  private static func tables(_ schema: TableSchema, _ isStrict: Bool) -> [String] {
    definitions(schema, isStrict).map(\.sql)
  }

  private static func indexes(_ schema: TableSchema, _ isStrict: Bool) -> [String] {
    let names = IndexNames(schema)
    return definitions(schema, isStrict).flatMap(names.indexes).map { $0.sql(schema) }
  }

  private static func definitions(_ schema: TableSchema, _ isStrict: Bool) -> [TableDefinition] {
    schema.tables.indices.map { TableDefinition(schema, table: $0, isStrict: isStrict) }
  }
}
