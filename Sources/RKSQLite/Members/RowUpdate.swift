internal import RKEngine
internal import RKMapping

/// Updates some columns of single rows, found by their keys, and counts the rows that change.
final class RowUpdate {
  enum Outcome {
    case changed
    /// A trigger ignored the change, or the row already has the values.
    case ignored
    /// There is no such row.
    case missing
  }

  private let removal: RowRemoval
  private let table: Int
  private let form: RowCounting
  private let select: Statement
  private let update: Statement

  /// Prepares to set some columns to values, and others to null.
  ///
  /// Rows of a table without a key are found by their row number.
  init(
    _ removal: RowRemoval,
    _ table: Int,
    setting set: [Int] = [],
    clearing cleared: [Int] = []
  ) throws(WriteError) {
    self.removal = removal
    self.table = table
    form = removal.counting(of: table)
    let definition = removal.stored.definition(of: table)
    let key = definition.table.primaryKey
    let condition = key.isEmpty ? "\(definition.rowName) = ?" : definition.condition(key)
    let read = definition.list(form.columns) + (key.isEmpty ? ", \(definition.rowName)" : "")
    select = try .make(
      removal.database,
      "SELECT \(read) FROM \(definition.name) WHERE \(condition)"
    )
    let changes =
      set.map { "\(definition.columns[$0]) = ?" }
      + cleared.map { "\(definition.columns[$0]) = NULL" }
    update = try .make(
      removal.database,
      "UPDATE \(definition.name) SET \(changes.joined(separator: ", ")) WHERE \(condition)"
    )
  }

  /// A row's identity and the hash of its contents, for counting; nil if there is no such row.
  func read(_ key: KeptRow) throws(WriteError) -> (row: RowHash, contents: UInt64)? {
    try key.bind(to: select)
    defer { select.reset() }
    guard try select.next() else { return nil }
    return (form.row(select, removal.rows), form.contents(select, removal.rows))
  }

  /// Counts a row that was inserted with a key.
  func didInsert(_ key: KeptRow) throws(WriteError) {
    let row = removal.rows.remembers(table: table) ? try read(key) : nil
    do {
      try removal.rows.didInsert(row?.row) { row?.contents ?? 0 }
    } catch { throw .failure(error) }
  }

  /// Updates the row with a key.
  ///
  /// Only rows of tables that contained some before the run need to be counted.
  func run(
    _ key: KeptRow,
    to values: KeptRow = KeptRow(),
    isCounted: Bool = true
  ) throws(WriteError) -> Outcome {
    let before = removal.rows.remembers(table: table) ? try read(key) : nil
    try values.bind(to: update)
    try key.bind(to: update, from: values.values.count + 1)
    do { try update.run() } catch { throw .failure(error) }
    guard removal.database.changeCount > 0 else {
      if before != nil { return .ignored }
      return try read(key) == nil ? .missing : .ignored
    }
    guard isCounted, let before, let after = try read(key) else { return .changed }
    removal.rows.didChange(before.row, before: before.contents, after: after.contents)
    // The row no longer has the values that were last written to it.
    removal.rows.setWritten(before.row, 0)
    return .changed
  }
}
