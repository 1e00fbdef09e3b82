/// The elements of a set under construction, to find duplicates.
///
/// Numbers and booleans are equal by value, everything else by text. The tables of nested sets
/// follow each other, so that no set allocates memory of its own.
struct ElementSet: ~Copyable {
  struct Member: BitwiseCopyable {
    var hash: UInt32
    var start: Int
    var end: Int
  }

  /// How texts are compared.
  enum Meaning: BitwiseCopyable {
    case text
    /// As numbers, by value.
    case decimal
    /// As ISO 8601 dates, without the trailing zeros of their fractions; in any other form trailing
    /// zeros may matter.
    case date
  }

  /// The part of the tables that belongs to one set.
  struct Part: BitwiseCopyable {
    fileprivate var firstSlot: Int
    fileprivate var firstMember: Int
    fileprivate var meaning: Meaning
  }

  /// For each slot, a member's number plus one, 0 if it is empty.
  private var slots = UniqueArray<UInt32>()
  private var members = UniqueArray<Member>()

  mutating func begin(_ meaning: Meaning) -> Part {
    let part = Part(firstSlot: slots.count, firstMember: members.count, meaning: meaning)
    slots.append(zeros: 16)
    return part
  }

  mutating func end(_ part: Part) {
    slots.truncate(to: part.firstSlot)
    members.truncate(to: part.firstMember)
  }

  /// Adds an element to the innermost set; false if there is an equal one.
  ///
  /// Its JSON text must be compact, and its strings without unnecessary escapes.
  mutating func insert(_ bytes: Span<UInt8>, _ range: Range<Int>, in part: Part) -> Bool {
    let text = Self.compared(bytes, range, part.meaning)
    let hash = UInt32(truncatingIfNeeded: Self.hash(bytes, text))
    var slot = Int(hash) & (slots.count - part.firstSlot - 1)
    while slots[part.firstSlot + slot] != 0 {
      let member = members[part.firstMember + Int(slots[part.firstSlot + slot]) - 1]
      if member.hash == hash && Self.areEqual(bytes, member.start..<member.end, text) {
        return false
      }
      slot = (slot + 1) & (slots.count - part.firstSlot - 1)
    }
    members.append(Member(hash: hash, start: text.lowerBound, end: text.upperBound))
    slots[part.firstSlot + slot] = UInt32(members.count - part.firstMember)
    if (members.count - part.firstMember) * 2 > slots.count - part.firstSlot { grow(part) }
    return true
  }

  private mutating func grow(_ part: Part) {
    let count = (slots.count - part.firstSlot) * 2
    slots.truncate(to: part.firstSlot)
    slots.append(zeros: count)
    for number in 0..<(members.count - part.firstMember) {
      var slot = Int(members[part.firstMember + number].hash) & (count - 1)
      while slots[part.firstSlot + slot] != 0 { slot = (slot + 1) & (count - 1) }
      slots[part.firstSlot + slot] = UInt32(number + 1)
    }
  }

  // MARK: - Equality

  /// The bytes of an element that distinguish it from others.
  private static func compared(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    _ meaning: Meaning
  ) -> Range<Int> {
    guard meaning != .text, bytes[range.lowerBound] == .quote else { return range }
    let content = (range.lowerBound + 1)..<(range.upperBound - 1)
    return meaning == .date ? InstantText.significant(bytes, content) : content
  }

  private static func areEqual(
    _ bytes: Span<UInt8>,
    _ left: Range<Int>,
    _ right: Range<Int>
  ) -> Bool {
    if TextSearch.areEqual(bytes.extracting(left), bytes.extracting(right)) { return true }
    switch (digit(bytes, left), digit(bytes, right)) {
    case (nil, nil): return DecimalText.areEqual(bytes, left, bytes, right)
    case (let digit?, nil): return DecimalText.equals(bytes, right, digit)
    case (nil, let digit?): return DecimalText.equals(bytes, left, digit)
    case (_?, _?): return false
    }
  }

  /// The digit that a boolean equals.
  private static func digit(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt8? {
    switch bytes[range.lowerBound] {
    case .ascii("t"): 1
    case .ascii("f"): 0
    default: nil
    }
  }

  /// A hash, seeded anew in each run, so that no input can be constructed to be slow.
  private static func hash(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    var hasher = Hasher()
    if let digit = digit(bytes, range) {
      hasher.combine(digit == 0 ? 0 : 1)
      hasher.combine(0)
      if digit != 0 { hasher.combine(UInt8(1)) }
    } else if let parts = DecimalText.parts(bytes, range) {
      hasher.combine(parts.digitCount)
      hasher.combine(parts.exponent)
      for index in parts.digits where bytes[index] != .period {
        hasher.combine(bytes[index] & 0x0F)
      }
    } else {
      hasher.combine(bytes, range)
    }
    return hasher.finalize()
  }
}
