extension MappingOperation {
  /// Looks up the values of those rules of the current record that have found nothing so far, or of
  /// all its rules if they are counted.
  ///
  /// Restores the state of the record that this changes.
  @inline(never)
  mutating func surveyRules(_ view: TokenView, _ batch: inout RecordBatch) {
    if let coverage { return coverRecord(coverage, view, &batch) }
    let node = Int(frames.top.node.index)
    if survey.rules.openCounts[node] < 0 { survey.rules.begin(node, plan) }
    if survey.rules.openCounts[node] == 0 || frames.top.form == .scalar { return }
    let (isApplied, itemsLeft) = (frames.top.isApplied, walk.itemsLeft)
    survey.rules.countRecord(of: node, isRelated: frames.count > 1)
    var place = 0
    while place < survey.rules.openCounts[node] {
      let rule = survey.rules.rule(place, of: node)
      if finds(rule, view) {
        survey.rules.close(place, of: node)
      } else {
        if leadsToObject(rule) { survey.rules.hold(rule) }
        place += 1
      }
    }
    frames.top.isApplied = isApplied
    walk.itemsLeft = itemsLeft
    let shape = plan.nodes[frames.top.node].shape
    guard survey.rules.openCounts[node] > 0, !shape.isNone, frames.top.form == .object else {
      return
    }
    let offset = batch.origin + view.position(Int(frames.top.outer))
    if RuleSurvey.samples(offset) { gatherKeys(shape, Int(frames.top.token), view) }
  }

  private mutating func finds(_ rule: Int, _ view: TokenView) -> Bool {
    let location =
      rule >= 0
      ? locate(plan.attributes[rule].sources, view)
      : locate(plan.relationships[-1 - rule].source, view)
    return location.kind != .missing
  }

  /// Whether some source of a rule leads to an object around the record.
  ///
  /// Mutating, and without closures, so that the operation is not copied for it.
  private mutating func leadsToObject(_ rule: Int) -> Bool {
    if rule < 0 { return leads(plan.sources[plan.relationships[-1 - rule].source]) }
    for source in plan.attributes[rule].sources.indices where leads(plan.sources[source]) {
      return true
    }
    return false
  }

  private mutating func leads(_ source: Source) -> Bool {
    switch source.origin {
    case .parent(let levels, _):
      var context = frames.top.context
      for _ in 0..<levels where context >= 0 { context = contexts[Int(context)].parent }
      return context >= 0
    case .root, .document: return true
    default: return false
    }
  }

  /// Collects the keys of the object at `token` that its shape does not have, and those of objects
  /// inside it.
  ///
  /// Recurses only as deep as the spec's key paths.
  private mutating func gatherKeys(_ shape: PlanID<ObjectShape>, _ token: Int, _ view: TokenView) {
    let table = plan.shapes[shape].table
    let firstMember = Int(plan.shapes[shape].members.first)
    var key = token + 1
    while view.token(key) == .quote {
      let content = view.content(ofString: key)
      var number =
        plan.keyRules.foldsCase
        ? findFolded(key, in: table, view)
        : plan.keys.find(content.lowerBound, content.upperBound, view, in: table)
      if number < 0 && !plan.keyRules.foldsCase { number = findEscaped(key, in: table, view) }
      if number < 0 {
        survey.rules.note(unread: view.text(ofString: key), of: Int(shape.index))
      } else {
        let inner = plan.shapeMembers[firstMember + number].inner
        if !inner.isNone { gatherKeys(inner, ofValue: key + 2, view) }
      }
      key = view.afterComma(view.next(after: key + 2))
    }
  }

  /// Collects the unread keys of an object, or of the first object in an array.
  private mutating func gatherKeys(
    _ shape: PlanID<ObjectShape>,
    ofValue token: Int,
    _ view: TokenView
  ) {
    let object = view.token(token) == .openArray ? token + 1 : token
    if view.token(object) == .openObject { gatherKeys(shape, object, view) }
  }

  // MARK: - Declined representations

  /// Notes a representation that no matcher of a dynamic node matches.
  @inline(never)
  mutating func noteUnmatched(
    _ node: PlanID<PlanNode>,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    declineReason = plan.nodes[node].declinesOnPurpose ? .onPurpose : .unmatched(node)
    unmatchedValue = nil
    let source = plan.nodes[node].choiceSource
    // Related records have no descriptor, and a descriptor that has produced a record is not
    // reported.
    guard frames.count == 1, !source.isNone, !survey.declines.isTaken(descriptor) else { return }
    let side = batch.side.count
    let location = locate(source, view)
    unmatchedValue = shownValue(plainValue(at: location, view, &batch), view, batch)
    batch.side.truncate(to: side)
  }

  /// A value as diagnostics show it: text in quotes, other scalars unchanged, otherwise its kind.
  private mutating func shownValue(
    _ cell: Cell,
    _ view: TokenView,
    _ batch: borrowing RecordBatch
  ) -> [UInt8] {
    switch cell.kind {
    case .missing: return Array("nothing".utf8)
    case .null: return Array("null".utf8)
    case .true: return Array("true".utf8)
    case .false: return Array("false".utf8)
    case .structure:
      let first = cell.space == .batch ? batch.side[Int(cell.offset)] : view.byte(Int(cell.offset))
      return Array((first == .openArray ? "an array" : "an object").utf8)
    case .record, .reference: return Array("an object".utf8)
    case .list: return Array("an array".utf8)
    case .number, .string: break
    }
    scratch.removeAll()
    cell.appendText(batch, view.padded, plan.text, to: &scratch)
    let longest = 60
    var count = min(scratch.count, longest)
    // Does not cut a character in two.
    while count < scratch.count && count > 0 && scratch[count] & 0xC0 == 0x80 { count -= 1 }
    var text: [UInt8] = []
    for place in 0..<count { text.append(scratch[place]) }
    if count < scratch.count { text += Array("\u{2026}".utf8) }
    if cell.kind == .string { text = [.ascii("'")] + text + [.ascii("'")] }
    return text
  }

  /// Notes that a root representation of the current descriptor was declined.
  @inline(never)
  mutating func noteDeclined() {
    survey.declines.note(declineReason, descriptor, value: unmatchedValue)
    unmatchedValue = nil
  }
}
