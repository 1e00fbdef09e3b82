internal import RKEngine
internal import RKMapping

/// Deletes the rows that match a deletion predicate, at the end of a run that brought records of
/// its mapper.
final class DeletedRows {
  private let removal: RowRemoval
  private let stored: StoredSchema
  private let deletions: [StoredRules.Deletion]
  /// For tables without a key, the last row that existed before the run.
  private var lastRows: [Int: Int64] = [:]

  init(_ removal: RowRemoval, _ deletions: [StoredRules.Deletion]) throws(WriteError) {
    self.removal = removal
    self.deletions = deletions
    stored = removal.stored
    for deletion in deletions {
      let definition = stored.definition(of: deletion.table)
      guard definition.table.primaryKey.isEmpty, removal.rows.remembers(table: deletion.table)
      else { continue }
      let select = try Statement.make(
        removal.database,
        "SELECT max(\(definition.rowName)) FROM \(definition.name)"
      )
      lastRows[deletion.table] = try select.next() ? select.integer(0) : 0
    }
  }

  /// `hasCome` says whether the run has brought rows of a rule.
  func finish(_ hasCome: (_ rule: Int) -> Bool) throws(WriteError) {
    for deletion in deletions
    where stored.isThere(table: deletion.table) && deletion.rows.contains(where: hasCome) {
      let definition = stored.definition(of: deletion.table)
      let condition = StoredCondition(deletion.predicate, definition)
      if definition.table.primaryKey.isEmpty {
        try removeWithoutKey(deletion.table, definition, condition)
      } else {
        try remove(deletion.table, definition, condition)
      }
    }
  }

  private func remove(
    _ table: Int,
    _ definition: TableDefinition,
    _ condition: StoredCondition
  ) throws(WriteError) {
    let key = definition.table.primaryKey
    let select = try Statement.make(
      removal.database,
      "SELECT \(definition.list(key)) FROM \(definition.name) WHERE \(condition.sql)"
    )
    try condition.bind(to: select)
    var keys: [KeptRow] = []
    while try select.next() { keys.append(KeptRow(key.indices, of: select)) }
    select.reset()
    // One by one, because deleting one row may delete another one that belongs to it.
    for values in keys { try removal.remove(from: table, where: key, are: values) }
  }

  /// Deletes rows of a table without a key by their row numbers; nothing belongs to such rows.
  private func removeWithoutKey(
    _ table: Int,
    _ definition: TableDefinition,
    _ condition: StoredCondition
  ) throws(WriteError) {
    let rows = removal.rows
    let counting = removal.counting(of: table)
    let columns = counting.columns.isEmpty ? "" : definition.list(counting.columns) + ", "
    let select = try Statement.make(
      removal.database,
      "SELECT \(columns)\(definition.rowName) FROM \(definition.name) WHERE \(condition.sql)"
    )
    try condition.bind(to: select)
    var found: [(number: Int64, row: RowHash?, contents: UInt64)] = []
    while try select.next() {
      let number = select.integer(counting.columns.count)
      let wasThere = lastRows[table].map { number <= $0 } ?? false
      let isKnown = wasThere || counting.isKnownByPlace && rows.remembers(table: table)
      let row = isKnown ? counting.row(select, rows) : nil
      found.append((number, row, isKnown ? counting.contents(select, rows) : 0))
    }
    select.reset()
    if found.isEmpty { return }
    let delete = try Statement.make(
      removal.database,
      "DELETE FROM \(definition.name) WHERE \(definition.rowName) = ?"
    )
    for (number, row, contents) in found {
      try delete.set(1, number)
      try delete.execute()
      if removal.database.changeCount > 0 {
        rows.didDelete(row, before: contents)
      } else {
        rows.didIgnore(table: table)
      }
    }
    removal.didTake(from: table)
  }
}
