/// Writes rows that were stored in a database as CSV or as JSON objects, value by value.
package struct StoredRowWriter: ~Copyable {
  private let form: TableFolderSink.Form
  private let text: CSVText
  /// For each column, `,"name":`.
  private let labels: [[UInt8]]
  private let names: [[UInt8]]
  private var value = OutputBuffer(capacity: 4096)
  private var joined = OutputBuffer(capacity: 4096)
  private var column = 0

  /// `names` are those of the columns.
  package init(_ form: TableFolderSink.Form, names: [[UInt8]]) {
    self.form = form
    if case .csv(let dialect) = form {
      text = CSVText(dialect)
    } else {
      text = CSVText(CSVDialect())
    }
    labels = names.map { [.comma] + JSONText.quoted($0) + [.colon] }
    self.names = names
  }

  /// Writes what precedes all rows.
  package func writeHeader(to output: inout OutputBuffer) {
    guard case .csv(let dialect) = form else { return }
    if dialect.hasMark { for byte: UInt8 in [0xEF, 0xBB, 0xBF] { output.append(byte) } }
    guard dialect.hasHeader else { return }
    let start = output.count
    for name in names {
      text.append(name, to: &output)
      output.append(dialect.delimiter)
    }
    CSVWriter.end(rowFrom: start, columnCount: names.count, dialect, &output)
  }

  // MARK: - Rows

  /// Begins a row, whose values follow in the order of the columns.
  package mutating func beginRow() { column = 0 }

  /// Ends a row, and appends it to the output.
  package func end(_ row: inout OutputBuffer, to output: inout OutputBuffer) {
    switch form {
    case .csv(let dialect):
      output.append(row)
      // The row begins after earlier ones.
      let start = output.count - row.count
      CSVWriter.end(rowFrom: start, columnCount: names.count, dialect, &output)
    case .ndjson(let layout):
      if row.count > 0 { row[0] = .openObject } else { row.append(.openObject) }
      row.append(.closeObject)
      if layout.isPlain {
        output.append(row)
      } else {
        JSONReshaper.append(row, 0..<row.count, layout, to: &output)
      }
      output.append(.lineFeed)
    }
  }

  // MARK: - Values

  /// Writes a value that was not mentioned.
  package mutating func writeAbsent(to row: inout OutputBuffer) {
    if case .csv(let dialect) = form { row.append(dialect.delimiter) }
    column += 1
  }

  package mutating func writeNull(to row: inout OutputBuffer) {
    switch form {
    case .csv(let dialect):
      row.append(text.null.span)
      row.append(dialect.delimiter)
    case .ndjson:
      begin(&row)
      row.append(Literal.nullText)
    }
    column += 1
  }

  /// Writes a number or a truth value, as JSON text.
  package mutating func write(literal: [UInt8], to row: inout OutputBuffer) {
    begin(&row)
    row.append(literal.span)
    end(&row)
  }

  /// Writes a text.
  package mutating func write(text bytes: [UInt8], to row: inout OutputBuffer) {
    begin(&row)
    switch form {
    case .csv: text.append(bytes, to: &row)
    case .ndjson:
      let quoted = JSONText.quoted(bytes)
      row.append(quoted.span)
    }
    end(&row)
  }

  /// Writes a value that is compact JSON text.
  package mutating func write(json bytes: [UInt8], to row: inout OutputBuffer) {
    begin(&row)
    switch form {
    case .csv(let dialect):
      value.removeAll()
      value.append(bytes.span)
      // Padding for wide copies.
      value.append(zeros: OutputBuffer.slack)
      joined.removeAll()
      if let separator = dialect.listSeparator, !bytes.isEmpty,
        JoinedList.append(
          value,
          0..<bytes.count,
          separator: separator,
          null: dialect.null,
          to: &joined
        )
      {
        text.append(joined.span, 0..<joined.count, to: &row)
      } else {
        text.append(bytes, to: &row)
      }
    case .ndjson: row.append(bytes.span)
    }
    end(&row)
  }

  private func begin(_ row: inout OutputBuffer) {
    guard case .ndjson = form else { return }
    let label = labels[column]
    row.append(label.span)
  }

  private mutating func end(_ row: inout OutputBuffer) {
    if case .csv(let dialect) = form { row.append(dialect.delimiter) }
    column += 1
  }
}
