/// An attribute whose rule copies one member or element, or changes it by a single operation from
/// bytes to bytes; most rules do.
struct DirectRule: BitwiseCopyable {
  enum Change: BitwiseCopyable {
    /// The value is copied.
    case none
    case day(DayConversion)
    case letterCase(TextTransform.LetterCase)
    case lookUp(PlanID<ValueMap>)
  }

  /// False for all other rules.
  ///
  /// Kept beside `change`, since a byte is read faster than a case with a payload.
  private(set) var isDirect = false
  private(set) var isCopy = true
  private(set) var change = Change.none
  /// The kinds of values that are copied, one bit each.
  private(set) var kinds: UInt16 = .max
  /// The slot of the member, or the index of the element, negative from the end.
  private(set) var slot: Int32 = 0
  private(set) var isElement = false
  let column: UInt32
  /// Whether finding the value makes a representation mappable.
  private(set) var counts: Bool
  /// Whether a null stays null.
  let keepsNull: Bool
  /// Whether a missing value is left out, without a substitute.
  let leavesOutMissing: Bool

  /// Without `looksUp`, look-ups in value maps are not direct: they are to be counted.
  init(_ attribute: AttributeRule, _ plan: borrowing MappingPlan, looksUp: Bool) {
    (column, counts) = (attribute.column, attribute.counts)
    keepsNull = attribute.onNull == .null && !attribute.isRequired
    leavesOutMissing = attribute.onMissing == .absent && !attribute.isRequired
    guard attribute.sources.count == 1 else { return }
    let source = plan.sources[Int(attribute.sources.first)]
    if let member = source.memberSlot {
      slot = Int32(bitPattern: member)
    } else if let index = source.elementIndex(plan) {
      (slot, isElement) = (index, true)
      counts = counts || source.countsAlone
    } else {
      return
    }
    isDirect = true
    if attribute.valueRule.isNone { return }
    let rule = plan.valueRules[attribute.valueRule]
    change = Self.change(by: rule, plan, looksUp: looksUp)
    if case .none = change {
      kinds = rule.kept
      // Null is copied under every rule, so one kind alone copies nothing else.
      isDirect = kinds.nonzeroBitCount > 1
    } else {
      isCopy = false
    }
  }

  private static func change(by rule: ValueRule, _ plan: borrowing MappingPlan, looksUp: Bool)
    -> Change
  {
    switch (rule.transforms.count, rule.map.isNone, rule.conversion) {
    case (0, true, .date(let date)?):
      if let day = plan.dates.conversions[date].day { return .day(day) }
    case (0, false, nil): if looksUp { return .lookUp(rule.map) }
    case (1, true, nil):
      switch plan.transforms[Int(rule.transforms.first)] {
      case .lowercase: return .letterCase(.lower)
      case .uppercase: return .letterCase(.upper)
      default: break
      }
    default: break
    }
    return .none
  }
}

extension Source {
  /// The slot, if the source is the key of a member of the representation and no more; otherwise
  /// nil.
  var memberSlot: UInt32? {
    guard case .member(let slot) = origin, rest.isEmpty, detours.isEmpty else { return nil }
    return slot
  }

  /// The index, if the source is an element of the representation and no more; otherwise nil.
  ///
  /// Negative from the end.
  func elementIndex(_ plan: borrowing MappingPlan) -> Int32? {
    guard case .representation = origin, rest.count == 1,
      case .index(let index) = plan.steps[Int(rest.first)]
    else { return nil }
    return index
  }
}

extension MappingOperation {
  /// Applies a rule to a record that is mapped flat.
  ///
  /// Does nothing and returns false if the value is missing, is of another kind than the rule
  /// takes, or cannot be converted.
  @inline(__always)
  mutating func applyDirectly(
    _ number: Int,
    _ firstCell: Int,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> Bool {
    guard directRules[number].isDirect else { return false }
    let isElement = directRules[number].isElement
    var token = 0
    if isElement {
      guard frames.top.form == .array,
        let found = knownElement(Int(directRules[number].slot), view)
      else { return false }
      token = found
    } else {
      token = Int(slots[Int(directRules[number].slot)])
    }
    if token == 0 {
      return directRules[number].leavesOutMissing && (isElement || frames.top.form == .object)
    }
    var cell: Cell
    if directRules[number].isCopy {
      cell = plainCell(token, view)
      guard directRules[number].kinds &>> UInt16(cell.kind.rawValue) & 1 != 0 else { return false }
    } else {
      guard view.token(token) == .quote else { return false }
      let (start, end) = (view.position(token) &+ 1, view.closingQuote(of: token))
      if start == end || hasEscapes && view.hasBackslash(from: start, to: end) { return false }
      cell = changed(directRules[number].change, start, end, view, &batch)
      cell.token = UInt32(truncatingIfNeeded: token)
    }
    guard cell.kind != .missing, cell.kind != .null || directRules[number].keepsNull else {
      return false
    }
    batch.cells[firstCell &+ Int(directRules[number].column)] = cell
    if directRules[number].counts { frames.top.isApplied = true }
    return true
  }

  /// The token of an element of the array, 0 if there is none; nil if it is not among the captured
  /// ones.
  @inline(__always)
  private mutating func knownElement(_ index: Int, _ view: TokenView) -> Int? {
    let first = Int(flatNodes[Int(frames.top.node.index)].slotCount)
    let place = index &+ (index < 0 ? slots.count : first)
    let isKnown = place >= first && place < slots.count
    if isKnown && index >= 0 { return Int(slots[place]) }
    guard view.token(Int(frames.top.nextElement)) == .closeArray else { return nil }
    return isKnown ? Int(slots[place]) : 0
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
