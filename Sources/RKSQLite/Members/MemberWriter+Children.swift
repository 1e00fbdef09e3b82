internal import RKEngine
internal import RKMapping

/// Lists of child tables.
extension MemberWriter {
  /// Deletes the stored children that a list no longer contains; other children are written as
  /// rows.
  func writeChildren(
    _ list: MemberList,
    _ event: RowBatch.Event,
    _ batch: borrowing RowBatch,
    _ owner: RowWriter.OwnerState
  ) throws(WriteError) {
    if list.rule.policy == .union {
      let isFresh = owner.isNew && !rows.remembers(table: list.table)
      let offset = isFresh ? 0 : try unionPlace(list, event, batch, owner)
      return offsets.set(offset, of: list.number, owner: event.owner)
    }
    let first = list.firstValue(of: 0, event)
    // Positions usually have no gaps; then only the rows after the last one need checking.
    var announced = 0
    while announced < Int(event.count), batch.values[first + announced].integer == announced {
      announced += 1
    }
    let select = try list.statement(.places)
    let next = try list.bindOwner(select, event, of: batch, number: owner.number)
    try select.set(next, Int64(announced))
    var surplus: [Int64] = []
    while try select.next() {
      let place = select.integer(0)
      while announced < Int(event.count), batch.values[first + announced].integer < place {
        announced += 1
      }
      if announced == Int(event.count) || batch.values[first + announced].integer != place {
        surplus.append(place)
      }
    }
    select.reset()
    for place in surplus {
      let key = KeptRow(list.ownerValues(event), of: batch, number: owner.number)
      if let relationship = list.relationship { key.append(text: relationship) }
      key.append(integer: place)
      try removal.remove(from: list.table, where: list.childKey, are: key)
    }
  }
}
