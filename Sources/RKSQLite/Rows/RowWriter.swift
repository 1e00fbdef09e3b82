package import RKEngine
package import RKMapping

/// Writes rows to their tables: finds the stored row with the same key, and changes what differs.
package final class RowWriter {
  /// The state of a written row that others may belong to.
  package struct OwnerState: ZeroInitializable {
    private var value: Int64
    private var flags: UInt8

    private init(value: Int64, flags: UInt8) {
      self.value = value
      self.flags = flags
    }

    init(number: Int64?, isNew: Bool) {
      value = number ?? 0
      flags = (number == nil ? 0 : 1) | (isNew ? 2 : 0)
    }

    /// The number assigned by the database.
    package var number: Int64? { flags & 1 == 0 ? nil : value }
    /// Whether the row was just inserted, so that nothing stored belongs to it.
    package var isNew: Bool {
      get { flags & 2 != 0 }
      set { flags = newValue ? flags | 2 : flags & ~2 }
    }
  }

  /// A row of a batch, with the facts that the batch does not have.
  package struct Row {
    package let event: Int
    package let rule: RowRule
    let firstValue: Int
    let ownerNumber: Int64?
    let positionColumn: Int
    /// What is added to its position among its owner's rows.
    let offset: Int64

    /// The value of a column.
    @inline(__always)
    package func value(_ column: Int, _ batch: borrowing RowBatch) -> StoredValue {
      let value = batch.values[firstValue &+ column]
      switch value.kind {
      case .ownerNumber: return ownerNumber.map { StoredValue(integer: $0) } ?? .null
      case .integer where offset != 0 && column == positionColumn:
        return StoredValue(integer: value.integer &+ offset)
      default: return value
      }
    }
  }

  /// What happened to a row.
  enum Outcome {
    case inserted, changed, unchanged
    /// The modification attribute says that nothing is new; only references to other records were
    /// written.
    case related
    /// The modification attribute says that nothing is new; relationships are written all the same.
    case unmodified
    /// Neither the record nor anything below it is written.
    case skipped
  }

  let database: Database
  let stored: StoredSchema
  let schema: TableSchema
  let plan: TablePlan
  let options: DatabaseOptions
  package let rows: RunRows
  /// Receives the lists, and is notified of written rows.
  package var follower: (any RowFollower)?
  /// The names of the inputs that rows came from, for diagnostics.
  package var inputs: [String] = []

  let forms: [RowForm]
  var progress: Progress
  let deletions: TableDeletions

  package init(
    _ database: Database,
    _ schema: TableSchema,
    _ plan: TablePlan,
    stored: StoredSchema,
    options: DatabaseOptions
  ) throws(WriteError) {
    self.database = database
    self.schema = schema
    self.plan = plan
    self.stored = stored
    self.options = options
    let rows = RunRows(tableCount: schema.tables.count)
    for (table, definition) in schema.tables.enumerated() {
      guard stored.isThere(table: table), !stored.isNew(table: table) else { continue }
      do {
        let name = SQLText.quoted(definition.name)
        if try database.integer("SELECT 1 FROM \(name) LIMIT 1") != nil {
          rows.remember(table: table)
        }
      } catch { throw .failure(error) }
    }
    self.rows = rows
    let cache = RowCache(tableCount: schema.tables.count, key: rows.hashKey)
    deletions = cache.deletions
    progress = Progress(hasCome: plan.rows.map { _ in (false, false, 0) }, cache: cache)
    forms = plan.rows.map {
      let table = Int($0.table)
      return RowForm(
        $0,
        plan,
        schema,
        isProbed: rows.remembers(table: table) || stored.hasTriggers(table: table)
      )
    }
  }

  /// How many rows were inserted, changed and so on so far.
  package var counts: RowCounts { rows.counts }

  /// For each row rule, whether rows have come, whether root records have, and how many of these
  /// were inserted, or appended to stored members of a list.
  var hasCome: [Come] { progress.hasCome }

  typealias Come = (row: Bool, root: Bool, inserted: Int)

  /// Notes that rows of a table were deleted, which invalidates what was remembered of them.
  package func didDelete(table: Int) { deletions.add(to: table) }

  // MARK: - Batches

  /// The state that changes with each row.
  ///
  /// It is passed as a parameter down from `write`: as a member of the writer it would cost an
  /// exclusivity check for each lookup and update. Nothing else reads it during a batch.
  struct Progress: ~Copyable {
    /// For each event of the batch that is a row, its state once it is written.
    var states = UniqueArray<OwnerState>()
    var hasCome: [Come]
    /// The writer's follower, and whether it needs to see each row.
    var follower: (any RowFollower)?
    var isFollowed = false
    /// Which columns the current row gives values to.
    fileprivate(set) var shape = RowShape(0)
    var cache: RowCache

    fileprivate init(hasCome: [Come], cache: consuming RowCache) {
      self.hasCome = hasCome
      self.cache = cache
    }
  }

  /// Writes the rows of a batch, and passes its lists to the follower.
  package func write(_ batch: borrowing RowBatch) throws(WriteError) {
    follower?.beginBatch()
    try write(batch, &progress)
  }

  private func write(
    _ batch: borrowing RowBatch,
    _ progress: inout Progress
  ) throws(WriteError) {
    prepare(for: batch, &progress)
    let all = 0..<batch.events.count
    guard let order = keyOrder(of: batch) else {
      return try writeEvents(all, of: batch, &progress)
    }
    do {
      for place in order {
        _ = try writeRow(place.event, batch.events[place.event], batch, &progress)
      }
      if order.count == all.count { return }
      for at in all where batch.events[at].kind == .list {
        try writeEvents(at..<at + 1, of: batch, &progress)
      }
    } catch {
      // The batch is written again in its own order, so that its first faulty row is the one
      // reported.
      if case .data = error { try writeEvents(all, of: batch, &progress) }
      throw error
    }
  }

  /// Writes a row; returns false if nothing below it is to be written.
  func writeRow(
    _ at: Int,
    _ event: RowBatch.Event,
    _ batch: borrowing RowBatch,
    _ progress: inout Progress
  ) throws(WriteError) -> Bool {
    let form = forms[Int(event.rule)]
    progress.hasCome[Int(event.rule)].row = true
    if Int(event.owner) == at { progress.hasCome[Int(event.rule)].root = true }
    let first = Int(event.firstValue)
    if form.version != stored.version { form.update(stored) }
    if !form.missing.isEmpty { try makeColumns(of: form, first, batch) }
    let owner = progress.states[Int(event.owner)]
    let row = Row(
      event: at,
      rule: form.rule,
      firstValue: first,
      ownerNumber: Int(event.owner) == at ? nil : owner.number,
      positionColumn: form.positionColumn,
      offset: form.isChild
        ? progress.follower?.offset(ofRow: event.rule, owner: event.owner) ?? 0 : 0
    )
    var number: Int64?
    let outcome: Outcome
    do {
      outcome = try store(row, form, batch, &progress, &number)
    } catch {
      throw explanation(of: error, row, form, batch)
    }
    progress.states[at] = OwnerState(number: number, isNew: outcome == .inserted)
    if outcome == .inserted {
      if Int(event.owner) == at || row.offset > 0 {
        progress.hasCome[Int(event.rule)].inserted &+= 1
      }
    } else if Int(event.owner) != at {
      meet(again: form.table, at, batch, &progress.states)
    }
    if progress.isFollowed, let follower = progress.follower {
      try follower.didTake(
        row,
        number: number,
        of: batch,
        hasChanged: outcome == .inserted || outcome == .changed || outcome == .related,
        isTaken: outcome == .inserted || outcome == .changed || outcome == .unchanged
      )
    }
    return outcome != .skipped
  }

  /// Creates the table and columns for which this row is the first to have a value.
  private func makeColumns(
    of form: RowForm,
    _ first: Int,
    _ batch: borrowing RowBatch
  ) throws(WriteError) {
    if !stored.isThere(table: form.table) { try stored.make(table: form.table) }
    for column in form.missing where !stored.isThere(table: form.table, column: column) {
      let kind = batch.values[first + column].kind
      if kind != .absent && kind != .null {
        try stored.make(table: form.table, column: column)
      }
    }
    if form.version != stored.version { form.update(stored) }
  }

  // MARK: - Rows

  private func store(
    _ row: Row,
    _ form: RowForm,
    _ batch: borrowing RowBatch,
    _ progress: inout Progress,
    _ number: inout Int64?
  ) throws(Database.Failure) -> Outcome {
    if progress.shape.rest.count != form.usable.rest.count {
      progress.shape = RowShape(form.columnCount)
    }
    progress.shape.read(
      batch.values,
      from: row.firstValue,
      count: form.columnCount,
      wholly: form.isChild,
      usable: form.usable
    )
    if form.key.isEmpty {
      guard try insert(row, form, form.statements(progress.shape), batch) else {
        rows.didIgnore(table: form.table)
        return .skipped
      }
      number = form.numberColumn < 0 ? nil : database.lastRowID
      rows.didInsert()
      return .inserted
    }
    if form.isProbed { return try probe(row, form, batch, &progress, &number) }
    return try add(row, form, batch, &progress, &number)
  }

  /// Writes a row of a table that was empty before the run.
  private func add(
    _ row: Row,
    _ form: RowForm,
    _ batch: borrowing RowBatch,
    _ progress: inout Progress,
    _ number: inout Int64?
  ) throws(Database.Failure) -> Outcome {
    var answer = RowCache.Answer.unknown
    if !form.isChild, let hash = progress.cache.hash(table: form.table) {
      let (key, values) = hashes(row, form, batch, progress.shape, hash)
      answer = progress.cache.answer(key, values: values, table: form.table)
      if answer == .same { return .unchanged }
      progress.cache.remember(key, values: values)
    }
    let statements = form.statements(progress.shape)
    if answer == .unknown {
      if try insert(row, form, statements, batch) {
        number = form.numberColumn < 0 ? nil : database.lastRowID
        rows.didInsert()
        return .inserted
      }
    }
    if form.numberColumn >= 0 {
      let probe = try probe(row, form, statements, batch)
      defer { probe.reset() }
      if try probe.step() { number = storedNumber(form, probe) }
    }
    if statements.isEmpty { return .unchanged }
    return try update(row, form, statements, batch) ? .changed : .unchanged
  }

  /// The hash of a row's key, and the hash of all values that it gives, which is never 0.
  @inline(__always)
  func hashes(
    _ row: Row,
    _ form: RowForm,
    _ batch: borrowing RowBatch,
    _ shape: RowShape,
    _ hash: KeyedHash
  ) -> (key: RowHash, values: UInt64) {
    var hash = hash
    for column in form.key { hash.add(row.value(column, batch), batch.bytes) }
    let key = hash.finished()
    shape.add(to: &hash)
    for column in 0..<form.columnCount { hash.add(row.value(column, batch), batch.bytes) }
    return (key, hash.finished().low | 1)
  }

  // MARK: - Statements

  /// Binds the values of a statement's first columns.
  @inline(__always)
  func bind(
    _ row: Row,
    _ statements: RowStatements,
    _ count: Int,
    _ batch: borrowing RowBatch,
    to statement: Statement
  ) throws(Database.Failure) {
    for place in 0..<count {
      try statement.bind(place &+ 1, row.value(statements.columns[place], batch), batch.bytes)
    }
  }

  /// Inserts a row; returns false if its key exists, or if a trigger ignored it.
  func insert(
    _ row: Row,
    _ form: RowForm,
    _ statements: RowStatements,
    _ batch: borrowing RowBatch
  ) throws(Database.Failure) -> Bool {
    let statements = form.isNew ? form.whole ?? statements : statements
    let insertion = try statements.insertion(form, database)
    try bind(row, statements, statements.columns.count, batch, to: insertion)
    try insertion.run()
    return database.changeCount > 0
  }

  /// Updates a row; returns false if it did not change.
  func update(
    _ row: Row,
    _ form: RowForm,
    _ statements: RowStatements,
    _ batch: borrowing RowBatch
  ) throws(Database.Failure) -> Bool {
    let update = try statements.update(form, database)
    try bind(row, statements, statements.updatedCount, batch, to: update)
    try update.run()
    return database.changeCount > 0
  }
}
