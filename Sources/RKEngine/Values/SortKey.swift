/// Encodes JSON values as bytes that compare, one by one, as the values do.
///
/// The order is jq's: null, false, true, numbers by value, text by code points, arrays element by
/// element, objects by their sorted keys and then by the values of these. Equal values, and only
/// they, have equal keys: 1 and 1.0, or objects whose members are in another order.
///
/// A key begins with the rank of its kind. Text has each byte plus one, so that zero ends it, and
/// an array has its elements' keys and a zero. A number other than zero has the power of ten of its
/// first digit, its digits, and a zero; if it is negative all of these are inverted.
struct SortKey: ~Copyable {
  private enum Rank {
    static var end: UInt8 { 0 }
    static var null: UInt8 { 1 }
    static var `false`: UInt8 { 2 }
    static var `true`: UInt8 { 3 }
    static var negative: UInt8 { 4 }
    static var zero: UInt8 { 5 }
    static var positive: UInt8 { 6 }
    static var string: UInt8 { 7 }
    static var array: UInt8 { 8 }
    static var object: UInt8 { 9 }
  }

  /// A container that is not closed yet.
  struct Container: BitwiseCopyable {
    var isObject: Bool
    /// The offset at which the keys of its contents begin.
    var start: Int
    /// Its first member among `members`.
    var firstMember: Int
  }

  /// A member of an object that is not closed yet: the ranges of its name's and its value's keys,
  /// one after the other.
  struct Member: BitwiseCopyable {
    var name: Int
    var value: Int
    var end: Int
  }

  /// The keys made so far, one after the other.
  private(set) var bytes = UniqueArray<UInt8>()
  private var containers = UniqueArray<Container>()
  private var members = UniqueArray<Member>()
  private var sorted = UniqueArray<UInt8>()
  /// False is 0, and true is 1.
  private let booleansAreNumbers: Bool

  init(booleansAreNumbers: Bool = false) { self.booleansAreNumbers = booleansAreNumbers }

  /// Removes the keys after `count` bytes, and unfinished ones.
  mutating func truncate(to count: Int) {
    bytes.truncate(to: count)
    containers.removeAll()
    members.removeAll()
  }

  /// Appends the key of a value in compact JSON text; false for a number with an exponent of more
  /// than nine digits, or for text with a lone surrogate.
  mutating func append(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    while at < range.upperBound {
      let byte = text[at]
      switch byte {
      case .openArray, .openObject:
        let isObject = byte == .openObject
        bytes.append(isObject ? Rank.object : Rank.array)
        containers.append(
          Container(isObject: isObject, start: bytes.count, firstMember: members.count)
        )
        at += 1
      case .closeArray, .closeObject:
        guard !containers.isEmpty else { return false }
        close(containers.removeLast())
        at += 1
      case .comma, .colon: at += 1
      default:
        let end = min(text.end(ofValueAt: at), range.upperBound)
        let start = bytes.count
        let isName = end < range.upperBound && text[end] == .colon
        guard appendScalar(text, at..<end) else { return false }
        at = end
        if isName {
          members.append(Member(name: start, value: bytes.count, end: bytes.count))
          continue
        }
      }
      // A value of an object ends here, unless the byte only opened it.
      if byte != .openArray, byte != .openObject, byte != .comma, byte != .colon,
        let container = containers.last, container.isObject,
        members.count > container.firstMember
      {
        members[members.count - 1].end = bytes.count
      }
    }
    return containers.isEmpty
  }

  private mutating func close(_ container: Container) {
    guard container.isObject else { return bytes.append(Rank.end) }
    let order = (container.firstMember..<members.count).sorted { precedes($0, $1) }
    sorted.removeAll()
    // Of members with the same name, the last one counts.
    for place in order.indices where isLastOfName(place, order) {
      let member = members[order[place]]
      Self.copy(member.name..<member.value, of: bytes, to: &sorted)
    }
    sorted.append(Rank.end)
    for place in order.indices where isLastOfName(place, order) {
      let member = members[order[place]]
      Self.copy(member.value..<member.end, of: bytes, to: &sorted)
    }
    bytes.truncate(to: container.start)
    Self.copy(0..<sorted.count, of: sorted, to: &bytes)
    members.truncate(to: container.firstMember)
  }

  private static func copy(
    _ range: Range<Int>,
    of source: borrowing UniqueArray<UInt8>,
    to destination: inout UniqueArray<UInt8>
  ) {
    destination.append(contentsOf: source.span, range)
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    let order = compare(name(left), name(right))
    return order == 0 ? left < right : order < 0
  }

  private func isLastOfName(_ place: Int, _ order: [Int]) -> Bool {
    place + 1 == order.count || compare(name(order[place]), name(order[place + 1])) != 0
  }

  private func name(_ member: Int) -> Range<Int> { members[member].name..<members[member].value }

  /// Negative if the key in the first range comes before the other, zero if the two are equal.
  func compare(_ left: Range<Int>, _ right: Range<Int>) -> Int {
    TextSearch.order(bytes.span.extracting(left), bytes.span.extracting(right))
  }

  // MARK: - Scalars

  private mutating func appendScalar(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    switch text[range.lowerBound] {
    case .ascii("n"): bytes.append(Rank.null)
    case .ascii("f") where booleansAreNumbers: bytes.append(Rank.zero)
    case .ascii("t") where booleansAreNumbers:
      let one: [UInt8] = [.ascii("1")]
      return appendNumber(one.span, 0..<1)
    case .ascii("f"): bytes.append(Rank.false)
    case .ascii("t"): bytes.append(Rank.true)
    case .quote:
      bytes.append(Rank.string)
      let start = bytes.count
      let content = (range.lowerBound + 1)..<(range.upperBound - 1)
      guard StringText.append(text, content, to: &bytes) else { return false }
      for index in start..<bytes.count { bytes[index] &+= 1 }
      bytes.append(Rank.end)
    default: return appendNumber(text, range)
    }
    return true
  }

  private mutating func appendNumber(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard let parts = DecimalText.parts(text, range) else { return false }
    if parts.isZero {
      bytes.append(Rank.zero)
      return true
    }
    bytes.append(parts.isNegative ? Rank.negative : Rank.positive)
    let start = bytes.count
    // Biased, so that the powers are ordered as unsigned numbers.
    let magnitude = UInt64(bitPattern: Int64(parts.magnitude)) ^ (1 << 63)
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: magnitude >> shift))
    }
    for index in parts.digits where text[index] != .period { bytes.append(text[index]) }
    bytes.append(Rank.end)
    if parts.isNegative { for index in start..<bytes.count { bytes[index] = ~bytes[index] } }
    return true
  }
}
