/// Remembers which rows of which identity have been written, in a bounded memory.
///
/// Rows are represented by 64 bits of their identity and 64 more of their whole text, hashed with a
/// key that differs in each run: nobody can construct two rows that collide.
package struct RowIdentities: ~Copyable {
  package enum Answer {
    case new
    /// A row with that identity and exactly that text was there.
    case same
    /// A row with that identity was there, but no remembered one had that text.
    case other
    /// None can be remembered any more.
    case full
  }

  struct Entry: ZeroInitializable {
    /// 0 for an empty entry.
    var identity: UInt64
    var row: UInt64
  }

  private var entries = UniqueArray<Entry>()
  private var count = 0
  private let limit: Int

  /// `limit` is how many rows are remembered; each takes at most 32 bytes.
  package init(limit: Int = 1_000_000) {
    self.limit = limit
    entries.append(zeros: 1024)
  }

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
    // Further rows of an identity have entries of their own, each with its text.
    let further = Entry(identity: (wanted.identity &+ wanted.row) | 1, row: ~wanted.row)
    return add(further) == .same ? .same : .other
  }

  /// Looks an entry up, and adds it if its identity is not there.
  private mutating func add(_ wanted: Entry) -> Answer {
    var at = place(of: wanted.identity)
    while entries[at].identity != 0 {
      if entries[at].identity == wanted.identity {
        return entries[at].row == wanted.row ? .same : .other
      }
      at = (at + 1) & (entries.count - 1)
    }
    if count == limit { return .full }
    entries[at] = wanted
    count += 1
    if count * 2 > entries.count { grow() }
    return .new
  }

  private func place(of identity: UInt64) -> Int {
    Int(truncatingIfNeeded: identity >> 1) & (entries.count - 1)
  }

  private mutating func grow() {
    var larger = UniqueArray<Entry>(minimumCapacity: entries.count * 2)
    larger.append(zeros: entries.count * 2)
    swap(&entries, &larger)
    for number in 0..<larger.count where larger[number].identity != 0 {
      var at = place(of: larger[number].identity)
      while entries[at].identity != 0 { at = (at + 1) & (entries.count - 1) }
      entries[at] = larger[number]
    }
  }

  private static func hash(_ bytes: Span<UInt8>, _ kind: UInt64) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(kind)
    hasher.combine(bytes, 0..<bytes.count)
    return UInt64(truncatingIfNeeded: Int64(hasher.finalize()))
  }
}
