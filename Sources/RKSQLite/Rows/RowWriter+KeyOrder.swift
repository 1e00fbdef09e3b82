internal import RKEngine

/// Writes rows that are found by row numbers in the order of table and key; lists come after all
/// rows.
///
/// If keys come in random order, a table that is larger than the page cache is read and written one
/// page per row. In key order, several rows share a page.
extension RowWriter {
  /// A row's position in key order.
  struct KeyPlace: Comparable {
    let table: Int
    let key: Int64
    let event: Int

    /// Rows with the same key keep their order.
    static func < (one: KeyPlace, other: KeyPlace) -> Bool {
      if one.table != other.table { return one.table < other.table }
      return one.key == other.key ? one.event < other.event : one.key < other.key
    }
  }

  /// The rows of a batch in key order; nil if they are sorted already, or if the different order
  /// could be observed.
  func keyOrder(of batch: borrowing RowBatch) -> [KeyPlace]? {
    guard mayOrderRows else { return nil }
    var order: [KeyPlace] = []
    order.reserveCapacity(batch.events.count)
    var isInOrder = true
    for at in 0..<batch.events.count {
      let event = batch.events[at]
      if event.kind == .list { continue }
      let form = forms[Int(event.rule)]
      let key = batch.values[Int(event.firstValue) + form.key[0]]
      guard key.kind == .integer else { return nil }
      let place = KeyPlace(table: form.table, key: key.integer, event: at)
      if let last = order.last, place < last { isInOrder = false }
      order.append(place)
    }
    if isInOrder { return nil }
    order.sort()
    return order
  }

  /// Whether rows may be written in key order: only into tables that have all of their columns,
  /// where nothing follows rows or depends on their order.
  var mayOrderRows: Bool {
    guard !forms.isEmpty, follower?.followsRows != true else { return false }
    return forms.allSatisfy { form in
      if form.version != stored.version { form.update(stored) }
      return form.isUnordered(stored)
    }
  }
}
