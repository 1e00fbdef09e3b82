package import RKDiagnostics
package import RKEngine
package import RKMapping

/// One side of a comparison: the records of a database that a run has written.
package final class ComparedDatabase: ComparedSource {
  let database: Database
  /// The database's name in diagnostics.
  private let name: String
  let stored: StoredSchema
  private let forms: StoredForms
  private let shapes: [Int]
  private var selects: [StoredForm.Members: Statement] = [:]
  private var batch = RecordBatch()
  private var bytes = UniqueArray<UInt8>()

  /// Opens a database read-only; throws if it lacks tables of the mapping.
  package convenience init(path: String, for mapper: Mapper) throws(DiagnosticsError) {
    let database: Database
    do {
      database = try DatabaseFile.reading(path)
    } catch {
      throw DiagnosticsError([error.diagnostic(of: path)])
    }
    try self.init(database, name: path, mapper)
  }

  /// Runs an input into a temporary database; nil if the run failed, in which case `report` has the
  /// reasons.
  package static func make(
    of input: Input,
    by mapper: Mapper,
    reportingTo receiver: any DiagnosticReceiver
  ) throws(DiagnosticsError) -> (database: ComparedDatabase?, report: MappingReport) {
    let destination: TemporaryDestination
    do {
      destination = try TemporaryDestination()
    } catch {
      throw DiagnosticsError([error.diagnostic(of: "")])
    }
    let report = mapper.apply(
      to: [input],
      into: .tables(destination, .sqlite),
      reportingTo: receiver
    )
    if report.ending != .complete { return (nil, report) }
    return (try ComparedDatabase(destination.database, name: input.name, mapper), report)
  }

  private init(
    _ database: Database,
    name: String,
    _ mapper: Mapper
  ) throws(DiagnosticsError) {
    self.database = database
    self.name = name
    let run = try mapper.tableRun { _ in }
    var options = DatabaseOptions()
    options.schemaRule = .freeze
    stored = StoredSchema(run.schema, database, options: options)
    do { try stored.prepare() } catch { throw DiagnosticsError([error.diagnostic(of: name)]) }
    forms = StoredForms(run)
    shapes = RecordStore(plan: run.plan).cellCounts
  }

  package func fetch(
    _ roots: RecordPairing.Roots,
    to records: ComparedRecords
  ) -> OffsetPieces? { nil }

  package var passesKeys: Bool { true }
  package var input: Input? { nil }

  /// Whether a file begins with the signature of a database.
  package static func isDatabase(_ path: String) -> Bool {
    guard FileDescriptor.isSeen(path, as: .regular) else { return false }
    let mark = Array("SQLite format 3\0".utf8)
    return (try? FileDescriptor.reading(path).read(upTo: mark.count)) == mark
  }

  // MARK: - Records

  package func pass(
    to records: ComparedRecords,
    reportingTo receiver: any DiagnosticReceiver
  ) -> MappingReport {
    var report = MappingReport()
    do throws(WriteError) {
      for table in forms.forms.indices { try pass(table, to: records) }
    } catch {
      report.ending = error.isInterruption ? .interrupted : .badInput
      if !error.isInterruption { receiver.receive(error.diagnostic(of: name)) }
    }
    return report
  }

  private func pass(_ table: Int, to records: ComparedRecords) throws(WriteError) {
    guard let form = forms.forms[table], stored.isThere(table: table) else { return }
    var condition = ""
    if stored.schema.tables[table].primaryKey.isEmpty || hasOwners(table) {
      if !forms.holdRoots[table] { return }
      let owners = stored.owners(of: table).flatMap(\.columns)
      condition = owners.map { "\(column($0, of: table)) IS NULL" }.joined(separator: " AND ")
    }
    let select = try Statement.make(
      database,
      select(from: table) + (condition.isEmpty ? "" : " WHERE " + condition)
    )
    let nothing = InlineArray<64, UInt8>(repeating: 0)
    while let row = try next(select, table) {
      batch.removeAll()
      let place = try make(form, row)
      batch.marks.append(.init(.element, row: UInt32(place)))
      // Wide loads read past the end of the bytes.
      batch.side.append(zeros: OutputBuffer.slack)
      records.take(batch, nothing.span)
      if Interruption.isPending { throw .failure(.interruption) }
    }
  }

  /// Whether the table's rows belong to rows of other tables.
  private func hasOwners(_ table: Int) -> Bool { !stored.owners(of: table).isEmpty }

  /// Makes the record of a row; returns its index.
  private func make(_ form: StoredForm, _ row: [StoredCell]) throws(WriteError) -> Int {
    let place = batch.rows.count
    let first = batch.cells.count
    batch.rows.append(.init(record: PlanID(form.shape), firstCell: UInt32(first), end: 0))
    batch.cells.append(repeating: .missing, count: shapes[form.shape])
    for (cell, column) in form.values { batch.cells[first + cell] = row[column].cell(&batch.side) }
    for (cell, choices) in form.singles {
      let isKnown = batch.cells[first + cell].kind == .structure
      if isKnown { continue }
      guard let choice = single(choices, row) else {
        batch.cells[first + cell] = Cell(.null)
        continue
      }
      let related = try make(choice, row)
      batch.cells[first + cell] = Cell(.record, space: .batch, offset: UInt32(related), count: 1)
    }
    for (cell, lists) in form.lists where batch.cells[first + cell].kind != .record {
      var members: [(form: StoredForm, row: [StoredCell], position: Int64)] = []
      for list in lists { members += try self.members(list, row) }
      members.sort { $0.position < $1.position }
      let start = batch.rows.count
      for member in members { _ = try make(member.form, member.row) }
      batch.cells[first + cell] = Cell(
        .list,
        space: .batch,
        offset: UInt32(start),
        count: UInt32(members.count)
      )
    }
    batch.rows[place].end = UInt32(batch.rows.count)
    return place
  }

  /// The first choice whose columns include all columns of the row that are not null; nil if all
  /// are null.
  private func single(_ choices: [StoredForm], _ row: [StoredCell]) -> StoredForm? {
    let columns = Set(choices.flatMap(\.columns)).filter { row[$0] != .null }
    if columns.isEmpty { return nil }
    return choices.first { columns.isSubset(of: $0.columns) } ?? choices.first
  }

  /// The members of a list, with their positions.
  private func members(
    _ list: StoredForm.Members,
    _ owner: [StoredCell]
  ) throws(WriteError) -> [(form: StoredForm, row: [StoredCell], position: Int64)] {
    guard stored.isThere(table: list.table), let form = list.key ?? forms.forms[list.table] else {
      return []
    }
    let select = try statement(list)
    defer { select.reset() }
    bytes.removeAll()
    for (number, column) in list.ownerKey.enumerated() {
      let value = owner[column].value(&bytes)
      if value.kind == .null { return [] }
      try select.set(number + 1, value, bytes)
    }
    var members: [(form: StoredForm, row: [StoredCell], position: Int64)] = []
    while let row = try next(select, list.table) {
      var position = Int64(members.count)
      if let column = list.position, case .integer(let stored) = row[column] { position = stored }
      members.append((form, row, position))
    }
    return members
  }

  private func statement(_ list: StoredForm.Members) throws(WriteError) -> Statement {
    if let made = selects[list] { return made }
    var conditions = list.ownerColumns.enumerated().map { number, column in
      "\(self.column(column, of: list.table)) = ?\(number + 1)"
    }
    if let (column, name) = list.relationship {
      conditions.append("\(self.column(column, of: list.table)) = \(SQLText.literal(name))")
    }
    let order = list.position.map { [$0] } ?? stored.schema.tables[list.table].primaryKey
    let made = try Statement.make(
      database,
      select(from: list.table) + " WHERE " + conditions.joined(separator: " AND ")
        + " ORDER BY " + order.map { column($0, of: list.table) }.joined(separator: ", ")
    )
    selects[list] = made
    return made
  }

  // MARK: - Rows

  private func column(_ column: Int, of table: Int) -> String {
    SQLText.quoted(stored.schema.tables[table].columns[column].name)
  }

  /// The SELECT for a table's columns.
  ///
  /// Each column that may hold JSON is followed by a flag that says whether it does. Missing
  /// columns are null.
  private func select(from table: Int) -> String {
    let columns = stored.schema.tables[table].columns.indices.map { column in
      stored.isThere(table: table, column: column) ? self.column(column, of: table) : "NULL"
    }
    let checks = columns.map { column in
      column == "NULL"
        ? "0"
        : "typeof(\(column)) = 'text' AND substr(\(column), 1, 1) IN ('[', '{') AND json_valid(\(column))"
    }
    let name = SQLText.quoted(stored.schema.tables[table].name)
    return "SELECT \((columns + checks).joined(separator: ", ")) FROM \(name)"
  }

  private func next(_ select: Statement, _ table: Int) throws(WriteError) -> [StoredCell]? {
    guard try select.next() else { return nil }
    let columns = stored.schema.tables[table].columns
    return columns.indices.map { column in
      StoredCell(select, column, columns[column].type.form.storage) {
        select.integer(columns.count + column) == 1
      }
    }
  }
}
