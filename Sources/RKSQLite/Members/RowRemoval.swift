internal import RKEngine
internal import RKMapping

/// Deletes rows together with everything that belongs to them.
final class RowRemoval {
  /// A search for rows of a table by the values of some columns.
  private struct Search: Hashable {
    var table: Int
    var columns: [Int]
  }

  /// The statements of a search, and the meaning of their result columns.
  private final class Form {
    let select: Statement
    let delete: Statement
    let counting: RowCounting
    /// The indices of the primary key's columns among the selected ones.
    let primaryKey: [Int]
    /// The references of the rows to rows that they do not belong to.
    let references: [(table: Int, places: [Int])]

    init(_ removal: RowRemoval, _ search: Search) throws(WriteError) {
      let definition = removal.stored.definition(of: search.table)
      let table = removal.schema.tables[search.table]
      let counting = removal.counting(of: search.table)
      self.counting = counting
      let condition = definition.condition(search.columns)
      select = try Statement.make(
        removal.database,
        "SELECT \(definition.list(counting.columns)) FROM \(definition.name) WHERE \(condition)"
      )
      delete = try Statement.make(
        removal.database,
        "DELETE FROM \(definition.name) WHERE \(condition)"
      )
      func places(_ columns: [Int]) -> [Int] {
        columns.compactMap { counting.columns.firstIndex(of: $0) }
      }
      primaryKey = places(table.primaryKey)
      references = table.foreignKeys.compactMap { key in
        let found = places(key.columns)
        return key.isOwner || found.count < key.columns.count ? nil : (key.table, found)
      }
    }
  }

  let database: Database
  let schema: TableSchema
  let stored: StoredSchema
  let rows: RunRows
  private let plan: TablePlan
  private let bookkeeping: Bookkeeping?
  /// For each table, the foreign keys by which other rows belong to its rows.
  private let belongings: [[(table: Int, columns: [Int])]]
  /// For each table, the foreign keys by which other rows are list members of its rows.
  private let memberships: [[(table: Int, key: TableSchema.ForeignKey)]]
  private var forms: [Search: Form] = [:]
  private var version = -1

  /// Called with each table that rows were deleted from.
  var didRemove: (_ table: Int) -> Void = { _ in }
  /// The tables that rows were deleted from.
  private(set) var tables: Set<Int> = []
  /// Called with the table and key of each row that a deleted row referred to; nil if not needed.
  var didFree: ((_ table: Int, _ key: KeptRow) -> Void)?

  init(
    _ stored: StoredSchema,
    _ plan: TablePlan,
    _ rows: RunRows,
    _ bookkeeping: Bookkeeping?
  ) {
    self.stored = stored
    self.plan = plan
    self.rows = rows
    self.bookkeeping = bookkeeping
    database = stored.database
    schema = stored.schema
    var belongings = schema.tables.map { _ in [(table: Int, columns: [Int])]() }
    for (number, table) in schema.tables.enumerated() {
      for key in table.foreignKeys where key.isOwner {
        belongings[key.table].append((number, key.columns))
      }
    }
    self.belongings = belongings
    let tables = schema.tables
    memberships = tables.indices.map { owner in
      tables.enumerated().flatMap { number, table in
        table.foreignKeys.filter { $0.table == owner && !$0.membership.isEmpty }
          .map { (number, $0) }
      }
    }
  }

  /// How the rows of a table are identified for counting.
  func counting(of table: Int) -> RowCounting { RowCounting(table, plan, stored) }

  // MARK: - Deletion

  /// Deletes the rows of a table that have these values in some columns; returns the number of
  /// deleted rows.
  @discardableResult
  func remove(
    from table: Int,
    where columns: [Int],
    are values: KeptRow
  ) throws(WriteError) -> Int {
    guard stored.isThere(table: table), !values.hasNull,
      columns.allSatisfy({ stored.isThere(table: table, column: $0) })
    else { return 0 }
    if version != stored.version {
      forms = [:]
      version = stored.version
    }
    let form = try form(Search(table: table, columns: columns))
    var strangers: Set<RowHash> = []
    let count = try note(table, form, values, &strangers)
    if count == 0 { return 0 }
    try values.bind(to: form.delete)
    try form.delete.execute()
    let goneCount = database.changeCount
    if goneCount < count { try takeBack(table, form, values, strangers) }
    if goneCount > 0 { didTake(from: table) }
    return goneCount
  }

