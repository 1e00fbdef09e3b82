internal import RKEngine

/// Attributes that become members of the element around their own.
extension XMLTranscoder {
  /// An attribute that is written at the end of the element that gets it.
  struct HoistedAttribute {
    var frame: Int
    var name: Int
    var source: Int
    /// The range of its text in `hoistedText`.
    var start: Int
    var end: Int
  }

  /// Keeps an attribute of the open element for the element around it.
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

  /// Writes the kept attributes for an element, which are the last ones.
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
