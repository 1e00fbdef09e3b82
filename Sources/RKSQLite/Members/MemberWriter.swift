package import RKEngine
package import RKMapping

/// Writes the members of to-many relationships: makes the stored lists match the records, and
/// writes nothing if they match already.
///
/// For a join table it writes all rows. For a child table it deletes those that a list does not
/// contain; the others come as rows of their own.
package final class MemberWriter: RowFollower {
  private let database: Database
  private let plan: TablePlan
  let stored: StoredSchema
  let rows: RunRows
  let removal: RowRemoval
  let replaced: ReplacedRows
  let bookkeeping: Bookkeeping?
  let dangling: DanglingCheck
  let deleted: DeletedRows
  let pruned: PrunedRows?
  let added: AddedRows
  /// Records what the rows alone do not show; nil if nobody needs it.
  var marks: CellMarks?
  unowned let writer: RowWriter
  private let lists: [MemberList]
  /// For each row rule, the list whose children its rows are; -1 if there is none, or if the list
  /// does not append to stored members.
  private let appendedLists: [Int32]
  /// Whether some lists append to stored members.
  private let hasUnions: Bool
  /// For each relationship, the first position after the members that an owner had before its
  /// record came.
  private var firsts = OwnerPlaces()
  /// How far the positions of an appended list's rows are shifted.
  var offsets = OwnerPlaces()
  /// Lists whose members refer to their owner.
  let inverses: InverseLists
  private var given = UniqueArray<RowHash>()

  /// Creates a member writer that follows the rows of a row writer.
  package init(
    _ writer: RowWriter,
    bookkeeping: Bookkeeping? = nil,
    rules: StoredRules = StoredRules()
  ) throws(WriteError) {
    self.writer = writer
    database = writer.database
    plan = writer.plan
    stored = writer.stored
    rows = writer.rows
    self.bookkeeping = bookkeeping
    removal = RowRemoval(stored, plan, rows, bookkeeping)
    replaced = ReplacedRows(stored, plan, removal)
    dangling = try DanglingCheck(stored, removal, bookkeeping)
    deleted = try DeletedRows(removal, rules.deletions)
    pruned =
      stored.options.prunes ? PrunedRows(removal, rules.prunes, stored.options.pruneLimit) : nil
    added = try AddedRows(writer, rules.unidentified)
    let (plan, stored) = (writer.plan, writer.stored)
    lists = plan.lists.indices.map { MemberList($0, plan, stored) }
    hasUnions = plan.lists.contains { $0.policy == .union }
    var appended = plan.rows.map { _ in Int32(-1) }
    for relative in plan.relatives where !relative.list.isNone && !relative.row.isNone {
      let list = plan.lists[relative.list]
      if !list.isJoin && list.policy == .union {
        appended[Int(relative.row.index)] = relative.list.index
      }
    }
    appendedLists = appended
    inverses = try InverseLists(lists, removal, plan, bookkeeping)
    removal.didRemove = { [unowned writer] in writer.didDelete(table: $0) }
  }

  // MARK: - Rows

  /// Bookkeeping, replaced rows, lists of members and marks need to see every row.
  package var followsRows: Bool {
    bookkeeping?.followsRows == true || replaced.followsRows || inverses.followsRows
      || marks != nil
  }

  package func didTake(
    _ row: RowWriter.Row,
    number: Int64?,
    of batch: borrowing RowBatch,
    hasChanged: Bool,
    isTaken: Bool
  ) throws(WriteError) {
    let table = Int(row.rule.table)
    if inverses.followsRows, isTaken || hasChanged {
      if let conflict = try inverses.conflict(of: row, in: batch) {
        throw writer.refusal(conflict, at: row.event, batch)
      }
    }
    if isTaken { try marks?.didTake(row, number: number, of: batch) }
    replaced.keep(row, of: batch)
    if !hasChanged { return }
    try bookkeeping?.didWrite(table, batch.events[row.event], batch) { column, batch in
      let value = row.value(column, batch)
      // The database assigns the number of a row.
      if value.kind == .absent, let number { return StoredValue(integer: number) }
      return value
    }
  }

  package func willReplace(table: Int, _ columns: [Int], of row: Statement) {
    let key = KeptRow()
    for column in columns { key.append(column, of: row) }
    replaced.drop(table: table, key)
  }

  // MARK: - Lists

  /// Prepares for the next batch.
  package func beginBatch() {
    firsts.removeAll()
    offsets.removeAll()
  }

  /// How far the positions of a rule's rows are shifted from those in the batch, for the owner
  /// whose row is the event `owner`.
  @inline(__always)
  package func offset(ofRow rule: UInt32, owner: UInt32) -> Int64 {
    guard hasUnions, appendedLists[Int(rule)] >= 0 else { return 0 }
    return offsets.place(of: Int(appendedLists[Int(rule)]), owner: owner) ?? 0
  }

  /// Writes the list of the event at `number`.
  package func write(
    list number: Int,
    of batch: borrowing RowBatch,
    owner: RowWriter.OwnerState
  ) throws(WriteError) {
    let event = batch.events[number]
    let list = lists[Int(event.rule)]
    if !list.isThere(stored) {
      if event.count == 0 { return }
      if list.rule.isJoin {
        try stored.make(table: list.table)
      } else if list.rule.policy != .union {
        // The children's own rows create their table and the columns of their owner.
        return
      }
    }
    try list.update(stored)
    if list.rule.isInverse { return try writeInverse(list, number, batch, owner) }
    let mayIgnore = stored.hasTriggers(table: list.table)
    let isFresh = owner.isNew && !rows.remembers(table: list.table) && !mayIgnore
    if !list.rule.isJoin {
      if !isFresh || list.rule.policy == .union {
        try writeChildren(list, event, batch, owner)
      }
    } else if isFresh {
      if event.count > 0 { try insertMembers(list, event, batch, owner) }
    } else {
      try writeMembers(list, event, batch, owner)
    }
  }

  // MARK: - Join tables

  /// Writes the members of a new owner.
  private func insertMembers(
    _ list: MemberList,
    _ event: RowBatch.Event,
    _ batch: borrowing RowBatch,
    _ owner: RowWriter.OwnerState
  ) throws(WriteError) {
    for member in 0..<Int(event.count)
    where try insert(member, of: list, event, batch, owner, place: nil) {
      try count(nil, at: 0)
    }
  }

  /// Adds a member; returns false if it already exists.
  private func insert(
    _ member: Int,
    of list: MemberList,
    _ event: RowBatch.Event,
    _ batch: borrowing RowBatch,
    _ owner: RowWriter.OwnerState,
    place: Int64?
  ) throws(WriteError) -> Bool {
    guard let insert = list.insert else { return false }
    let first = list.firstValue(of: member, event)
    for column in 0..<list.width {
      let value = batch.values[first + column].resolved(ownerNumber: owner.number)
      try insert.set(column + 1, value, batch.bytes)
    }
    if let place { try insert.set(list.position + 1, place) }
    return try run(insert, list, event, batch, owner, firstValue: first)
  }

  /// Writes the members of an owner that may already have some.
  private func writeMembers(
    _ list: MemberList,
    _ event: RowBatch.Event,
    _ batch: borrowing RowBatch,
    _ owner: RowWriter.OwnerState
  ) throws(WriteError) {
    let prefix = hash(list, event, batch, owner)
    let isUnion = list.rule.policy == .union
    if !isUnion, try isAsStored(list, event, batch, owner, prefix) {
      guard rows.remembers(table: list.table) else { return }
      for member in 0..<given.count { rows.didMeet(given[member]) }
      return
    }
    let changes = MemberChanges(
      isRemembered: rows.remembers(table: list.table),
      keepsMembers: !isUnion
    )
    let select = try list.statement(.select)
    _ = try list.bindOwner(select, event, of: batch, number: owner.number)
    try changes.read(select, list, prefix)
    // If no members are stored, the record's positions are used unchanged, as for a new owner.
    var next = isUnion ? try unionPlace(list, event, batch, owner) : 0
    for member in 0..<Int(event.count) {
      let hash = hash(of: member, list, event, batch, prefix)
      let place = batch.values[list.firstValue(of: member, event) + list.position].integer
      switch changes.match(hash, place: isUnion ? nil : place) {
      case .repeated: continue
      case .same: rows.didMeet(changes.isRemembered ? hash : nil)
      case .moved(let before):
        if try !move(member, of: list, event, batch, owner, to: place) {
          rows.didIgnore(table: list.table)
          rows.didMeet(changes.isRemembered ? hash : nil)
        } else if changes.isRemembered {
          rows.didChange(hash, before: contents(before), after: contents(place))
        }
      case .new:
        let goesOn = next > 0 && list.companions.count == 1
        let newPlace = goesOn ? next : next + place
        if goesOn { next += 1 }
        if try insert(member, of: list, event, batch, owner, place: newPlace) {
          try count(changes.isRemembered ? hash : nil, at: newPlace)
        } else {
          rows.didIgnore(table: list.table)
        }
      }
    }
    for gone in changes.gone {
      guard try delete(gone, of: list, event, batch, owner) else {
        rows.didIgnore(table: list.table)
        rows.didMeet(changes.isRemembered ? gone.hash : nil)
        continue
      }
      rows.didDelete(changes.isRemembered ? gone.hash : nil, before: contents(gone.place))
    }
  }

  /// Whether the stored members are those of the batch, at the same positions; `given` has the
  /// hashes of the batch's members.
  private func isAsStored(
    _ list: MemberList,
    _ event: RowBatch.Event,
    _ batch: borrowing RowBatch,
    _ owner: RowWriter.OwnerState,
    _ prefix: KeyedHash
  ) throws(WriteError) -> Bool {
    given.removeAll()
    let select = try list.statement(.select)
    _ = try list.bindOwner(select, event, of: batch, number: owner.number)
    defer { select.reset() }
    while try select.next() {
      let member = given.count
      guard member < Int(event.count) else { return false }
      let hash = hash(of: member, list, event, batch, prefix)
      let place = batch.values[list.firstValue(of: member, event) + list.position].integer
      guard MemberChanges.place(of: select, list) == place,
        MemberChanges.hash(of: select, list, prefix) == hash
      else { return false }
      given.append(hash)
    }
    return given.count == Int(event.count)
  }

  /// Counts a new member.
  private func count(_ row: RowHash?, at place: Int64) throws(WriteError) {
    do {
      try rows.didInsert(row) { contents(place) }
    } catch { throw .failure(error) }
  }

  private func move(
    _ member: Int,
    of list: MemberList,
    _ event: RowBatch.Event,
    _ batch: borrowing RowBatch,
    _ owner: RowWriter.OwnerState,
    to place: Int64
  ) throws(WriteError) -> Bool {
    let update = try list.statement(.update)
    try update.set(1, place)
    let next = try list.bindOwner(update, from: 2, event, of: batch, number: owner.number)
    let first = list.firstValue(of: member, event)
    for (place, column) in list.memberColumns.enumerated() {
      try update.set(next + place, batch.values[first + column], batch.bytes)
    }
    return try run(update, list, event, batch, owner, firstValue: first)
  }

  /// Writes a member; returns false if nothing changed.
  private func run(
    _ statement: Statement,
    _ list: MemberList,
    _ event: RowBatch.Event,
    _ batch: borrowing RowBatch,
    _ owner: RowWriter.OwnerState,
    firstValue: Int
  ) throws(WriteError) -> Bool {
    try list.run(statement)
    guard database.changeCount > 0 else { return false }
    try bookkeeping?.didWrite(list.table, event, batch) { column, batch in
      batch.values[firstValue + column].resolved(ownerNumber: owner.number)
    }
    return true
  }

  private func delete(
    _ gone: MemberChanges.Member,
    of list: MemberList,
    _ event: RowBatch.Event,
    _ batch: borrowing RowBatch,
    _ owner: RowWriter.OwnerState
  ) throws(WriteError) -> Bool {
    let delete = try list.statement(.delete)
    let next = try list.bindOwner(delete, event, of: batch, number: owner.number)
    guard let key = gone.key else { return true }
    try key.bind(to: delete, from: next)
    try list.run(delete)
    guard database.changeCount > 0 else { return false }
    if list.rule.policy == .replace { replaced.drop(table: Int(list.rule.target), key) }
    guard let bookkeeping else { return true }
    let row = KeptRow(list.ownerValues(event), of: batch, number: owner.number)
    row.append(key)
    try bookkeeping.didRemove(list.table, row)
    return true
  }

  // MARK: - Members

  func hash(
    _ list: MemberList,
    _ event: RowBatch.Event,
    _ batch: borrowing RowBatch,
    _ owner: RowWriter.OwnerState
  ) -> KeyedHash {
    var hash = rows.hash(table: list.table)
    for place in list.ownerValues(event) {
      hash.add(key: batch.values[place].resolved(ownerNumber: owner.number), batch.bytes)
    }
    return hash
  }

  func hash(
    of member: Int,
    _ list: MemberList,
    _ event: RowBatch.Event,
    _ batch: borrowing RowBatch,
    _ prefix: KeyedHash
  ) -> RowHash {
    var hash = prefix
    let first = list.firstValue(of: member, event)
    for column in list.memberColumns { hash.add(key: batch.values[first + column], batch.bytes) }
    return hash.finished()
  }

  /// The hash of the contents of a join table's row, which are only its position.
  private func contents(_ place: Int64) -> UInt64 {
    var hash = KeyedHash(rows.hashKey)
    hash.add(integer: place)
    return hash.finished().low
  }

  // MARK: - Appended places

  /// The first position after the stored members of a relationship, over all of its tables.
  func unionPlace(
    _ list: MemberList,
    _ event: RowBatch.Event,
    _ batch: borrowing RowBatch,
    _ owner: RowWriter.OwnerState
  ) throws(WriteError) -> Int64 {
    let relation = list.companions[0]
    if let known = firsts.place(of: relation, owner: event.owner) { return known }
    var first: Int64 = 0
    for number in list.companions where lists[number].isThere(stored) {
      let companion = lists[number]
      try companion.update(stored)
      let last = try companion.statement(.last)
      _ = try companion.bindOwner(last, event, of: batch, number: owner.number)
      if try last.next(), last.kind(0) == .integer { first = max(first, last.integer(0) + 1) }
      last.reset()
    }
    firsts.set(first, of: relation, owner: event.owner)
    return first
  }
}
