internal import RKEngine
internal import RKMapping

/// Rows that a relationship with the replace policy no longer leads to.
///
/// They are deleted at the end of the run unless something refers to them or the run has written
/// them again.
///
/// A root record exists on its own, so its row stays whether it came before or after.
final class ReplacedRows {
  fileprivate struct Candidate {
    var table: Int
    var key: KeptRow
  }

  /// A foreign key by which rows refer to others without belonging to them.
  private struct Reference {
    var table: Int
    var columns: [Int]
  }

  private let removal: RowRemoval
  private let schema: TableSchema
  private let stored: StoredSchema
  private let hashKey: KeyedHash.Key
  private var candidates: [RowHash: Candidate] = [:]
  private var counts: [Int]
  /// For each table, whether relationships delete the rows that they replace.
  private let areTaken: [Bool]
  /// The rows of such tables that are root records of the run.
  private var roots: Set<RowHash> = []
  private var statements: [String: Statement] = [:]

  init(_ stored: StoredSchema, _ plan: TablePlan, _ removal: RowRemoval) {
    var areTaken = stored.schema.tables.map { _ in false }
    for reference in plan.references {
      areTaken[Int(reference.table)] = true
    }
    for list in plan.lists where list.isJoin && list.policy == .replace {
      areTaken[Int(list.target)] = true
    }
    self.areTaken = areTaken
    self.removal = removal
    self.stored = stored
    schema = stored.schema
    hashKey = removal.rows.hashKey
    counts = schema.tables.map { _ in 0 }
  }

  private func hash(_ table: Int, _ key: KeptRow) -> RowHash {
    var hash = KeyedHash(hashKey, kind: table)
    key.add(to: &hash)
    return hash.finished()
  }

  // MARK: - Candidates

  /// Notes that one place no longer refers to a row.
  func drop(table: Int, _ key: KeptRow) {
    if key.hasNull { return }
    let hash = hash(table, key)
    if roots.contains(hash) { return }
    let candidate = Candidate(table: table, key: key)
    if candidates.updateValue(candidate, forKey: hash) == nil { counts[table] += 1 }
  }

  /// Whether every written row must be reported, because rows may have to be deleted.
  var followsRows: Bool { areTaken.contains(true) }

  /// Keeps a row that the run writes.
  func keep(_ row: RowWriter.Row, of batch: borrowing RowBatch) {
    let table = Int(row.rule.table)
    let isRoot = areTaken[table] && Int(batch.events[row.event].owner) == row.event
    if !isRoot && counts[table] == 0 { return }
    var hash = KeyedHash(hashKey, kind: table)
    for column in schema.tables[table].primaryKey {
      hash.add(key: row.value(column, batch), batch.bytes)
    }
    let finished = hash.finished()
    if candidates.removeValue(forKey: finished) != nil { counts[table] -= 1 }
    if isRoot { roots.insert(finished) }
  }

  /// Keeps a row that another place refers to.
  func keep(table: Int, _ key: KeptRow) {
    if counts[table] > 0, candidates.removeValue(forKey: hash(table, key)) != nil {
      counts[table] -= 1
    }
  }

  /// A saved state of the candidates, for undoing later changes.
  struct Mark {
    fileprivate var candidates: [RowHash: Candidate]
    fileprivate var counts: [Int]
    fileprivate var roots: Set<RowHash>
  }

  var mark: Mark { Mark(candidates: candidates, counts: counts, roots: roots) }

  func reset(to mark: Mark) {
    (candidates, counts, roots) = (mark.candidates, mark.counts, mark.roots)
  }

  // MARK: - The end of the run

  /// Deletes the candidates that nothing refers to.
  func finish() throws(WriteError) {
    if candidates.isEmpty { return }
    // Without indexes every query would scan a whole table.
    try stored.buildIndexes()
    statements = [:]
    var freed: [RowHash] = []
    removal.didFree = { [unowned self] table, key in
      let hash = self.hash(table, key)
      if self.candidates[hash] != nil { freed.append(hash) }
    }
    defer { removal.didFree = nil }
    var open = Array(candidates.keys)
    while let hash = open.popLast() {
      guard let candidate = candidates[hash], try !isReferred(candidate) else { continue }
      candidates[hash] = nil
      try removal.remove(
        from: candidate.table,
        where: schema.tables[candidate.table].primaryKey,
        are: candidate.key
      )
      // Rows that only deleted rows referred to can be deleted now, too.
      open += freed
      freed = []
    }
    candidates = [:]
  }

