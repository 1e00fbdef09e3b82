/// Puts records into the documents that they were made of.
package protocol OriginalUpdate: AnyObject {
  /// Takes a root record of an entry of the plan; false where it has failed, which the writer knows.
  func take(_ record: Int, entry: Int, node: Int, by writer: RecordWriter, _ view: TokenView)
    -> Bool
  /// Nothing of what was taken is to be put, since some of it has failed.
  func forgetRecord()
  /// All that was taken is to be put; false where it cannot be, which the writer knows.
  func keepRecord() -> Bool
}

/// What an update asks of the writer.
extension RecordWriter {
  /// Keeps the members of a record, which `token(of:of:_:)` then knows; `close` forgets them.
  package func open(_ record: Int, as node: Int, _ view: TokenView) -> Int {
    let base = slots.count
    for _ in 0..<plan.nodes[node].slotCount { slots.append(0) }
    capture(record, plan.nodes[node].names, base, view)
    return base
  }

  package func close(_ base: Int) { slots.truncate(to: base) }

  /// What a member is written as; nil where it has failed.
  package func text(ofMember member: Int, of node: Int, _ base: Int, _ view: TokenView) -> [UInt8]?
  {
    taken { write(member: member, of: node, base, view) }
  }

  /// What a rule writes of a value; nil where it has none.
  package func text(of value: Int, by rule: WriteRule, _ view: TokenView) -> [UInt8]? {
    taken { values.append(value, by: rule, view, to: &text) == nil }
  }

  /// What a record is written as; nil where it has failed.
  package func text(of record: Int, as node: Int, _ view: TokenView) -> [UInt8]? {
    taken { write(record, node, view) }
  }

  /// The same as a member of an object: its key, with quotes, and its value.
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

  /// Both texts are one value of a rule: the same instant, where it is a date.
  package func areSame(_ one: [UInt8], _ other: [UInt8], by rule: WriteRule) -> Bool {
    guard !rule.type.isNone, let one = values.plainText(one, as: rule.type),
      let other = values.plainText(other, as: rule.type)
    else { return false }
    return ValueInverter.areSame(one.span, other.span)
  }
}
