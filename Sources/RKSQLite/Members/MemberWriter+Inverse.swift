internal import RKEngine
internal import RKMapping

/// Lists whose members refer to their owner.
extension MemberWriter {
  /// Makes the members of an owner match those of the event `number`.
  func writeInverse(
    _ list: MemberList,
    _ number: Int,
    _ batch: borrowing RowBatch,
    _ owner: RowWriter.OwnerState
  ) throws(WriteError) {
    let event = batch.events[number]
    let isUnion = list.rule.policy == .union
    let ownerKey = KeptRow(list.ownerValues(event), of: batch, number: owner.number)
    let ownerHash = hash(list, event, batch)
    if !isUnion { inverses.claims.beginList(of: ownerHash) }
    let prefix = inverses.hash(list, isOwner: false)
    for member in 0..<Int(event.count) {
      let hash = hash(of: member, list, event, batch, prefix)
      if inverses.claims.claim(hash, forListOf: ownerHash) { continue }
      let finding = try inverses.finding(list, key(of: member, list, event, batch), owner: ownerKey)
      throw writer.refusal(finding, at: row(of: member, list, number, batch), batch)
    }
    let changes = MemberChanges(isRemembered: false, keepsMembers: !isUnion)
    let isFresh =
      owner.isNew && !rows.remembers(table: list.table) && !stored.hasTriggers(table: list.table)
    if !isFresh {
      if stored.isNew(table: list.table) { try stored.addIndexes(to: [list.table]) }
      let select = try list.statement(.select)
      _ = try list.bindOwner(select, event, of: batch, number: owner.number)
      try changes.read(select, list, prefix)
    }
    var next: Int64 = 0
    if isUnion && list.position >= 0 && !isFresh {
      next = try unionPlace(list, event, batch, owner)
    }
    for member in 0..<Int(event.count) {
      let first = list.firstValue(of: member, event)
      var place = list.position < 0 ? 0 : batch.values[first + list.position].integer
      let isPlaced = !isUnion && list.position >= 0
      let hash = hash(of: member, list, event, batch, prefix)
      switch changes.match(hash, place: isPlaced ? place : nil) {
      case .repeated, .same: continue
      case .moved, .new: break
      }
      if next > 0 {
        place = list.companions.count == 1 ? next : next + place
        if list.companions.count == 1 { next += 1 }
      }
      try claim(member, of: list, event, batch, ownerKey, place)
    }
    for gone in changes.gone {
      guard let key = gone.key else { continue }
      try inverses.release(list, key)
      if list.rule.policy == .replace { replaced.drop(table: list.table, key) }
    }
  }

  /// Makes one row a member.
  private func claim(
    _ member: Int,
    of list: MemberList,
    _ event: RowBatch.Event,
    _ batch: borrowing RowBatch,
    _ owner: KeptRow,
    _ place: Int64
  ) throws(WriteError) {
    let key = key(of: member, list, event, batch)
    let values = KeptRow()
    values.append(owner)
    if list.position >= 0 { values.append(integer: place) }
    switch try inverses.claim(list, key, values) {
    case .missing, .ignored: break
    case .changed:
      replaced.keep(table: list.table, key)
      let first = list.firstValue(of: member, event)
      try bookkeeping?.didWrite(list.table, event, batch) { column, batch in
        batch.values[first + column]
      }
    }
  }

  // MARK: - Keys

  private func key(
    of member: Int,
    _ list: MemberList,
    _ event: RowBatch.Event,
    _ batch: borrowing RowBatch
  ) -> KeptRow {
    let key = KeptRow()
    let first = list.firstValue(of: member, event)
    for column in list.memberColumns { key.append(batch.values[first + column], batch.bytes) }
    return key
  }

  private func hash(
    _ list: MemberList,
    _ event: RowBatch.Event,
    _ batch: borrowing RowBatch
  ) -> RowHash {
    var hash = inverses.hash(list, isOwner: true)
    for place in list.ownerValues(event) { hash.add(key: batch.values[place], batch.bytes) }
    return hash.finished()
  }

  /// The event of a member's own row, or that of its owner if it has no row in the batch.
  private func row(
    of member: Int,
    _ list: MemberList,
    _ number: Int,
    _ batch: borrowing RowBatch
  ) -> Int {
    let event = batch.events[number]
    let prefix = inverses.hash(list, isOwner: false)
    let wanted = hash(of: member, list, event, batch, prefix)
    for at in Int(event.owner)..<number {
      let row = batch.events[at]
      guard case .row = row.kind, row.owner == event.owner, at != Int(event.owner),
        Int(writer.plan.rows[Int(row.rule)].table) == list.table
      else { continue }
      var hash = prefix
      for column in list.memberColumns {
        hash.add(key: batch.values[Int(row.firstValue) + column], batch.bytes)
      }
      if hash.finished() == wanted { return at }
    }
    return Int(event.owner)
  }
}
