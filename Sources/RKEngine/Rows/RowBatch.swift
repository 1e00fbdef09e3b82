/// Rows to be written to a database: what happens to which table, in order, with values that do not
/// refer to an input.
///
/// It owns its bytes, so that a writer can work on one batch while the next is made.
package struct RowBatch: ~Copyable {
  /// A row, or the members of a to-many relationship.
  package struct Event: BitwiseCopyable, Sendable {
    package enum Kind: UInt8, Sendable, BitwiseCopyable {
      /// A record's row: `rule` is its row rule; it has the values of all columns of the table.
      case row
      /// The members of a relationship, as listed in its owner's representation: `rule` is the list
      /// rule. It has the values of the owner's key, then for each of `count` members the values of
      /// all columns of a join table, or only its position for a child table.
      ///
      /// The event comes after rows that it joins, but before child rows, which it announces.
      case list
    }

    package var kind: Kind
    package var rule: UInt32
    package var firstValue: UInt32
    /// The number of members of a list.
    package var count: UInt32 = 0
    /// The event after everything below a row.
    package var end: UInt32 = 0
    /// The event of the row that this one belongs to; its own index for a root record.
    package var owner: UInt32
    /// Where the record begins in its input, as a byte offset.
    package var byteOffset: UInt64 = 0
    /// The number of the record's input, from 0.
    package var input: UInt32 = 0
    /// One more than the index of its first failure; 0 if there is none.
    fileprivate(set) package var firstFailure: UInt32 = 0

    package init(_ kind: Kind, rule: UInt32, firstValue: Int, owner: Int) {
      self.kind = kind
      self.rule = rule
      self.firstValue = UInt32(firstValue)
      self.owner = UInt32(owner)
    }
  }

  /// A value of a row that could not be converted, so that a stored one is kept.
  package struct Failure: BitwiseCopyable {
    package var event: UInt32
    package var column: UInt32
    /// The number of the rule's site.
    package var site: UInt32
  }

  package var events = UniqueArray<Event>()
  /// Those of all rows, in their order.
  package private(set) var failures = UniqueArray<Failure>()
  package var values = UniqueArray<StoredValue>()
  /// The bytes of texts.
  package var bytes = UniqueArray<UInt8>()

  package init() {}

  /// Notes that the next value of the last row could not be converted.
  mutating func fail(_ site: UInt32) {
    if events.isEmpty { return }
    let event = events.count - 1
    let column = values.count - Int(events[event].firstValue)
    failures.append(Failure(event: UInt32(event), column: UInt32(column), site: site))
    if events[event].firstFailure == 0 { events[event].firstFailure = UInt32(failures.count) }
  }

  package mutating func removeAll() {
    events.removeAll()
    failures.removeAll()
    values.removeAll()
    bytes.removeAll()
  }

  /// The end of the batch, where the next rows are added.
  package struct End: BitwiseCopyable {
    package let event: Int
    fileprivate let failure: Int
    fileprivate let value: Int
    fileprivate let byte: Int
  }

  package var end: End {
    End(
      event: events.count,
      failure: failures.count,
      value: values.count,
      byte: bytes.count
    )
  }

  /// Removes the rows added since.
  package mutating func truncate(to end: End) {
    events.truncate(to: end.event)
    failures.truncate(to: end.failure)
    values.truncate(to: end.value)
    bytes.truncate(to: end.byte)
  }

  /// The approximate number of bytes that the batch takes.
  package var size: Int {
    bytes.count + values.count * MemoryLayout<StoredValue>.stride
      + events.count * MemoryLayout<Event>.stride
  }

  /// The sizes of a batch's parts.
  package struct Capacities: BitwiseCopyable {
    var events: Int
    var values: Int
    var bytes: Int
  }

  /// The capacities for slightly more than `wanted` bytes of rows like those of this batch.
  package func capacities(ofSize wanted: Int) -> Capacities {
    func part(_ count: Int) -> Int { count * (wanted + wanted / 16) / max(size, 1) }
    return Capacities(
      events: part(events.count),
      values: part(values.count),
      bytes: part(bytes.count)
    )
  }

  /// Reserves all capacities at once: memory that grows step by step becomes larger, and leaves
  /// gaps.
  package mutating func reserve(_ capacities: Capacities) {
    events.reserve(capacities.events)
    values.reserve(capacities.values)
    bytes.reserve(capacities.bytes)
  }
}
