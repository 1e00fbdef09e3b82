extension MappingOperation {
  /// The node that a dynamic node chooses for a representation, none to decline it; and what
  /// happens if no matcher matches.
  ///
  /// A nesting key of the dynamic node is removed: the chosen node sees the value under it.
  mutating func choose(
    for representation: inout Representation,
    by id: PlanID<PlanNode>,
    parent: Int32,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> (unmatched: UnmatchedRule?, node: PlanID<PlanNode>) {
    let rules = plan.nodes[id]
    frames.push()
    enter(representation, id, parent: parent, view, &batch)
    defer { leave() }
    if rules.takesNestingKey && !representation.isMember && frames.top.nestingKey.kind == .token {
      representation.token = frames.top.token
      representation.key = frames.top.nestingKey
      representation.isMember = true
    }
    declineReason = .onPurpose
    trace?.beginChoice(of: Int(id.index))
    for number in rules.matchers.indices {
      let chosen = target(of: number, view, &batch)
      if let coverage { cover(matcher: number, isChosen: chosen != nil, coverage, view) }
      if let trace { self.trace(matcher: number, isChosen: chosen != nil, trace, view, &batch) }
      guard let chosen else { continue }
      coverage?.count(rules.site, isUsed: !chosen.isNone)
      return (nil, chosen)
    }
    if let coverage { coverOtherwise(id, coverage) }
    if rules.otherwise.isNone { noteUnmatched(id, view, &batch) }
    return (rules.otherwise.isNone ? rules.unmatched : nil, rules.otherwise)
  }

  /// The node that a matcher chooses for the current representation, none to decline it; nil if the
  /// matcher does not match.
  @inline(__always)
  private mutating func target(
    of number: Int,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> PlanID<PlanNode>? {
    let matcher = plan.matchers[number]
    if case .predicate = matcher.test {
      return isTrue(matcher.predicate, view, &batch) ? matcher.node : nil
    }
    let location = locate(matcher.source, view)
    return location.kind == .missing ? nil : target(of: matcher, at: location, view, &batch)
  }

  /// The node that a matcher chooses for the value at a location, none to decline it; nil if the
  /// matcher does not match.
  private mutating func target(
    of matcher: MatcherRule,
    at location: ValueLocation,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> PlanID<PlanNode>? {
    switch matcher.test {
    case .kind(let wanted): return kind(at: location, view, batch) == wanted ? matcher.node : nil
    case .equals:
      let isEqual = ScalarComparison.areEqual
      let found = first(of: matcher.literals, at: location, view, &batch, where: isEqual)
      return found == nil ? nil : matcher.node
    case .text:
      let hasText = ScalarComparison.haveEqualText
      return first(of: matcher.literals, at: location, view, &batch, where: hasText)?.node
    case .predicate: return nil
    }
  }

  private func kind(at location: ValueLocation, _ view: TokenView, _ batch: borrowing RecordBatch)
    -> JSONKind?
  {
    switch location.kind {
    case .token: JSONKind(firstByte: view.token(Int(location.first)))
    case .null: .null
    case .list: .array
    case .constant: .string
    case .number, .madeNumber: .number
    case .cell: kind(of: batch.cells[Int(location.first)], view, batch)
    case .metadata: metadata.kind(at: location)
    case .unknown, .missing, .broken, .uncomputed: nil
    }
  }

  func kind(of cell: Cell, _ view: TokenView, _ batch: borrowing RecordBatch) -> JSONKind? {
    cell.jsonKind(in: bytes(around: cell, view, batch))
  }

  /// The bytes that a cell's offset refers to.
  @inline(__always)
  @_lifetime(borrow self, copy view, borrow batch)
  func bytes(around cell: Cell, _ view: TokenView, _ batch: borrowing RecordBatch) -> Span<UInt8> {
    CellBytes(view.padded, batch.side.span, plan.text.span).around(cell)
  }

  private mutating func first(
    of literals: PlanRange<MatcherLiteral>,
    at location: ValueLocation,
    _ view: TokenView,
    _ batch: inout RecordBatch,
    where matches: (Cell, Span<UInt8>, MatcherLiteral, Span<UInt8>) -> Bool
  ) -> MatcherLiteral? {
    let side = batch.side.count
    let cell = plainValue(at: location, view, &batch)
    defer { batch.side.truncate(to: side) }
    let number =
      machine.readsTexts && cell.kind == .string
      ? CellBytes(view.padded, batch.side.span, plan.text.span).number(ofText: cell) : nil
    for place in literals.indices {
      let literal = plan.literals[place]
      let bytes = bytes(around: cell, view, batch)
      if matches(cell, bytes, literal, plan.text.span) { return literal }
      if literal.kind == .number, let number, matches(number, bytes, literal, plan.text.span) {
        return literal
      }
    }
    return nil
  }
}

extension Cell {
  /// The JSON kind of the cell, whose text lies in `bytes`; nil if it has none.
  func jsonKind(in bytes: Span<UInt8>) -> JSONKind? {
    switch kind {
    case .missing: nil
    case .null: .null
    case .true, .false: .boolean
    case .number: .number
    case .string: .string
    case .structure: JSONKind(firstByte: bytes[Int(offset)])
    case .record, .reference: .object
    case .list: .array
    }
  }
}
