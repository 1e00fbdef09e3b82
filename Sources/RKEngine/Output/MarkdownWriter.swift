/// Writes rows as a table of GitHub Flavored Markdown, without padding.
package struct MarkdownWriter: RowTextWriter, ~Copyable {
  private var cells: CSVWriter
  /// The columns that are right-aligned.
  private let isNumeric: [Bool]
  /// The cells of a row, each followed by a line feed.
  private var line = OutputBuffer(capacity: 4096)

  /// The dialect has the form of Markdown cells.
  package init(
    plan: borrowing MappingPlan,
    tables: TablePlan,
    dialect: CSVDialect,
    isNumeric: [Bool]
  ) {
    self.init(CSVWriter(plan: plan, tables: tables, dialect: dialect), isNumeric)
  }

  private init(_ cells: consuming CSVWriter, _ isNumeric: [Bool]) {
    self.cells = cells
    self.isNumeric = isNumeric
  }

  package borrowing func copy() -> MarkdownWriter { MarkdownWriter(cells.copy(), isNumeric) }

  package mutating func writeHeader(_ columns: [[UInt8]], to output: inout OutputBuffer) {
    line.removeAll()
    cells.writeHeader(columns, to: &line)
    writeLine(to: &output)
    for isNumeric in isNumeric { output.append(isNumeric ? "| ---: " : "| --- ") }
    output.append("|\n")
  }

  package mutating func write(
    _ row: TableRow,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    to output: inout OutputBuffer
  ) {
    line.removeAll()
    cells.write(row, of: batch, input, to: &line)
    writeLine(to: &output)
  }

  private func writeLine(to output: inout OutputBuffer) {
    var start = 0
    while let end = line.span.first(.lineFeed, in: start..<line.count) {
      output.append("| ")
      output.append(line.span.extracting(start..<end))
      output.append(.space)
      start = end + 1
    }
    output.append("|\n")
  }
}
