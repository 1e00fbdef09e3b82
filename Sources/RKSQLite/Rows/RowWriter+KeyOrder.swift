internal import RKEngine

/// Rows of one table, in the order of their keys instead of their own.
///
/// A table that is larger than the page cache is read and written a page at a time where its keys come in
/// no order: a page for each row. Of many rows in the order of their keys several go to a page.
extension RowWriter {
  /// The place of a row in that order.
  struct KeyPlace: Comparable {
    let key: Int64
    let event: Int

    /// Rows of one key stay in their order.
    static func < (one: KeyPlace, other: KeyPlace) -> Bool {
      one.key == other.key ? one.event < other.event : one.key < other.key
    }
  }

  /// The rows of a batch in the order of their keys; nil where they have it, or where another one would be
  /// seen.
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

  /// Rows may be written in the order of their keys: into a table that was made in this run, with all of
  /// its columns.
  var mayOrderRows: Bool {
    guard let form = unorderedForm, follower?.followsRows != true else { return false }
    if form.version != stored.version { form.update(stored) }
    return form.isNew && form.missing.isEmpty
  }
}
