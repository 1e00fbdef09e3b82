internal import RKEngine

/// Members with the same name that are not adjacent, or that the spec does not know as a list.
extension XMLTranscoder {
  /// Writes an element again, with all members of a name at the place of the first one.
  mutating func gather(_ frame: Int) {
    let (first, start) = (frames[frame].firstMember, frames[frame].start)
    var next = Array(repeating: -1, count: members.count - first)
    for index in members.indices[first...] where members[index].previous >= first {
      next[members[index].previous - first] = index
    }
    let begin = frame == 0 ? 0 : start
    let firstMark = mark(atOrAfter: begin)
    var (moved, at): ([Mark], Int) = ([], firstMark)
    spare.removeAll()
    copy(begin..<(begin + 1), begin, &moved, from: &at)
    var isFirst = true
    for index in members.indices[first...] where members[index].previous < first {
      if !isFirst { spare.append(.comma) }
      isFirst = false
      let head = members[index]
      copy(head.start..<head.valueStart, begin, &moved)
      if next[index - first] < 0 {
        copy(head.valueStart..<head.end, begin, &moved)
      } else {
        copyList(index, next, first, begin, &moved)
      }
    }
    unit.truncate(to: begin)
    unit.append(spare)
    marks.removeSubrange(firstMark...)
    marks += moved
  }

  /// Writes all members of a name as a list.
  private mutating func copyList(
    _ head: Int,
    _ next: [Int],
    _ first: Int,
    _ begin: Int,
    _ moved: inout [Mark]
  ) {
    let isOne = shape.places[members[head].place].demand == .one
    if isOne {
      let source = source(of: members[head].valueStart)
      moved.append(Mark(text: begin + spare.count, source: source, kind: .repeated))
    }
    spare.append(.openArray)
    var (index, number) = (head, 0)
    while index >= 0 {
      let member = members[index]
      if number > 0 { spare.append(.comma) }
      if number == 1 && isOne {
        let source = source(of: member.valueStart)
        moved.append(Mark(text: begin + spare.count, source: source, kind: .second))
      }
      let range =
        member.isList ? (member.valueStart + 1)..<(member.end - 1) : member.valueStart..<member.end
      copy(range, begin, &moved)
      number += 1
      index = next[index - first]
    }
    spare.append(.closeArray)
  }

  private mutating func copy(_ range: Range<Int>, _ begin: Int, _ moved: inout [Mark]) {
    var at = mark(atOrAfter: range.lowerBound)
    copy(range, begin, &moved, from: &at)
  }

  /// Copies a part of the unit with its marks; the first mark is at index `at` or later.
  private mutating func copy(
    _ range: Range<Int>,
    _ begin: Int,
    _ moved: inout [Mark],
    from at: inout Int
  ) {
    let distance = begin + spare.count - range.lowerBound
    while at < marks.count && marks[at].text < range.upperBound {
      var mark = marks[at]
      mark.text += distance
      moved.append(mark)
      at += 1
    }
    spare.append(unit, range)
  }

  private func mark(atOrAfter text: Int) -> Int {
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].text < text { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Where a value comes from in the input.
  private func source(of text: Int) -> Int {
    let number = mark(atOrAfter: text)
    return number < marks.count ? marks[number].source : 0
  }
}

/// Lists in the text for elements of which only one is expected.
struct XMLRepetitions {
  /// The offsets where the lists begin, and where their second elements do.
  private var lists: [Int] = []
  private var seconds: [Int] = []

  mutating func append(_ kind: XMLTranscoder.Mark.Kind, _ text: Int) {
    switch kind {
    case .plain: break
    case .repeated: lists.append(text)
    case .second: seconds.append(text)
    }
  }

  func isList(_ text: Int) -> Bool { Self.holds(lists, text) }

  func isSecond(_ text: Int) -> Bool { Self.holds(seconds, text) }

  mutating func release(before text: Int) {
    if lists.isEmpty { return }
    lists.removeAll { $0 < text }
    seconds.removeAll { $0 < text }
  }

  private static func holds(_ places: [Int], _ text: Int) -> Bool {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < text { low = middle + 1 } else { high = middle }
    }
    return low < places.count && places[low] == text
  }
}
