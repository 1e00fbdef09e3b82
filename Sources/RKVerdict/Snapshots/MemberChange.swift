internal import RKEngine
internal import RKMapping

/// A place in a record where two versions of it differ.
struct MemberChange {
  /// The path from the record to the place.
  var path: [Step]
  /// The value in the snapshot; nil if there was none.
  var old: SpecNode?
  /// The value in the run; nil if there is none.
  var new: SpecNode?

  enum Step: Hashable {
    case member(String)
    case element(Int)
  }

  /// The path as a JSON Pointer (RFC 6901).
  var pointer: String { Self.pointer(path) { $0 } }

  /// The path as a JSON Pointer with a star for each index, so that it is equal for similar changes of several
  /// records.
  var pattern: String { Self.pointer(path) { _ in nil } }

  private static func pointer(_ path: [Step], _ index: (Int) -> Int?) -> String {
    var bytes: [UInt8] = []
    for step in path {
      switch step {
      case .member(let name): JSONPointer.append(key: name.utf8, to: &bytes)
      case .element(let number):
        if let number = index(number) {
          JSONPointer.append(index: number, to: &bytes)
        } else {
          bytes += Array("/*".utf8)
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The differences between two values: first those at the old value's members in order, then additions.
  static func all(_ old: SpecNode, _ new: SpecNode) -> [MemberChange] {
    var changes: [MemberChange] = []
    compare(old, new, [], &changes)
    return changes
  }

  /// Adds the differences between two values; the parser limits the depth.
  private static func compare(
    _ old: SpecNode,
    _ new: SpecNode,
    _ path: [Step],
    _ changes: inout [MemberChange]
  ) {
    switch (old.content, new.content) {
    case (.object(let olds, _), .object(let news, _)):
      let left = Dictionary(news.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
      for member in olds {
        let way = path + [.member(member.name)]
        if let other = left[member.name] {
          compare(member.value, other, way, &changes)
        } else {
          changes.append(MemberChange(path: way, old: member.value))
        }
      }
      let known = Set(olds.map(\.name))
      for member in news where !known.contains(member.name) {
        changes.append(MemberChange(path: path + [.member(member.name)], new: member.value))
      }
    case (.list(let olds), .list(let news)): compare(olds, news, path, &changes)
    default:
      if !old.isSame(as: new) { changes.append(MemberChange(path: path, old: old, new: new)) }
    }
  }

  /// Compares lists: skips equal elements at both ends, and compares the rest in order.
  private static func compare(
    _ olds: [SpecNode],
    _ news: [SpecNode],
    _ path: [Step],
    _ changes: inout [MemberChange]
  ) {
    var (first, oldEnd, newEnd) = (0, olds.count, news.count)
    while first < min(oldEnd, newEnd), olds[first].isSame(as: news[first]) { first += 1 }
    while min(oldEnd, newEnd) > first, olds[oldEnd - 1].isSame(as: news[newEnd - 1]) {
      oldEnd -= 1
      newEnd -= 1
    }
    for number in first..<max(first, oldEnd, newEnd) {
      let way = path + [.element(number)]
      switch (number < oldEnd, number < newEnd) {
      case (true, true): compare(olds[number], news[number], way, &changes)
      case (true, false): changes.append(MemberChange(path: way, old: olds[number]))
      default: changes.append(MemberChange(path: way, new: news[number]))
      }
    }
  }
}

extension Sequence<MemberChange.Step> {
  /// The member names of the path; nil if it enters a list.
  var names: [String]? {
    var names: [String] = []
    for step in self {
      guard case .member(let name) = step else { return nil }
      names.append(name)
    }
    return names
  }
}

extension SpecNode {
  /// The lengths of the lists on a path, in order.
  func elementCounts(along path: [MemberChange.Step]) -> [Int] {
    var here: SpecNode? = self
    var counts: [Int] = []
    for step in path {
      switch (step, here?.content) {
      case (.member(let name), .object(let members, _)):
        here = members.last { $0.name == name }?.value
      case (.element(let number), .list(let elements)):
        counts.append(elements.count)
        here = elements.indices.contains(number) ? elements[number] : nil
      default: return counts
      }
    }
    return counts
  }

  /// Whether two values are equal; the order of members makes no difference.
  func isSame(as other: SpecNode) -> Bool { meaning == other.meaning }
}
