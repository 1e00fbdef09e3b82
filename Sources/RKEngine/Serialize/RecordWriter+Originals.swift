/// Writes records back into the documents that they were made from.
package protocol OriginalUpdate: AnyObject {
  /// Adds a root record of an entry of the plan; false if it has failed, for a reason that the
  /// writer knows.
  func take(_ record: Int, entry: Int, node: Int, by writer: RecordWriter, _ view: TokenView)
    -> Bool
  /// Discards the parts of a record added so far, since one of them has failed.
  func forgetRecord()
  /// Keeps the parts of a record added so far; false if they cannot be written, for a reason that
  /// the writer knows.
  func keepRecord() -> Bool
}

/// What an update needs from the writer.
extension RecordWriter {
  /// Captures the members of a record for `token(of:of:_:)`; `close` drops them.
  package func open(_ record: Int, as node: Int, _ view: TokenView) -> Int {
    let base = slots.count
    for _ in 0..<plan.nodes[node].slotCount { slots.append(0) }
    capture(record, plan.nodes[node].names, base, view)
    return base
  }

  package func close(_ base: Int) { slots.truncate(to: base) }

  /// The text of a member; nil if it has failed.
  package func text(ofMember member: Int, of node: Int, _ base: Int, _ view: TokenView) -> [UInt8]?
  {
    taken { write(member: member, of: node, base, view) }
  }

  /// The text that a rule writes for a value; nil if there is none.
  package func text(of value: Int, by rule: WriteRule, _ view: TokenView) -> [UInt8]? {
    taken { values.append(value, by: rule, view, to: &text) == nil }
  }

  /// The text of a record; nil if it has failed.
  package func text(of record: Int, as node: Int, _ view: TokenView) -> [UInt8]? {
    taken { write(record, node, view) }
  }

  /// The text of a record as a member of an object: its key, with quotes, and its value.
  package func member(of record: Int, as node: Int, _ view: TokenView) -> (
    key: [UInt8], value: [UInt8]
  )? {
    let start = text.count
    guard writeMember(record, node, view) else { return nil }
    let key = keyText(from: start)
    let value = (start + key.count + 1)..<text.count
    defer { text.truncate(to: start) }
    return (key, value.map { text[$0] })
  }

  private func taken(_ write: () -> Bool) -> [UInt8]? {
    let start = text.count
    defer { text.truncate(to: start) }
    return write() ? (start..<text.count).map { text[$0] } : nil
  }

  /// Whether a rule reads both texts as the same value, for dates as the same instant.
  package func areSame(_ one: [UInt8], _ other: [UInt8], by rule: WriteRule) -> Bool {
    guard !rule.type.isNone, let one = values.plainText(one, as: rule.type),
      let other = values.plainText(other, as: rule.type)
    else { return false }
    return ValueInverter.areSame(one.span, other.span)
  }
}
