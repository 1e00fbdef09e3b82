internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// Lists whose members refer to their owner by columns of their own rows: tracks the owner of each
/// member, and the members without a row so far.
final class InverseLists {
  /// The statements of one list, prepared for one version of the schema.
  private struct Updates {
    var version: Int
    var claim: RowUpdate
    var release: RowUpdate
  }

  var claims = OwnerClaims()
  private let lists: [MemberList]
  private let removal: RowRemoval
  private let schema: TableSchema
  private let bookkeeping: Bookkeeping?
  /// The lists whose columns are also written by records of the members.
  private let own: [MemberList]
  private var updates: [Int: Updates] = [:]
  /// For each list of connections, the members that have no row yet.
  private var pending: [Int: PendingMembers] = [:]

  init(
    _ lists: [MemberList],
    _ removal: RowRemoval,
    _ plan: TablePlan,
    _ bookkeeping: Bookkeeping?
  ) throws(WriteError) {
    self.lists = lists.filter(\.rule.isInverse)
    self.removal = removal
    self.bookkeeping = bookkeeping
    schema = removal.schema
    var seen: Set<[Int]> = []
    own = self.lists.filter { list in
      guard seen.insert([list.table] + list.ownerColumns).inserted else { return false }
      return plan.rows.contains { rule in
        Int(rule.table) == list.table && !rule.key.isEmpty
          && plan.fills(list.ownerColumns, of: rule)
      }
    }
    for list in self.lists where list.areConnected {
      pending[list.number] = try PendingMembers(list, removal.stored)
    }
  }

  /// Whether every written row must be reported, because members name their owners themselves.
  var followsRows: Bool { !own.isEmpty }

  /// Whether records of a list's members write its columns, too.
  func isOwn(_ list: MemberList) -> Bool {
    own.contains { $0.table == list.table && $0.ownerColumns == list.ownerColumns }
  }

  // MARK: - Claims

  /// Begins the hash of the key of an owner or a member, for the lists with these owner columns.
  func hash(_ list: MemberList, isOwner: Bool) -> KeyedHash {
    // The key numbers of the rows' own keys are smaller than these.
    removal.rows.hash(table: list.table, key: 1 + list.ownerColumns[0] * 2 + (isOwner ? 1 : 0))
  }

  /// The diagnostic for a row that names an owner while another owner's list has the row.
  func conflict(
    of row: RowWriter.Row,
    in batch: borrowing RowBatch
  ) throws(WriteError) -> Diagnostic? {
    for list in own where list.table == Int(row.rule.table) {
      var owner = hash(list, isOwner: true)
      let key = KeptRow()
      for column in list.ownerColumns {
        let value = row.value(column, batch)
        owner.add(key: value, batch.bytes)
        key.append(value, batch.bytes)
      }
      // An absent value counts as null here.
      if key.hasNull { continue }
      var member = hash(list, isOwner: false)
      let memberKey = KeptRow()
      for column in list.memberColumns {
        member.add(key: row.value(column, batch), batch.bytes)
        memberKey.append(row.value(column, batch), batch.bytes)
      }
      if !claims.claim(member.finished(), asItsOwn: owner.finished()) {
        return try finding(list, memberKey, owner: key, isOwn: true)
      }
    }
    return nil
  }

  /// The diagnostic for a member that already has an owner.
  func finding(
    _ list: MemberList,
    _ member: KeptRow,
    owner: KeptRow,
    isOwn: Bool = false
  ) throws(WriteError) -> Diagnostic {
    OwnerClaims.finding(
      schema.tables[list.table],
      member.text,
      schema,
      list.ownerColumns,
      holder: try self.owner(of: member, list)?.text,
      owner.text,
      isOwn: isOwn
    )
  }

  /// The owner that a member has in the database, or will have once its row comes.
  private func owner(of member: KeptRow, _ list: MemberList) throws(WriteError) -> KeptRow? {
    let table = removal.stored.definition(of: list.table)
    let select = try Statement.make(
      removal.database,
      """
      SELECT \(table.list(list.ownerColumns)) FROM \(table.name) \
      WHERE \(table.condition(list.memberColumns))
      """
    )
    try member.bind(to: select)
    defer { select.reset() }
    if try select.next(), select.kind(0) != .null {
      return KeptRow(list.ownerColumns.indices, of: select)
    }
    return try pending[list.number]?.owner(of: member)
  }

  // MARK: - Members

