/// The values of the current document that rules have read, until the second walk counts them.
struct ReadMarks: ~Copyable {
  /// How a rule has read a value.
  struct Mark: BitwiseCopyable {
    /// The rule's number; -1 if the value is ignored.
    var rule: Int32
    /// The value could not be converted.
    var hasFailed = false
    /// Counts only for null and for empty objects and arrays.
    var isOfEmpty = false
  }

  struct Entry: BitwiseCopyable {
    var mark: Mark
    /// The next entry of the same token; 0 for none.
    var next: UInt32
  }

  /// The token at the beginning of the table; nothing before it is marked.
  private var base = 0
  /// For each token from `base` on, its only mark, or the number of its last entry; 0 for none.
  private var last = UniqueArray<UInt32>()
  private var entries = UniqueArray<Entry>()
  /// The marks that have not been taken.
  private var count = 0

  /// Distinguishes the plain mark of a rule from the number of an entry.
  private static var plain: UInt32 { 1 << 31 }

  init() { begin(at: 0) }

  /// Notes that a rule has read the value that begins with a token.
  @inline(__always)
  mutating func add(rule: Int32, at token: Int) {
    let place = token &- base
    if place >= 0 && place < last.count && last[place] == 0 && rule >= 0 {
      last[place] = Self.plain | UInt32(bitPattern: rule)
      count &+= 1
    } else {
      add(Mark(rule: rule), at: token)
    }
  }

  /// Notes how a rule has read the value that begins with a token.
  @inline(never)
  mutating func add(_ mark: Mark, at token: Int) {
    let place = token &- base
    // The value was counted already.
    if place < 0 { return }
    if place >= last.count { last.append(zeros: place + 64 - last.count) }
    let next = first(at: token)
    last[place] = UInt32(truncatingIfNeeded: entries.count)
    entries.append(Entry(mark: mark, next: next))
    count &+= 1
  }

  /// Marks that a rule could not use the value that begins with a token.
  ///
  /// With `isRead` the rule has read the value, even if that was not marked.
  mutating func fail(_ rule: Int32, at token: Int, isRead: Bool) {
    var number = first(at: token)
    while number != 0 {
      if entries[Int(number)].mark.rule == rule {
        entries[Int(number)].mark.hasFailed = true
        entries[Int(number)].mark.isOfEmpty = false
        return
      }
      number = entries[Int(number)].next
    }
    if isRead { add(Mark(rule: rule, hasFailed: true), at: token) }
  }

  /// The only mark of a token.
  ///
  /// If it has several marks, or a special one, the number of an entry; 0 for none.
  @inline(__always)
  func only(at token: Int) -> UInt32 {
    let place = token &- base
    return place >= 0 && place < last.count ? last[place] : 0
  }

  /// Removes the only mark of a token.
  @inline(__always)
  mutating func takeOnly(at token: Int) {
    last[token &- base] = 0
    count &-= 1
  }

  /// Whether a result of `only` is a mark.
  @inline(__always)
  static func isOnly(_ mark: UInt32) -> Bool { mark & plain != 0 }

  /// The number of a token's entry; 0 for none.
  mutating func first(at token: Int) -> UInt32 {
    let known = only(at: token)
    guard Self.isOnly(known) else { return known }
    let number = UInt32(truncatingIfNeeded: entries.count)
    last[token &- base] = number
    entries.append(Entry(mark: Mark(rule: Int32(bitPattern: known & ~Self.plain)), next: 0))
    return number
  }

  /// Removes an entry of a token; also returns the next one.
  @inline(__always)
  mutating func take(_ number: UInt32, at token: Int) -> (mark: Mark, next: UInt32) {
    let entry = entries[Int(number)]
    last[token &- base] = entry.next
    count &-= 1
    return (entry.mark, entry.next)
  }

  /// Follows the window, whose tokens have moved down.
  mutating func shift(by moved: Int) { base -= moved }

  /// Everything before a token was counted.
  ///
  /// If nothing else is marked, the table begins there, so that it stays small.
  @inline(__always)
  mutating func pass(_ token: Int) {
    if count > 0 { return }
    entries.truncate(to: 1)
    base = token
  }

  /// Removes all marks, as a document, or the rest of one, begins at a token.
  mutating func begin(at token: Int) {
    if count > 0 { last.removeAll() }
    entries.removeAll()
    count = 0
    base = token
    // Number 0 means none.
    entries.append(Entry(mark: Mark(rule: -1), next: 0))
  }
}
