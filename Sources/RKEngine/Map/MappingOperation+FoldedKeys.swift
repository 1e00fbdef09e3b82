extension MappingOperation {
  /// Captures members like `capture`, for a plan that ignores the case of keys: each key is folded
  /// before it is looked up.
  ///
  /// Recurses only as deep as the spec's key paths.
  @inline(never)
  mutating func captureFolded(
    _ shape: PlanID<ObjectShape>,
    _ token: Int,
    base: Int,
    _ firstCell: Int,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    let table = plan.shapes[shape].table
    let firstMember = Int(plan.shapes[shape].members.first)
    var key = token + 1
    while view.token(key) == .quote {
      let value = key + 2
      let number = findFolded(key, in: table, view)
      if number >= 0 {
        let member = plan.shapeMembers[firstMember + number]
        let slot = base + Int(member.slot)
        if slots[slot] == 0 || isToBeReplaced(member, base: base, key: key, &batch) {
          slots[slot] = UInt32(truncatingIfNeeded: value)
          copy(value, member, firstCell, view, &batch)
          if !member.inner.isNone && view.token(value) == .openObject {
            captureFolded(member.inner, value, base: base, firstCell, view, &batch)
          }
        }
      }
      key = view.afterComma(view.next(after: value))
    }
  }

  private mutating func copy(
    _ value: Int,
    _ member: ShapeMember,
    _ firstCell: Int,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    guard !member.copy.isNone else { return }
    let cell = plainCell(value, view)
    batch.cells[firstCell + Int(member.column)] = cell
    if cell.kind == .missing { hasRefused = true } else { hasCopied = true }
  }

  /// The number of a folded key in a table; -1 if it is not there.
  mutating func findFolded(_ key: Int, in table: KeyTable, _ view: TokenView) -> Int {
    guard walk.spelling.fold(key, view) else { return -1 }
    return plan.keys.find(walk.spelling.text.span, 0..<walk.spelling.count, in: table)
  }
}
