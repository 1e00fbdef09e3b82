/// Which values of the current document rules have read, until the document is gone through.
struct ReadMarks: ~Copyable {
  /// How a rule has read a value.
  struct Mark: BitwiseCopyable {
    /// The rule's number; -1 if the value is ignored.
    var rule: Int32
    /// It could not be converted.
    var hasFailed = false
    /// Only counts for null and empty objects and arrays.
    var isOfEmpty = false
  }

  struct Entry: BitwiseCopyable {
    var mark: Mark
    /// The next entry of the same token; 0 for none.
    var next: UInt32
  }

  /// For each token, its last entry; 0 for none.
  private var last = UniqueArray<UInt32>()
  private var entries = UniqueArray<Entry>()
  /// Those that have not been taken.
  private var count = 0

  init() { forgetAll() }

  /// Notes that a rule has read the value that begins with a token.
  mutating func add(_ mark: Mark, at token: Int) {
    if token >= last.count { last.append(zeros: max(token + 1, 2 * last.count) - last.count) }
    let next = last[token]
    last[token] = UInt32(truncatingIfNeeded: entries.count)
    entries.append(Entry(mark: mark, next: next))
    count += 1
  }

  /// A rule could not use the value that begins with a token: as a whole if it was read so.
  mutating func fail(_ rule: Int32, at token: Int, isLeaf: Bool) {
    var number = token < last.count ? last[token] : 0
    while number != 0 {
      if entries[Int(number)].mark.rule == rule {
        entries[Int(number)].mark.hasFailed = true
        entries[Int(number)].mark.isOfEmpty = false
        return
      }
      number = entries[Int(number)].next
    }
    if isLeaf { add(Mark(rule: rule, hasFailed: true), at: token) }
  }

  /// The entry of a token; 0 for none.
  @inline(__always)
  func first(at token: Int) -> UInt32 { token < last.count ? last[token] : 0 }

  /// Removes an entry of a token; also returns its next one.
  @inline(__always)
  mutating func take(_ number: UInt32, at token: Int) -> (mark: Mark, next: UInt32) {
    let entry = entries[Int(number)]
    last[token] = entry.next
    count &-= 1
    return (entry.mark, entry.next)
  }

  /// The window's tokens move down.
  mutating func shift(by moved: Int) {
    if count == 0 { return forgetAll() }
    last.dropFirst(min(moved, last.count))
  }

  /// Uses the room of what was taken again, if that is all.
  mutating func reuse() { if count == 0 { entries.truncate(to: 1) } }

  /// Forgets what was marked and has not been taken: it lies outside of what was gone through.
  mutating func forgetOthers() { if count > 0 { forgetAll() } }

  /// Forgets what was marked.
  mutating func forgetAll() {
    last.removeAll()
    entries.removeAll()
    count = 0
    // Number 0 stands for none.
    entries.append(Entry(mark: Mark(rule: -1), next: 0))
  }
}
