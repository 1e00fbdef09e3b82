internal import RKEngine

/// Rows of one table, sorted by key.
///
/// A table that is larger than the page cache is read and written a page at a time if its keys come
/// in random order: a page for each row. Of many rows in key order several go to a page.
extension RowWriter {
  /// The position of a row in that order.
  struct KeyPlace: Comparable {
    let key: Int64
    let event: Int

    /// Rows with the same key keep their order.
    static func < (one: KeyPlace, other: KeyPlace) -> Bool {
      one.key == other.key ? one.event < other.event : one.key < other.key
    }
  }

  /// The rows of a batch in key order; nil if they are sorted already, or if the change would be
  /// visible.
  func keyOrder(of batch: borrowing RowBatch) -> [KeyPlace]? {
    guard let form = unorderedForm, mayOrderRows else { return nil }
    var order: [KeyPlace] = []
    order.reserveCapacity(batch.events.count)
    var isInOrder = true
    for at in 0..<batch.events.count {
      let event = batch.events[at]
      let isAlone = event.kind == .row && Int(event.owner) == at && Int(event.end) == at + 1
      guard isAlone else { return nil }
      let key = batch.values[Int(event.firstValue) + form.key[0]]
      guard key.kind == .integer else { return nil }
      if let last = order.last, last.key > key.integer { isInOrder = false }
      order.append(KeyPlace(key: key.integer, event: at))
    }
    if isInOrder { return nil }
    order.sort()
    return order
  }

  /// Whether rows may be written in key order: into a table that was created in this run, with all
  /// of its columns.
  var mayOrderRows: Bool {
    guard let form = unorderedForm, follower?.followsRows != true else { return false }
    if form.version != stored.version { form.update(stored) }
    return form.isNew && form.missing.isEmpty
  }
}
