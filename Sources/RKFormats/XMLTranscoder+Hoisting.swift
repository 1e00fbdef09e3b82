internal import RKEngine

/// Attributes that are members of the element around theirs.
extension XMLTranscoder {
  /// An attribute that is to be written when the element that it is a member of ends.
  struct HoistedAttribute {
    var frame: Int
    var name: Int
    var source: Int
    /// Where its text begins and ends among those of all.
    var start: Int
    var end: Int
  }

  /// Keeps an attribute for the element around the open one.
  mutating func hoist(
    _ name: Int,
    _ text: Span<UInt8>,
    _ start: Int,
    _ end: Int,
    at source: Int
  ) {
    let frame = frames.count - 2
    if leavesOut(name, in: frame) { return }
    let first = hoistedText.count
    hoistedText.append(text.extracting(start..<end))
    hoisted.append(
      HoistedAttribute(
        frame: frame,
        name: name,
        source: source,
        start: first,
        end: hoistedText.count
      )
    )
  }

  /// Writes those of an element, which are the last.
  mutating func finishHoisted(_ frame: Int) {
    guard let first = hoisted.firstIndex(where: { $0.frame == frame }) else { return }
    let end = hoistedText.count
    // Wide loads read past the end.
    for _ in 0..<OutputBuffer.slack { hoistedText.append(UInt8(0)) }
    for attribute in hoisted[first...] {
      let place = shape.child(names[attribute.name].key, of: frames[frame].place)
      let member = beginMember(attribute.name, place, attribute.source)
      marks.append(Mark(text: unit.count, source: attribute.source))
      unit.append(quoting: hoistedText, attribute.start, attribute.end)
      endMember(member)
    }
    hoistedText.truncate(to: min(end, hoisted[first].start))
    hoisted.removeSubrange(first...)
  }
}
