/// Remembers which rows of which identity have been written, in bounded memory.
///
/// A row is represented by 64 bits of its identity and 64 bits of its whole text, hashed with a key
/// that differs in each run, so that nobody can construct collisions.
package struct RowIdentities: ~Copyable {
  package enum Answer {
    case new
    /// A row with that identity and exactly that text was inserted before.
    case same
    /// A row with that identity was inserted before, but no remembered one has that text.
    case other
    /// The limit is reached; no more rows are remembered.
    case full
  }

  struct Entry: TableSlot {
    /// Never 0.
    var identity: UInt64
    var row: UInt64

    var isFree: Bool { identity == 0 }
    var hash: Int { Int(truncatingIfNeeded: identity &>> 1) }
  }

  private var entries = SlotTable<Entry>()
  private let limit: Int

  /// `limit` is the most rows that are remembered; each takes at most 32 bytes.
  package init(limit: Int = 1_000_000) { self.limit = limit }

  /// Looks a row up, and remembers it.
  package mutating func insert(
    table: UInt32,
    identity: borrowing OutputBuffer,
    row: borrowing OutputBuffer
  ) -> Answer {
    let wanted = Entry(
      identity: Self.hash(identity.span, UInt64(table) << 1) | 1,
      row: Self.hash(row.span, UInt64(table) << 1 | 1)
    )
    let answer = add(wanted)
    guard answer == .other else { return answer }
    // Further rows of an identity have their own entries, each with its text.
    let further = Entry(identity: (wanted.identity &+ wanted.row) | 1, row: ~wanted.row)
    return add(further) == .same ? .same : .other
  }

  /// Looks an entry up, and adds it if its identity is new.
  private mutating func add(_ wanted: Entry) -> Answer {
    let place = entries.place(of: wanted.hash) { $0.identity == wanted.identity }
    guard entries[place].isFree else {
      return entries[place].row == wanted.row ? .same : .other
    }
    if entries.count == limit { return .full }
    entries.insert(wanted, at: place)
    return .new
  }

  private static func hash(_ bytes: Span<UInt8>, _ kind: UInt64) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(kind)
    hasher.combine(bytes, 0..<bytes.count)
    return UInt64(truncatingIfNeeded: Int64(hasher.finalize()))
  }
}
