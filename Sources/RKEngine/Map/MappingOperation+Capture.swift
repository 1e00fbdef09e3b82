extension MappingOperation {
  /// Makes the top frame that of a representation, and captures the values that the node needs.
  mutating func enter(
    _ representation: Representation,
    _ node: PlanID<PlanNode>,
    parent: Int32,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    frames.top.enter(
      representation,
      node,
      slotBase: slots.count,
      context: contexts.count,
      relationships: plan.nodes[node].relationships
    )
    slots.append(zeros: Int(plan.nodes[node].slotCount))
    var token = Int(representation.token)
    if plan.nodes[node].takesNestingKey {
      token = takeNestingKey(representation, node, view, &batch)
      frames.top.token = UInt32(truncatingIfNeeded: token)
    }
    pushContext(token: UInt32(truncatingIfNeeded: token), parent: parent)
    switch view.token(token) {
    case .openObject:
      let shape = plan.nodes[node].shape
      guard !shape.isNone else { break }
      let base = Int(frames.top.slotBase)
      captureCopies(shape, token, base: base, Int(frames.top.firstCell), node, view, &batch)
    case .openArray: frames.top.form = .array
    default: frames.top.form = .scalar
    }
  }

  /// Captures the values that a node needs from the object at `token`, and copies those that need
  /// no conversion.
  @inline(__always)
  mutating func captureCopies(
    _ shape: PlanID<ObjectShape>,
    _ token: Int,
    base: Int,
    _ firstCell: Int,
    _ node: PlanID<PlanNode>,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    hasCopied = false
    hasRefused = false
    if plan.keyRules.foldsCase {
      captureFolded(shape, token, base: base, firstCell, view, &batch)
    } else {
      capture(shape, token, base: base, firstCell, view, &batch)
    }
    frames.top.isApplied = hasCopied
    if hasRefused { refuseCopies(node, &batch) }
  }

  /// Makes the nesting key of the representation an attribute; returns the token of the value under
  /// the key.
  private mutating func takeNestingKey(
    _ representation: Representation,
    _ node: PlanID<PlanNode>,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> Int {
    let token = Int(representation.token)
    if representation.isMember {
      frames.top.nestingKey = representation.key
      return token
    }
    guard view.token(token) == .openObject, view.token(token + 1) == .quote else { return token }
    frames.top.nestingKey = ValueLocation(token: token + 1)
    frames.top.key = frames.top.nestingKey
    if view.token(view.next(after: token + 3)) == .comma {
      let site = plan.nodes[node].site
      // The keys besides the nesting key are not mapped.
      let isError = plan.nodes[node].failsUnknownKeys
      batch.faults.append(
        MappingFault(.severalKeys, isError: isError, site: site, token: UInt32(token + 1))
      )
      if isError { frames.top.hasFailed = true }
    }
    return token + 3
  }

  @inline(__always)
  mutating func pushContext(token: UInt32, parent: Int32) {
    contexts.append(Context(token: token, parent: parent))
    if !plan.ancestorPaths.isEmpty {
      memos.append(repeating: .unknown, count: plan.ancestorPaths.count)
    }
  }

  /// Captures the tokens of the wanted members of the object at `token`, and copies members that
  /// need no conversion.
  ///
  /// Recurses only as deep as the spec's key paths.
  @inline(never)
  private mutating func capture(
    _ shape: PlanID<ObjectShape>,
    _ token: Int,
    base: Int,
    _ firstCell: Int,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    let table = plan.shapes[shape].table
    let firstMember = Int(plan.shapes[shape].members.first)
    var key = token &+ 1
    if view.token(key) != .quote { return }
    var place = sequences.begin(shape)
    while true {
      var number = -1
      var isKnown = false
      if place >= 0 {
        let stop = sequences.walkPlainMembers(
          from: key,
          at: place,
          hasEscapes: hasEscapes,
          view,
          &slots,
          from: base,
          &batch.cells,
          from: firstCell
        )
        if stop.hasCopied { hasCopied = true }
        if stop.isOver { return }
        (key, place, isKnown) = (stop.key, stop.place, stop.isKnown)
      }
      if isKnown {
        number = sequences.number(at: place &- 1)
      } else {
        let (start, end) = (view.position(key) &+ 1, view.closingQuote(of: key))
        number = plan.keys.find(start, end, view, in: table)
        if number < 0 && hasEscapes && view.mayHaveEscapes(from: start, to: end &+ 1) {
          number = findEscaped(key, in: table, view)
        }
        if place >= 0 {
          let member = number < 0 ? nil : plan.shapeMembers[firstMember &+ number]
          place = sequences.miss(
            shape,
            at: place,
            from: start,
            to: end,
            number: number,
            member,
            view
          )
        }
      }
      let value = key &+ 2
      let byte = view.token(value)
      if number >= 0 {
        let member = plan.shapeMembers[firstMember &+ number]
        let slot = base &+ Int(member.slot)
        if slots[slot] == 0 || isToBeReplaced(member, base: base, key: key, &batch) {
          slots[slot] = UInt32(truncatingIfNeeded: value)
          if !member.copy.isNone {
            let column = firstCell &+ Int(member.column)
            if byte == .quote && !hasEscapes {
              let (from, to) = (view.position(value), view.closingQuote(of: value) &+ 1)
              batch.cells[column] = Cell(.string, from: from, to: to, token: value)
              hasCopied = true
            } else {
              let cell = plainCell(value, view)
              batch.cells[column] = cell
              if cell.kind == .missing { hasRefused = true } else { hasCopied = true }
            }
          }
          if !member.inner.isNone && byte == .openObject {
            captureInner(member.inner, value, base: base, firstCell, view, &batch)
          }
        }
      }
      let after = TokenView.opens(byte) ? view.next(after: value) : value &+ 1
      if view.token(after) != .comma { return }
      key = after &+ 1
    }
  }

  /// Captures an object inside that one.
  ///
  /// A separate function, since the compiler inlines nothing into recursive ones.
  @inline(never)
  private mutating func captureInner(
    _ shape: PlanID<ObjectShape>,
    _ token: Int,
    base: Int,
    _ firstCell: Int,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    capture(shape, token, base: base, firstCell, view, &batch)
  }

  /// Looks up a key with an escape by its decoded text.
  @inline(never)
  mutating func findEscaped(_ key: Int, in table: KeyTable, _ view: TokenView) -> Int {
    let content = view.content(ofString: key)
    guard StringText.hasBackslash(view.padded, content) else { return -1 }
    scratch.removeAll()
    guard StringText.append(view.padded, content, to: &scratch) else { return -1 }
    let count = scratch.count
    scratch.append(repeating: 0, count: 8)
    return plan.keys.find(scratch.span, 0..<count, in: table)
  }

  /// Handles a wanted key that occurs again; true if the new value replaces the old.
  ///
  /// The last one counts, unless `keepsFirstOfDuplicates`.
  @inline(never)
  mutating func isToBeReplaced(
    _ member: ShapeMember,
    base: Int,
    key: Int,
    _ batch: inout RecordBatch
  ) -> Bool {
    warn(ofRepeatedKey: key, &batch)
    let isFirst = options.keepsFirstOfDuplicates
    // The ignored value does not count as unread.
    coverage?.ignore(isFirst ? key + 2 : Int(slots[base + Int(member.slot)]))
    if isFirst { return false }
    for slot in Int(member.innerSlots.first)..<Int(member.innerSlots.end) { slots[base + slot] = 0 }
    return true
  }

  /// Reports values that cannot even be copied.
  ///
  /// Done after the walk, since a repeated key may have replaced them.
  @inline(never)
  private mutating func refuseCopies(_ node: PlanID<PlanNode>, _ batch: inout RecordBatch) {
    let first = Int(plan.nodes[node].early.first)
    for rule in first..<(first + Int(plan.nodes[node].copyCount)) {
      let cell = batch.cells[Int(frames.top.firstCell &+ plan.attributes[rule].column)]
      if cell.kind == .missing && cell.token != 0 { substitute(failed: cell.token, rule, &batch) }
    }
  }
}
