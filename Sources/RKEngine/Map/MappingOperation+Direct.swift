/// What an attribute does to the text of one member, if that is a single operation from bytes to
/// bytes: most conversions are.
struct DirectRule: BitwiseCopyable {
  enum Change: BitwiseCopyable {
    /// Anything else.
    case none
    case day(DayConversion)
    case letterCase(TextTransform.LetterCase)
    case lookUp(PlanID<ValueMap>)
  }

  private(set) var change = Change.none
  private(set) var slot: UInt32 = 0
  let column: UInt32
  /// Whether finding the value makes a representation mappable.
  let counts: Bool
  /// Whether a null stays null.
  let keepsNull: Bool

  /// Without `looksUp`, look-ups in value maps are something else: they are to be counted.
  init(_ attribute: AttributeRule, _ plan: borrowing MappingPlan, looksUp: Bool) {
    (column, counts) = (attribute.column, attribute.counts)
    keepsNull = attribute.onNull == .null && !attribute.isRequired
    guard attribute.sources.count == 1, !attribute.valueRule.isNone,
      let slot = plan.sources[Int(attribute.sources.first)].memberSlot
    else { return }
    self.slot = slot
    let rule = plan.valueRules[attribute.valueRule]
    switch (rule.transforms.count, rule.map.isNone, rule.conversion) {
    case (0, true, .date(let date)?):
      if let day = plan.dates.conversions[date].day { change = .day(day) }
    case (0, false, nil): if looksUp { change = .lookUp(rule.map) }
    case (1, true, nil):
      switch plan.transforms[Int(rule.transforms.first)] {
      case .lowercase: change = .letterCase(.lower)
      case .uppercase: change = .letterCase(.upper)
      default: break
      }
    default: break
    }
  }
}

extension Source {
  /// The slot of the key of the representation; nil if it is anything else, or more.
  var memberSlot: UInt32? {
    guard case .member(let slot) = origin, rest.isEmpty, detours.isEmpty else { return nil }
    return slot
  }
}

extension MappingOperation {
  /// Applies a rule to a record that is mapped flat; does nothing and returns false if that needs
  /// more than bytes: a value that is no text, has escapes, or cannot be converted.
  @inline(__always)
  mutating func applyDirectly(
    _ number: Int,
    _ firstCell: Int,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> Bool {
    if case .none = directRules[number].change { return false }
    let token = Int(slots[Int(directRules[number].slot)])
    guard token != 0 && view.token(token) == .quote else { return false }
    let (start, end) = (view.position(token) &+ 1, view.closingQuote(of: token))
    if start == end || hasEscapes && view.hasBackslash(from: start, to: end) { return false }
    var cell = changed(directRules[number].change, start, end, view, &batch)
    guard cell.kind != .missing, cell.kind != .null || directRules[number].keepsNull else {
      return false
    }
    cell.token = UInt32(truncatingIfNeeded: token)
    batch.cells[firstCell &+ Int(directRules[number].column)] = cell
    if directRules[number].counts { frames.top.isApplied = true }
    return true
  }

  /// Applies the operation to the non-empty text between two offsets; `missing` if that is
  /// impossible.
  @inline(__always)
  private mutating func changed(
    _ change: DirectRule.Change,
    _ start: Int,
    _ end: Int,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> Cell {
    let first = batch.side.count
    switch change {
    case .none: return .missing
    case .day(let day):
      guard day.append(view.padded, start..<end, to: &batch.side) else { return .missing }
    case .letterCase(let letterCase):
      guard letterCases.append(view.padded, start..<end, to: letterCase, &batch.side) else {
        return .missing
      }
    case .lookUp(let map): return plan.lookUp(view, start..<end, by: map)
    }
    return Cell(.string, first..<batch.side.count, space: .batch)
  }
}
