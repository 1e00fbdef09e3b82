package import RKDiagnostics
internal import RKEngine

extension Mapper {
  /// The mapper's records, described for an output.
  var records: OutputRecords {
    OutputRecords(
      compiled: compiled,
      graph: mapping.graph,
      specName: mapping.name ?? "",
      scopes: { scopes },
      haveTarget: options.existingRecords != nil,
      keys: keyed?.references ?? []
    )
  }

  /// Returns the tables that a run writes, and how it makes their rows.
  package func tableRun(report: @escaping (Diagnostic) -> Void) throws(DiagnosticsError) -> TableRun
  {
    try records.tableRun(report: report)
  }

  /// Returns the tables of a database as expected before any record is seen.
  ///
  /// A relationship of undeclared cardinality is assumed to be to-one, with a warning.
  package func expectedTables() throws(DiagnosticsError) -> (
    schema: TableSchema, warnings: [Diagnostic]
  ) {
    let (declared, undeclared) = compiled.withDeclaredCardinalities()
    let wanted = try records.tables(of: declared).schema
    let schema = try records.tables(of: compiled).schema.expected(wanted)
    return (schema, undeclared.map { $0.undeclaredCardinality(mapping.graph) })
  }

  /// Lists the tables of a database, for people.
  package func tableListing() throws(DiagnosticsError) -> String {
    let tables = try records.tables(of: compiled)
    return TableListing.lines(of: tables.schema).dropFirst().joined(separator: "\n")
  }
}
