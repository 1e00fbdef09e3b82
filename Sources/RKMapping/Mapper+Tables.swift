package import RKDiagnostics
internal import RKEngine

extension Mapper {
  /// The tables that a run writes its rows to, and how it makes them.
  package func tableRun(report: @escaping (Diagnostic) -> Void) throws(DiagnosticsError) -> TableRun
  {
    let tables = try tables(compiled)
    var plan = compiled.plan
    tables.settle(&plan)
    return TableRun(
      schema: tables.schema,
      tables: tables.plan,
      plan: plan,
      rules: tables.rules,
      specName: mapping.name ?? "",
      specHash: mapping.graph.sourceHash,
      report: report
    )
  }

  /// The tables of a database as they are to be expected before any record is seen: a relationship
  /// that does not say how many records it leads to is taken to lead to one, and is warned of.
  package func expectedTables() throws(DiagnosticsError) -> (
    schema: TableSchema, warnings: [Diagnostic]
  ) {
    let (declared, undeclared) = compiled.withDeclaredCardinalities()
    let tables = try tables(declared)
    let warnings = undeclared.map { CSVOutput.undeclared($0, mapping.graph) }
    return (tables.schema, warnings)
  }

  /// The tables of a database, for people.
  package func tableListing() throws(DiagnosticsError) -> String {
    TableListing.lines(of: try tables(compiled).schema).dropFirst().joined(separator: "\n")
  }

  private func tables(_ compiled: CompiledMapping) throws(DiagnosticsError) -> CompiledTables {
    let tables = TableCompiler.compile(compiled, mapping.graph, .database, for: scopes)
    if tables.isTooWide {
      throw DiagnosticsError([Self.tooWide("a record and those related to it")])
    }
    if !tables.failures.isEmpty { throw DiagnosticsError(tables.failures) }
    if let table = tables.schema.tables.first(where: { $0.columns.count > Self.mostColumns }) {
      throw DiagnosticsError([Self.tooWide("the table '\(table.name)'")])
    }
    return tables
  }

  /// The most that SQLite's tables have.
  private static let mostColumns = 2_000

  private static func tooWide(_ subject: String) -> Diagnostic {
    Diagnostic(
      .tooManyColumns,
      "\(subject) would have more than \(mostColumns) columns",
      help: [
        "\"identification\" on the related mappers, or \"many\": true on the relationships, make "
          + "tables of their own"
      ]
    )
  }
}
