package import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// What a database remembers about the runs that wrote to it: their names, and for each row the run
/// and input position that last changed it.
///
/// It is written in the run's own transaction, so a failed run leaves nothing here.
package final class Bookkeeping {
  private let database: Database
  private let stored: StoredSchema
  private let keepsProvenance: Bool
  private let runID: String?
  private var run: Int64 = 0
  /// The numbers that the run's inputs have in the database.
  private var inputNumbers: [Int64] = []
  /// The names of the tables, concatenated.
  private var names = UniqueArray<UInt8>()
  private let nameRanges: [Range<Int>]
  private var key = UniqueArray<UInt8>()
  private var insertion: Statement?
  private var deletion: Statement?

  /// Returns nil if the options request no bookkeeping.
  package init?(_ stored: StoredSchema) {
    guard stored.options.keepsProvenance || stored.options.runID != nil else { return nil }
    database = stored.database
    self.stored = stored
    keepsProvenance = stored.options.keepsProvenance
    runID = stored.options.runID
    var ranges: [Range<Int>] = []
    for table in stored.schema.tables {
      let start = names.count
      names.append(contentsOf: Array(table.name.utf8))
      ranges.append(start..<names.count)
    }
    nameRanges = ranges
  }

  // MARK: - Runs

  /// The diagnostic for a run that is already recorded; nil if it is not, or if the run has no
  /// name.
  ///
  /// The caller has begun the transaction that the run would write in.
  package static func repetition(
    of runID: String?,
    in database: Database
  ) throws(WriteError) -> Diagnostic? {
    let runs = BookkeepingTable.runs
    guard let runID, try runs.isThere(in: database) else { return nil }
    let select = try Statement.make(database, "SELECT 1 FROM \(runs.name) WHERE run_id = ?")
    try select.set(1, runID)
    defer { select.reset() }
    guard try select.next() else { return nil }
    return Diagnostic(
      .runRepeated,
      "the run '\(runID)' was there before: nothing is read",
      help: ["another --run-id reads the inputs again"]
    )
  }

  /// Records a run; the tables of the spec exist by now.
  package func begin(specName: String, specHash: String) throws(WriteError) {
    try makeTables()
    let insert = try Statement.make(
      database,
      "INSERT INTO \(BookkeepingTable.runs.name) (run_id, spec, spec_hash) VALUES (?, ?, ?)"
    )
    if let runID { try insert.set(1, runID) }
    if !specName.isEmpty { try insert.set(2, specName) }
    try insert.set(3, specHash)
    try insert.execute()
    run = database.lastRowID
    guard keepsProvenance else { return }
    insertion = try Statement.make(
      database,
      """
      INSERT INTO \(BookkeepingTable.provenance.name) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE \
      SET run = excluded.run, input = excluded.input, byte_offset = excluded.byte_offset
      """
    )
    deletion = try Statement.make(
      database,
      "DELETE FROM \(BookkeepingTable.provenance.name) WHERE \"table\" = ? AND \"key\" = ?"
    )
  }

  /// Forgets the name of the run, so that it can be repeated.
  package func forgetName() throws(WriteError) {
    let update = try Statement.make(
      database,
      "UPDATE \(BookkeepingTable.runs.name) SET run_id = NULL WHERE run = ?"
    )
    try update.set(1, run)
    try update.execute()
  }

  /// Records the next input of the run.
  package func begin(input name: String) throws(WriteError) {
    guard keepsProvenance else { return }
    let insert = try Statement.make(
      database,
      "INSERT INTO \(BookkeepingTable.inputs.name) (run, name) VALUES (?, ?)"
    )
    try insert.set(1, run)
    try insert.set(2, name)
    try insert.execute()
    inputNumbers.append(database.lastRowID)
  }

  /// Creates missing bookkeeping tables, or throws if the options forbid it.
  private func makeTables() throws(WriteError) {
    var tables = [BookkeepingTable.runs]
    if keepsProvenance { tables += [.inputs, .provenance] }
    var missing: [BookkeepingTable] = []
    for table in tables {
      if let finding = try table.difference(in: database) { throw .output(finding) }
      if try !table.isThere(in: database) { missing.append(table) }
    }
    let rule = stored.options.schemaRule
    if let finding = BookkeepingTable.refusal(of: missing, rule) { throw .output(finding) }
    for table in missing { try stored.run(table.sql) }
  }

  // MARK: - Provenance

  /// Whether the origin of rows is recorded.
  package var followsRows: Bool { keepsProvenance }

  /// Records that a row of a batch was inserted or changed; `value` returns the values of its
  /// columns.
  func didWrite(
    _ table: Int,
    _ event: RowBatch.Event,
    _ batch: borrowing RowBatch,
    value: (_ column: Int, _ batch: borrowing RowBatch) -> StoredValue
  ) throws(WriteError) {
    let columns = stored.schema.tables[table].primaryKey
    // Rows cannot be identified if their table has no key, or if they lack a part of it.
    guard keepsProvenance, !columns.isEmpty else { return }
    beginKey()
    for column in columns {
      let value = value(column, batch)
      if value.kind == .absent || value.kind == .null { return }
      append(value, batch.bytes)
    }
    let input = Int(event.input)
    try write(
      table,
      input: input < inputNumbers.count ? inputNumbers[input] : nil,
      byteOffset: Int64(truncatingIfNeeded: event.byteOffset)
    )
  }

  /// Records that a row without a record was created or changed.
  func didWrite(_ table: Int, _ row: KeptRow) throws(WriteError) {
    guard keepsProvenance, !row.values.isEmpty, !row.hasNull else { return }
    encodeKey(row)
    try write(table, input: nil, byteOffset: nil)
  }

  /// Records that a row was deleted.
  func didRemove(_ table: Int, _ row: KeptRow) throws(WriteError) {
    guard let deletion, !row.values.isEmpty else { return }
    encodeKey(row)
    try bindKey(table, to: deletion)
    try deletion.execute()
  }

  private func write(_ table: Int, input: Int64?, byteOffset: Int64?) throws(WriteError) {
    guard let insertion else { return }
    try bindKey(table, to: insertion)
    try insertion.set(3, run)
    try insertion.set(4, input.map { StoredValue(integer: $0) } ?? .null, key)
    try insertion.set(5, byteOffset.map { StoredValue(integer: $0) } ?? .null, key)
    try insertion.execute()
  }

  /// Completes the key, and binds it and the table's name.
  private func bindKey(_ table: Int, to statement: Statement) throws(WriteError) {
    key.append(UInt8(ascii: "]"))
    try statement.set(1, StoredValue(textAt: nameRanges[table]), names)
    try statement.set(2, StoredValue(textAt: 0..<key.count), key)
  }

  // MARK: - Keys as JSON

  private func beginKey() {
    key.removeAll()
    key.append(UInt8(ascii: "["))
  }

  private func encodeKey(_ row: KeptRow) {
    beginKey()
    for place in row.values.indices { row.withValue(place, append) }
  }

  private func append(_ value: StoredValue, _ bytes: borrowing UniqueArray<UInt8>) {
    if key.count > 1 { key.append(UInt8(ascii: ",")) }
    switch value.kind {
    case .absent, .null, .ownerNumber: key.append(contentsOf: Array("null".utf8))
    case .integer: key.append(contentsOf: Array("\(value.integer)".utf8))
    case .real: key.append(contentsOf: Array("\(value.real)".utf8))
    case .text: JSONText.append(quoting: bytes.span, value.textRange, to: &key)
    }
  }
}