  /// Corrects the counts for rows that a trigger has kept: they are not deleted, and those that the
  /// run has not brought do not count as unchanged.
  private func takeBack(
    _ table: Int,
    _ form: Form,
    _ values: KeptRow,
    _ strangers: Set<RowHash>
  ) throws(WriteError) {
    let isRemembered = rows.remembers(table: table)
    try values.bind(to: form.select)
    defer { form.select.reset() }
    while try form.select.next() {
      rows.didIgnore(table: table)
      let row = isRemembered ? form.counting.row(form.select, rows) : nil
      if let row, strangers.contains(row) {
        rows.didKeep(row)
        continue
      }
      do {
        try rows.didInsert(row) { form.counting.contents(form.select, rows) }
      } catch { throw .failure(error) }
    }
  }

  /// Counts the rows to be deleted, and deletes what belongs to them.
  ///
  /// `strangers` are the rows that the run has not met before, collected if a trigger may keep
  /// rows.
  private func note(
    _ table: Int,
    _ form: Form,
    _ values: KeptRow,
    _ strangers: inout Set<RowHash>
  ) throws(WriteError) -> Int {
    let isRemembered = rows.remembers(table: table)
    let mayStay = stored.hasTriggers(table: table)
    let owned = belongings[table].filter { stored.isThere(table: $0.table) }
    let lists = memberships[table].filter { stored.isThere(table: $0.table) }
    var owners: [KeptRow] = []
    var freed: [(Int, KeptRow)] = []
    var count = 0
    try values.bind(to: form.select)
    while try form.select.next() {
      count += 1
      let row = isRemembered ? form.counting.row(form.select, rows) : nil
      if mayStay, let row, rows.entry(of: row) == nil { strangers.insert(row) }
      rows.didDelete(
        row,
        before: isRemembered ? form.counting.contents(form.select, rows) : 0
      )
      if !owned.isEmpty || !lists.isEmpty || bookkeeping != nil {
        let key = KeptRow()
        for place in form.primaryKey { key.append(place, of: form.select) }
        if !owned.isEmpty || !lists.isEmpty { owners.append(key) }
        try bookkeeping?.didRemove(table, key)
      }
      if didFree == nil { continue }
      for reference in form.references {
        let key = KeptRow()
        for place in reference.places { key.append(place, of: form.select) }
        freed.append((reference.table, key))
      }
    }
    form.select.reset()
    for owner in owners {
      for next in owned { try remove(from: next.table, where: next.columns, are: owner) }
      for list in lists { try release(list.table, list.key, of: owner) }
    }
    for (table, key) in freed { didFree?(table, key) }
    return count
  }

  /// Clears the owner of list members whose owner is deleted; their rows stay.
  private func release(
    _ table: Int,
    _ reference: TableSchema.ForeignKey,
    of owner: KeptRow
  ) throws(WriteError) {
    try stored.buildIndexes()
    let definition = stored.definition(of: table)
    let key = definition.table.primaryKey
    let select = try Statement.make(
      database,
      """
      SELECT \(definition.list(key)) FROM \(definition.name) \
      WHERE \(definition.condition(reference.columns))
      """
    )
    try owner.bind(to: select)
    var members: [KeptRow] = []
    while try select.next() { members.append(KeptRow(key.indices, of: select)) }
    select.reset()
    if members.isEmpty { return }
    let update = try RowUpdate(self, table, clearing: reference.membership)
    for member in members {
      if try update.run(member) == .ignored { rows.didIgnore(table: table) }
      try bookkeeping?.didWrite(table, member)
    }
    didRemove(table)
  }

  /// Notes that rows of a table were deleted by other code.
  func didTake(from table: Int) {
    tables.insert(table)
    didRemove(table)
  }

  private func form(_ search: Search) throws(WriteError) -> Form {
    if let form = forms[search] { return form }
    let form = try Form(self, search)
    forms[search] = form
    return form
  }
}

extension TableDefinition {
  /// The SQL condition that some columns equal parameters.
  func condition(_ columns: [Int]) -> String {
    columns.map { "\(self.columns[$0]) = ?" }.joined(separator: " AND ")
  }
}
