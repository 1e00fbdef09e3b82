/// Writes the rows of each table to its own file in one folder, with a file that describes the
/// tables.
///
/// Rows of one identity that are equal to the last byte are written once, as long as they are
/// remembered. Rows that differ are all written, since each may contain values that the others
/// lack. So whether a table's identity can be its primary key is known only at the end.
package struct TableFolderSink: RecordSink, ~Copyable {
  /// Whether the identities of a table's rows can be its key.
  package enum KeyState: Sendable {
    /// Every row has its own identity.
    case unique
    /// Rows that differ have the same identity.
    case repeated
    /// A row has no identity.
    case incomplete
    /// There were more rows than are remembered.
    case unknown
  }

  /// A table's file and the names of its columns.
  package struct File: Sendable {
    package var name: String
    package var columns: [[UInt8]]

    package init(name: String, columns: [[UInt8]]) {
      self.name = name
      self.columns = columns
    }
  }

  /// How rows are written.
  package enum Form: Sendable, Hashable {
    case csv(CSVDialect)
    /// Objects, one per line.
    case ndjson(JSONLayout)
  }

  private var walk: TableWalk
  private var rows: FolderRows
  private let describe: ([KeyState]) -> (name: String, text: [UInt8])

  /// `describe` makes the file that describes the tables, from the state of each table's keys.
  package init(
    plan: borrowing MappingPlan,
    tables: TablePlan,
    files: [File],
    form: Form,
    folder path: String,
    identityLimit: Int = 1_000_000,
    describe: @escaping ([KeyState]) -> (name: String, text: [UInt8])
  ) throws(SystemError) {
    var writer = FolderRowWriter(form, plan, tables, columns: files.map(\.columns))
    let folder = try OutputFolder(path: path)
    var made: [TableFile] = []
    do {
      for file in files {
        let table = TableFile(try folder.file(named: file.name))
        writer.writeHeader(file.columns, to: &table.part.file.text)
        made.append(table)
      }
    } catch {
      made = []
      folder.discard()
      throw error
    }
    walk = TableWalk(plan: tables)
    rows = FolderRows(
      writer: writer,
      rules: tables.rows,
      tables: made,
      identities: RowIdentities(limit: identityLimit),
      folder: folder
    )
    self.describe = describe
  }

  package mutating func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>)
    throws(SystemError)
  {
    for number in 0..<batch.marks.count where batch.marks[number].isRecord {
      try walk.walk(Int(batch.marks[number].row), of: batch, input, &rows)
    }
  }

  package mutating func finish() throws(SystemError) {
    for table in rows.tables { try table.part.file.flush() }
    let description = describe(rows.tables.map(\.keys))
    let last = FolderFile(try rows.folder.file(named: description.name))
    last.file.text.append(description.text.span)
    try last.file.flush()
    try FolderFiles.move(rows.tables.map(\.part) + [last], in: rows.folder)
  }

  package mutating func abandon() throws(SystemError) {
    rows.tables = []
    rows.folder.discard()
  }
}

/// Writes rows in the form of the folder, with one of two writers.
private struct FolderRowWriter: ~Copyable {
  private var csv: CSVWriter?
  private var objects: RowObjectWriter?

  init(
    _ form: TableFolderSink.Form,
    _ plan: borrowing MappingPlan,
    _ tables: TablePlan,
    columns: [[[UInt8]]]
  ) {
    switch form {
    case .csv(let dialect):
      csv = CSVWriter(plan: plan, tables: tables, dialect: dialect)
      objects = nil
    case .ndjson(let layout):
      csv = nil
      objects = RowObjectWriter(plan: plan, tables: tables, columns: columns, layout: layout)
    }
  }

  /// Writes what precedes all rows; nothing for objects.
  mutating func writeHeader(_ columns: [[UInt8]], to output: inout OutputBuffer) {
    csv?.writeHeader(columns, to: &output)
  }

  mutating func write(
    _ row: TableRow,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    to output: inout OutputBuffer
  ) {
    csv?.write(row, of: batch, input, to: &output)
    objects?.write(row, of: batch, input, to: &output)
  }

  /// Writes the values that identify the row; false if one of them is missing.
  mutating func writeIdentity(
    _ row: TableRow,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    to output: inout OutputBuffer
  ) -> Bool {
    csv?.writeIdentity(row, of: batch, input, to: &output)
      ?? objects?.writeIdentity(row, of: batch, input, to: &output) ?? true
  }
}

/// A table being written.
private final class TableFile {
  let part: FolderFile
  var keys = TableFolderSink.KeyState.unique

  init(_ output: consuming OutputFile) { part = FolderFile(output) }
}

/// Passes rows to their tables.
private struct FolderRows: TableRowReceiver, ~Copyable {
  var writer: FolderRowWriter
  let rules: [RowRule]
  /// Declared before the folder, so that the files are deleted first: a folder created for them can
  /// then be deleted, too.
  var tables: [TableFile]
  var identities: RowIdentities
  let folder: OutputFolder
  var text = OutputBuffer(capacity: 4096)
  var identity = OutputBuffer(capacity: 4096)

  mutating func receive(
    _ row: TableRow,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) throws(SystemError) {
    let rule = rules[row.rule]
    let table = tables[Int(rule.table)]
    text.removeAll()
    writer.write(row, of: batch, input, to: &text)
    if !rule.identity.isEmpty && isWritten(row, rule, table, batch, input) { return }
    table.part.file.text.append(text)
    if table.part.file.text.count >= RowText.flushSize { try table.part.file.flush() }
  }

  /// Whether exactly this row was written before.
  private mutating func isWritten(
    _ row: TableRow,
    _ rule: RowRule,
    _ table: TableFile,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> Bool {
    identity.removeAll()
    guard writer.writeIdentity(row, of: batch, input, to: &identity) else {
      table.keys = .incomplete
      return false
    }
    switch identities.insert(table: rule.table, identity: identity, row: text) {
    case .new: break
    case .same: return true
    case .other: if table.keys == .unique { table.keys = .repeated }
    case .full: if table.keys == .unique { table.keys = .unknown }
    }
    return false
  }
}
