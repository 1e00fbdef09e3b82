/// The rows that existed before the run.
package protocol StoredKeys: AnyObject {
  /// Whether the table had a row with a key before the run; the values of `key` are those of the
  /// key's columns, in their order.
  ///
  /// Called by the thread that maps, not by the one that writes.
  func hold(_ key: borrowing RowBatch, in table: Int) -> Bool

  /// Whether a condition, given by its index, accepts the existing row with a key; true if there is
  /// no such row.
  func admit(_ key: borrowing RowBatch, in table: Int, as condition: Int) -> Bool

  /// Whether no existing row may occur again.
  var areFinal: Bool { get }
}

/// Admits records whose identity distinguishes their row from others.
package final class TableAdmission: RecordAdmission {
  /// What distinguishes the records of one shape.
  private struct Identity: BitwiseCopyable {
    var table: UInt32 = 0
    var cells: PlanRange<CellRule> = .empty
    /// The table's columns of the identity.
    var key: PlanRange<UInt32> = .empty
    var condition: Int32 = -1
    /// A column would change a part of the identity that has no declared type.
    var mayChange = false
  }

  private let plan: TablePlan
  private let keys: KeyKinds
  private let stored: (any StoredKeys)?
  /// For each record shape, its identity; empty if nothing is to be checked.
  private let identities: [Identity]
  private let constants: [UInt8]
  /// Encodes keys to look up.
  private var encoder: RowEncoder
  /// The keys that were looked up and are new.
  private var admitted = KeySet()
  /// Checks values that columns would change; nil if there are no such columns.
  private var values: RowValueCheck?
  /// The keys admitted in this run that columns may change.
  private var accepted = KeySet()

  /// `stored` is nil unless some or all existing rows must not occur again.
  ///
  /// `affinities` are those of the tables' columns, if they would change values.
  package init(
    plan: borrowing MappingPlan,
    tables: TablePlan,
    keys: KeyKinds,
    stored: (any StoredKeys)? = nil,
    affinities: [[ColumnAffinity]] = []
  ) {
    self.plan = tables
    self.keys = keys
    self.stored = stored
    constants = plan.text
    encoder = RowEncoder(plan: plan, tables: tables, keys: keys)
    values = RowValueCheck(plan: plan, tables: tables, keys: keys, affinities)
    var identities = Array(repeating: Identity(), count: plan.schema.records.count)
    for (shape, rule) in tables.roots.enumerated() {
      if let identity = Self.identity(rule, tables) { identities[shape] = identity }
    }
    for relative in tables.relatives {
      guard let identity = Self.identity(relative.row, tables) else { continue }
      identities[Int(relative.record.index)] = identity
    }
    for (shape, identity) in identities.enumerated() where !affinities.isEmpty {
      let table = Int(identity.table)
      identities[shape].mayChange = tables.places[identity.key].contains { column in
        affinities[table][Int(column)] != .none && tables.storages[table][Int(column)].keyPart >= 0
      }
    }
    self.identities = identities
  }

  /// If a record shape's rows are identified by cells of their own records, it has only one rule.
  private static func identity(_ rule: PlanID<RowRule>, _ plan: TablePlan) -> Identity? {
    guard !rule.isNone else { return nil }
    let row = plan.rows[rule]
    let isOwn = plan.cells[row.identity].allSatisfy { $0.kind == .cell || $0.kind == .empty }
    guard isOwn, row.identity.count == row.key.count else { return nil }
    return Identity(
      table: row.table,
      cells: row.identity,
      key: row.key,
      condition: row.identification
    )
  }

  package func refusal(
    of row: Int,
    in batch: borrowing RecordBatch,
    _ view: TokenView
  ) -> RecordRefusal? {
    let input = view.padded
    let identity = identities[Int(batch.rows[row].record.index)]
    if identity.cells.isEmpty { return values?.refusal(of: row, in: batch, input) }
    for rule in plan.cells[identity.cells] {
      if rule.kind == .empty { return RecordRefusal(.noIdentity, column: -1) }
      let cell = batch.cell(rule.column, of: row)
      if cell.kind == .missing || cell.kind == .null || cell.traits.contains(.isFallback) {
        return RecordRefusal(.noIdentity, column: Int32(rule.column))
      }
    }
    if identity.key.count == 1, stored != nil { settleForm(identity, row, batch, input) }
    for (number, place) in zip(identity.cells.indices, identity.key.indices) {
      let column = plan.cells[number].column
      let part = Int(plan.storages[Int(identity.table)][Int(plan.places[place])].keyPart)
      if part >= 0 && !keys.admits(batch.cell(column, of: row), as: part, batch, input, constants) {
        return RecordRefusal(.otherKind, column: Int32(column))
      }
    }
    if identity.mayChange, let refusal = changedKey(identity, row, batch, input) { return refusal }
    for (number, place) in zip(identity.cells.indices, identity.key.indices) {
      let part = Int(plan.storages[Int(identity.table)][Int(plan.places[place])].keyPart)
      if part >= 0 { keys.decide(part, by: batch.cell(plan.cells[number].column, of: row).kind) }
    }
    if let refusal = values?.refusal(of: row, in: batch, input) { return refusal }
    if identity.mayChange {
      encode(identity, row, batch, input)
      accepted.insert(encoder.rows, in: identity.table)
    }
    guard stored != nil, let reason = storedRefusal(identity, row, batch, input) else { return nil }
    return RecordRefusal(reason, column: Int32(plan.cells[Int(identity.cells.first)].column))
  }

  // MARK: - Stored rows

  /// Encodes the key of a record in its stored form.
  private func encode(
    _ identity: Identity,
    _ row: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    encoder.rows.removeAll()
    let record = TableRow(rule: .none, row: row)
    encoder.encode(identity.cells, as: identity.key, of: identity.table, record, batch, input)
  }

  /// For a part that is stored as numbers and as texts, looks up the form of a key.
  private func settleForm(
    _ identity: Identity,
    _ row: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    let table = Int(identity.table)
    let part = Int(plan.storages[table][Int(plan.places[Int(identity.key.first)])].keyPart)
    guard part >= 0, keys[part] == .mixed, let stored else { return }
    let cell = batch.cell(plan.cells[Int(identity.cells.first)].column, of: row)
    guard cell.kind == .number || cell.kind == .string else { return }
    let text = text(of: cell, batch, input)
    if keys.isNumber(text, part: part) != nil { return }
    let isNumber = cell.kind == .number
    let isThere = [isNumber, !isNumber].first { asNumber in
      keys.note(text, part: part, isNumber: asNumber)
      encode(identity, row, batch, input)
      return stored.hold(encoder.rows, in: table)
    }
    keys.note(text, part: part, isNumber: isThere ?? isNumber)
  }

  private func text(of cell: Cell, _ batch: borrowing RecordBatch, _ input: Span<UInt8>) -> [UInt8]
  {
    var text = UniqueArray<UInt8>()
    cell.appendText(batch, input, constants, to: &text)
    return (0..<text.count).map { text[$0] }
  }

  /// Why a key that a column would change is refused; nil if a row has it in its stored form.
  private func changedKey(
    _ identity: Identity,
    _ row: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> RecordRefusal? {
    let table = Int(identity.table)
    var refusal: RecordRefusal?
    for (number, place) in zip(identity.cells.indices, identity.key.indices) {
      let (cell, column) = (plan.cells[number].column, Int(plan.places[place]))
      let part = Int(plan.storages[table][column].keyPart)
      if part < 0 { continue }
      let value = batch.cell(cell, of: row)
      guard let change = values?.change(ofKey: value, table, column, batch, input) else { continue }
      refusal = RecordRefusal(.changed, column: Int32(cell), detail: change.rawValue)
      if keys[part] == .open { return refusal }
    }
    guard refusal != nil else { return nil }
    encode(identity, row, batch, input)
    if accepted.contains(encoder.rows, in: identity.table) { return nil }
    return stored?.hold(encoder.rows, in: table) == true ? nil : refusal
  }

  private func storedRefusal(
    _ identity: Identity,
    _ row: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> RecordRefusal.Reason? {
    guard let stored, stored.areFinal || identity.condition >= 0 else { return nil }
    encode(identity, row, batch, input)
    // What existed before the run does not change.
    if admitted.contains(encoder.rows, in: identity.table) { return nil }
    let table = Int(identity.table)
    if stored.areFinal {
      if stored.hold(encoder.rows, in: table) { return .isThere }
    } else if !stored.admit(encoder.rows, in: table, as: Int(identity.condition)) {
      return .isOther
    }
    admitted.insert(encoder.rows, in: identity.table)
    return nil
  }
}