  /// Makes a row a member.
  ///
  /// `values` are the owner's key, and the position if positions are stored.
  func claim(
    _ list: MemberList,
    _ member: KeptRow,
    _ values: KeptRow,
    isLast: Bool = false
  ) throws(WriteError) -> RowUpdate.Outcome {
    let update = try updates(list).claim
    let rows = removal.rows
    // In append mode, rows from before the run stay unchanged.
    if removal.stored.options.mode == .append, rows.remembers(table: list.table),
      let row = try update.read(member)?.row, rows.entry(of: row)?.wasThere ?? true
    {
      return .ignored
    }
    let outcome = try run(update, list, member, values)
    if outcome == .missing && !isLast {
      let number = claims.list(of: hash(list, ownerOf: values))
      try pending[list.number]?.add(member, values, inList: number)
    }
    return outcome
  }

  /// Removes a row from its owner.
  func release(_ list: MemberList, _ member: KeptRow) throws(WriteError) {
    if try run(try updates(list).release, list, member, KeptRow()) == .changed {
      try bookkeeping?.didWrite(list.table, member)
    }
  }

  private func run(
    _ update: RowUpdate,
    _ list: MemberList,
    _ member: KeptRow,
    _ values: KeptRow
  ) throws(WriteError) -> RowUpdate.Outcome {
    do throws(WriteError) {
      let outcome = try update.run(member, to: values)
      if outcome == .ignored, removal.stored.hasTriggers(table: list.table) {
        removal.rows.didIgnore(table: list.table)
      }
      // The remembered values of the row are no longer correct.
      if outcome == .changed, isOwn(list) { removal.didRemove(list.table) }
      return outcome
    } catch .failure(let failure) {
      throw list.explanation(of: failure)
    }
  }

  private func updates(_ list: MemberList) throws(WriteError) -> Updates {
    if let made = updates[list.number], made.version == removal.stored.version { return made }
    let columns = list.ownerColumns + (list.position < 0 ? [] : [list.position])
    let made = Updates(
      version: removal.stored.version,
      claim: try RowUpdate(removal, list.table, setting: columns),
      release: try RowUpdate(removal, list.table, clearing: columns)
    )
    updates[list.number] = made
    return made
  }
}

extension InverseLists {
  /// Called when all rows have come: adds the members whose rows came late, and reports those that
  /// have no row.
  func finish(report: (Diagnostic) -> Void) throws(WriteError) {
    for list in lists {
      guard let pending = pending[list.number] else { continue }
      let rule = removal.stored.options.dangling
      var missing = 0
      var example = ""
      while let (member, values, number) = try pending.next() {
        let owner = hash(list, ownerOf: values)
        guard claims.has(hash(list, member), inListOf: owner), claims.list(of: owner) == number
        else { continue }
        guard try claim(list, member, values, isLast: true) == .missing else { continue }
        if missing == 0 { example = member.text }
        missing += 1
        guard rule == .stub else { continue }
        try pending.makeRow(member)
        try updates(list).claim.didInsert(member)
        try bookkeeping?.didWrite(list.table, member)
        _ = try claim(list, member, values, isLast: true)
      }
      if missing == 0 { continue }
      let finding = finding(list, missing, example, rule)
      if rule == .error { throw .data(finding) }
      report(finding)
    }
  }

  private func hash(_ list: MemberList, _ member: KeptRow) -> RowHash {
    var hash = hash(list, isOwner: false)
    member.add(to: &hash)
    return hash.finished()
  }

  private func hash(_ list: MemberList, ownerOf values: KeptRow) -> RowHash {
    var hash = hash(list, isOwner: true)
    values.row(list.ownerColumns.indices).add(to: &hash)
    return hash.finished()
  }

  private func finding(
    _ list: MemberList,
    _ count: Int,
    _ example: String,
    _ rule: DatabaseOptions.Dangling
  ) -> Diagnostic {
    let table = schema.tables[list.table]
    let columns = list.ownerColumns.map { "'\(table.columns[$0].name)'" }.joined(separator: ", ")
    let keys = count == 1 ? "a key" : "\(count) keys"
    return Diagnostic(
      .danglingReferences,
      severity: rule == .error ? .error : nil,
      """
      \(keys) of lists that \(columns) of '\(table.name)' stands for \(count == 1 ? "leads" : "lead") \
      to rows that are not there, such as \(example)\
      \(rule == .stub ? "; rows with nothing but their keys are made" : "")
      """,
      help: rule == .stub ? [] : ["--dangling stub makes the rows"]
    )
  }
}

extension TablePlan {
  /// Whether rows of a rule bring their own values for all of these columns.
  func fills(_ columns: [Int], of rule: RowRule) -> Bool {
    var column = 0
    for cell in cells[rule.cells] {
      let filled = column..<column + Int(cell.width)
      column = filled.upperBound
      if cell.kind != .empty, columns.contains(where: filled.contains) { return true }
    }
    return false
  }
}
