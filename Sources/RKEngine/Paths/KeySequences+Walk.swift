extension KeySequences {
  /// Where and why a walk over plain members ended.
  struct Stop {
    /// The key of the first member that was not consumed.
    var key: Int
    /// The index at which that key is expected; if it was found out of place, the index of the next
    /// key.
    var place: Int
    /// The key is the expected one, but its value needs more work.
    var isKnown = false
    /// The object has no further member.
    var isOver = false
    /// A value was copied.
    var hasCopied = false
  }

  /// Consumes the members from `key` on, as long as their keys follow the recorded order from
  /// `place` on, and the wanted values are literals, numbers, and strings.
  ///
  /// The tokens of wanted members go to `slots`; members that are only copied become cells in
  /// `cells`, relative to where the record's own begin. A repeated key stops the walk. That keeps
  /// the loop simple, and most members of most objects need no more.
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

  /// The cell of a value that is not a container, unchanged; nil for a string that is not valid
  /// text.
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
  /// The cell of a string between the offsets of its quotes, which may have escapes; nil if it
  /// contains half of a surrogate pair, which no text can represent.
  @inline(never)
  func string(_ token: Int, from start: Int, to end: Int) -> Cell? {
    let first = StringText.backslash(padded, start &+ 1, end &- 1)
    // The backslash may be near the string, but not in it.
    if first >= end &- 1 { return Cell(.string, from: start, to: end, token: token) }
    if StringText.hasLoneSurrogate(padded, first..<(end &- 1)) { return nil }
    return Cell(.string, start..<end, traits: .mayHaveEscapes, token: token)
  }
}