  /// Whether something refers to the candidate that would not be deleted with it: a row, or an
  /// owner's list.
  private func isReferred(_ candidate: Candidate) throws(WriteError) -> Bool {
    if try isMember(candidate) { return true }
    for (number, table) in schema.tables.enumerated() where stored.isThere(table: number) {
      for key in table.foreignKeys
      where key.table == candidate.table && !key.isOwner && key.membership.isEmpty {
        guard key.columns.allSatisfy({ stored.isThere(table: number, column: $0) }) else {
          continue
        }
        let reference = Reference(table: number, columns: key.columns)
        if try refers(reference, to: candidate) { return true }
      }
    }
    return false
  }

  /// Whether the candidate refers to an owner whose list contains it.
  private func isMember(_ candidate: Candidate) throws(WriteError) -> Bool {
    let table = schema.tables[candidate.table]
    let definition = stored.definition(of: candidate.table)
    let owners = table.foreignKeys.filter { key in
      !key.membership.isEmpty
        && key.columns.allSatisfy { stored.isThere(table: candidate.table, column: $0) }
    }
    if owners.isEmpty { return false }
    let held = owners.map { "\(definition.list([$0.columns[0]])) IS NOT NULL" }
    let select = try statement(
      """
      SELECT 1 FROM \(definition.name) WHERE \(definition.condition(table.primaryKey)) \
      AND (\(held.joined(separator: " OR ")))
      """
    )
    try candidate.key.bind(to: select)
    defer { select.reset() }
    return try select.next()
  }

  private func refers(_ reference: Reference, to candidate: Candidate) throws(WriteError) -> Bool {
    let table = schema.tables[reference.table]
    let owners = stored.owners(of: reference.table)
    let definition = stored.definition(of: reference.table)
    let isOwn = reference.table == candidate.table
    // Rows that cannot belong to anything always refer from outside.
    let mayBelong = isOwn || !owners.isEmpty
    let key = isOwn ? table.primaryKey : []
    let columns = key + owners.flatMap(\.columns)
    let select = try statement(
      """
      SELECT \(columns.isEmpty ? "1" : definition.list(columns)) FROM \(definition.name) \
      WHERE \(definition.condition(reference.columns))\(mayBelong ? "" : " LIMIT 1")
      """
    )
    try candidate.key.bind(to: select)
    var rows: [KeptRow] = []
    while try select.next() {
      rows.append(KeptRow(columns.indices, of: select))
      if !mayBelong { break }
      if rows.count == Self.portion {
        // Rows are examined in portions to limit memory.
        if try containsStranger(rows, key.count, owners, candidate) {
          select.reset()
          return true
        }
        rows = []
      }
    }
    select.reset()
    if !mayBelong { return !rows.isEmpty }
    return try containsStranger(rows, key.count, owners, candidate)
  }

  private static let portion = 64

  /// Whether one of these rows, given by their own and owner keys, would outlive the candidate.
  private func containsStranger(
    _ rows: [KeptRow],
    _ keyCount: Int,
    _ owners: [TableSchema.ForeignKey],
    _ candidate: Candidate
  ) throws(WriteError) -> Bool {
    let wanted = hash(candidate.table, candidate.key)
    for row in rows {
      if keyCount > 0, hash(candidate.table, row.row(0..<keyCount)) == wanted { continue }
      if try !belongs(row, from: keyCount, owners, to: candidate, wanted, depth: 0) { return true }
    }
    return false
  }

  /// Whether a row belongs to the candidate, directly or through other rows.
  private func belongs(
    _ row: KeptRow,
    from first: Int,
    _ owners: [TableSchema.ForeignKey],
    to candidate: Candidate,
    _ wanted: RowHash,
    depth: Int
  ) throws(WriteError) -> Bool {
    var first = first
    for owner in owners {
      let key = row.row(first..<first + owner.columns.count)
      first += owner.columns.count
      if key.hasNull { continue }
      if owner.table == candidate.table && hash(owner.table, key) == wanted { return true }
      let next = stored.owners(of: owner.table)
      if next.isEmpty || depth == Self.deepest || !stored.isThere(table: owner.table) { continue }
      let definition = stored.definition(of: owner.table)
      let columns = next.flatMap(\.columns)
      let select = try statement(
        """
        SELECT \(definition.list(columns)) FROM \(definition.name) \
        WHERE \(definition.condition(definition.table.primaryKey))
        """
      )
      try key.bind(to: select)
      let above = try select.next() ? KeptRow(columns.indices, of: select) : nil
      select.reset()
      if let above, try belongs(above, from: 0, next, to: candidate, wanted, depth: depth + 1) {
        return true
      }
    }
    return false
  }

  /// A limit that no real document reaches for levels of rows that belong to each other.
  private static let deepest = 10_000

  private func statement(_ sql: String) throws(WriteError) -> Statement {
    if let made = statements[sql] { return made }
    let made = try Statement.make(removal.database, sql)
    statements[sql] = made
    return made
  }
}
