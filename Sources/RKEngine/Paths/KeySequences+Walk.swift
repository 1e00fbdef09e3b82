extension KeySequences {
  /// Where a walk of plain members ended, and why.
  struct Stop {
    /// The key of the member that was not consumed.
    var key: Int
    /// The index at which that key is expected, or the next one if it is known.
    var place: Int
    /// The key is the one that was expected, but its value needs more work.
    var isKnown = false
    /// The object has no further member.
    var isOver = false
    /// A value was copied.
    var hasCopied = false
  }

  /// Consumes the members from `key` on, as long as their keys come in the recorded order, from
  /// `place` on, and the wanted values are literals, numbers, and strings.
  ///
  /// Wanted members leave their tokens in `slots`, and those that are only copied leave their cell
  /// in `cells`, where the record's own begin. A repeated key stops the walk. So the loop stays
  /// simple, and most members of most objects need no more.
  @inline(__always)
  func walkPlainMembers(
    from key: Int,
    at place: Int,
    hasEscapes: Bool,
    _ view: TokenView,
    _ slots: inout UniqueArray<UInt32>,
    from firstSlot: Int,
    _ cells: inout UniqueArray<Cell>,
    from firstCell: Int
  ) -> Stop {
    var slots = slots.mutableSpan(from: firstSlot)
    var cells = cells.mutableSpan(from: firstCell)
    var stop = Stop(key: key, place: place)
    while isKey(view.position(stop.key) &+ 1, at: stop.place, view) {
      let (slot, column) = (Int(slot(at: stop.place)), Int(column(at: stop.place)))
      stop.place &+= 1
      let value = stop.key &+ 2
      let byte = view.token(value)
      var after = value &+ 1
      if slot < 0 {
        if TokenView.opens(byte) { after = view.next(after: value) }
      } else {
        if TokenView.opens(byte) || slots[slot] != 0 {
          stop.isKnown = true
          return stop
        }
        if column >= 0 {
          guard let cell = plainCell(value, byte, hasEscapes: hasEscapes, view) else {
            stop.isKnown = true
            return stop
          }
          cells[column] = cell
          stop.hasCopied = true
        }
        slots[slot] = UInt32(truncatingIfNeeded: value)
      }
      guard view.token(after) == .comma else {
        stop.isOver = true
        return stop
      }
      stop.key = after &+ 1
    }
    return stop
  }

  /// A value that is not a container, unchanged; nil for a string that is no text.
  @inline(__always)
  private func plainCell(
    _ token: Int,
    _ byte: UInt8,
    hasEscapes: Bool,
    _ view: TokenView
  ) -> Cell? {
    let start = view.position(token)
    if byte == .quote {
      let end = view.closingQuote(of: token) &+ 1
      if hasEscapes && view.mayHaveEscapes(from: start, to: end) {
        return view.string(token, from: start, to: end)
      }
      return Cell(.string, from: start, to: end, token: token)
    }
    if byte <= .ascii("9") {
      return Cell(.number, from: start, to: view.end(ofScalar: token), token: token)
    }
    let kind: Cell.Kind = byte == .ascii("n") ? .null : byte == .ascii("t") ? .true : .false
    return Cell(kind, token: UInt32(truncatingIfNeeded: token))
  }
}

extension TokenView {
  /// A string between the offsets of its quotes, which may have escapes; nil if one of them is half of a
  /// surrogate pair: that is in no text.
  @inline(never)
  func string(_ token: Int, from start: Int, to end: Int) -> Cell? {
    let first = StringText.backslash(padded, start &+ 1, end &- 1)
    // A backslash may be near it, but not in it.
    if first >= end &- 1 { return Cell(.string, from: start, to: end, token: token) }
    if StringText.hasLoneSurrogate(padded, first..<(end &- 1)) { return nil }
    return Cell(.string, start..<end, traits: .mayHaveEscapes, token: token)
  }
}
