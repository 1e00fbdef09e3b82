internal import RKDiagnostics
internal import RKEngine

/// Writes the rows of one table as a table for people, drawn with lines.
enum BoxFormat: OutputFormat {
  static var name: String { "box" }
  static var noun: String { "a box" }
  static var fileEndings: [String] { [] }
  static var options: OutputOptions? { .box }

  /// The least width of a table, even on a narrower terminal.
  private static var leastWidth: Int { 20 }

  static func prepare(_ output: Output, _ records: OutputRecords) throws(DiagnosticsError)
    -> PreparedOutput
  {
    let dialect = CellForm.visible.dialect(output)
    var options = BoxSink.Options()
    options.hasHeader = output.csv.hasHeader
    options.width = output.csv.width.map { max($0, leastWidth) }
    options.isFull = output.csv.isFull
    return try RowStream.prepare(output, records, form: "a box") {
      [options] (stream, plan) throws(SystemError) in
      .make(
        BoxSink(
          writer: CSVWriter(plan: plan, tables: stream.plan, dialect: dialect),
          tables: stream.plan,
          table: stream.table,
          columns: stream.columnNames,
          isNumeric: stream.isNumeric,
          options: options,
          output: try output.makeFile()
        )
      )
    }
  }
}
