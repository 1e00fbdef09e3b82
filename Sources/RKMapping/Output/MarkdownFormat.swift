internal import RKDiagnostics
internal import RKEngine

/// Writes the rows of one table as a table of GitHub Flavored Markdown.
enum MarkdownFormat: OutputFormat {
  static var name: String { "Markdown" }
  static var fileEndings: [String] { [".md"] }
  static var options: OutputOptions? { .markdown }

  static func prepare(_ output: Output, _ records: OutputRecords) throws(DiagnosticsError)
    -> PreparedOutput
  {
    let dialect = CellForm.markdown.dialect(output)
    return try RowStream.prepare(output, records, form: name) {
      (stream, plan) throws(SystemError) in
      .make(
        RowTextSink(
          writer: MarkdownWriter(
            plan: plan,
            tables: stream.plan,
            dialect: dialect,
            isNumeric: stream.isNumeric
          ),
          tables: stream.plan,
          table: stream.table,
          columns: stream.columnNames,
          output: try output.makeFile()
        )
      )
    }
  }
}

extension CellForm {
  /// The dialect for cells of this form.
  func dialect(_ output: Output) -> CSVDialect {
    dialect(
      null: Array(output.csv.null.utf8),
      listSeparator: output.csv.listSeparator.map { Array($0.utf8) }
    )
  }
}
