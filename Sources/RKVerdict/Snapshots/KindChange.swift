internal import RKEngine
internal import RKMapping

/// An unchanged value that was read from another kind of JSON value than before.
struct KindChange {
  /// The path from the root record to the value.
  var path: [MemberChange.Step]
  /// The kinds noted in the snapshot; nil if it was the natural kind.
  var old: String?
  var new: String?
  /// The place of the note in the snapshot, or of the value if there is no note.
  var place: Range<Int>?

  /// The changes that a changed note means for values that both records have; the note's member is at index
  /// `number` of its path.
  ///
  /// Values that were added or removed are reported elsewhere.
  static func all(
    _ change: MemberChange,
    noted number: Int,
    _ before: SpecNode,
    _ after: SpecNode
  ) -> [KindChange] {
    let record = Array(change.path[..<number])
    let notes = record + [.member(KindRule.memberName)]
    func all(_ node: SpecNode) -> [KindNotes.Note] {
      KindNotes.notes(of: node.value(along: notes), at: record)
    }
    let wanted = change.path.dropFirst(number + 1).first
    let (olds, news) = (all(before), all(after))
    var changes: [KindChange] = []
    for path in (olds + news).map(\.path) where !changes.contains(where: { $0.path == path }) {
      if let wanted, !KindNotes.is(path.dropFirst(number), wanted) { continue }
      guard let value = before.value(along: path), after.value(along: path) != nil else { continue }
      let old = olds.first { $0.path == path }?.kind
      let new = news.first { $0.path == path }?.kind
      if old == new { continue }
      changes.append(KindChange(path: path, old: old, new: new, place: value.place.range))
    }
    return changes
  }
}

extension KindNotes {
  /// Whether a path is that of the destination that a note is named after.
  fileprivate static func `is`(
    _ way: ArraySlice<MemberChange.Step>,
    _ note: MemberChange.Step
  ) -> Bool {
    guard case .member(let name) = note else { return false }
    return Array(way) == self.way(to: name)
  }
}

extension SpecNode {
  /// The text of a string or a number.
  var scalarText: String? {
    switch content {
    case .string(let text), .number(let text): text
    case .null, .boolean, .word, .list, .object: nil
    }
  }

  func value(along path: [MemberChange.Step]) -> SpecNode? {
    var here = self
    for step in path {
      switch (step, here.content) {
      case (.member(let name), .object(let members, _)):
        guard let member = members.last(where: { $0.name == name }) else { return nil }
        here = member.value
      case (.element(let number), .list(let elements)):
        guard elements.indices.contains(number) else { return nil }
        here = elements[number]
      default: return nil
      }
    }
    return here
  }
}
