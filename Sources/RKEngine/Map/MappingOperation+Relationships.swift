extension MappingOperation {
  /// The next representation to map for the current record: of its current relationship, or of the
  /// next one that has any.
  ///
  /// Nil if there are no more.
  mutating func nextChild(_ view: TokenView, _ batch: inout RecordBatch) -> Representation? {
    while true {
      if frames.top.isRelating {
        if let child = frames.top.elements.next(view, walk.lists) {
          if frames.top.seeksParents { frames.top.childContext = parent(of: child, view) }
          return child
        }
        endRelationship(&batch)
      }
      frames.top.relationship += 1
      guard frames.top.relationship < plan.nodes[frames.top.node].relationships.end else {
        return nil
      }
      beginRelationship(Int(frames.top.relationship), view, &batch)
      if frames.top.hasFailed { return nil }
    }
  }

  /// Finds the value of the record's current relationship, and the representations in it.
  private mutating func beginRelationship(
    _ number: Int,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    let rule = plan.relationships[number]
    let location = locate(rule.source, view)
    if let coverage { cover(rule, at: location, coverage, view, batch) }
    let token = location.kind == .token ? Int(location.first) : 0
    let isNull =
      location.kind == .null || (location.kind == .token && view.isNull(token))
      || (rule.emptyIsNull && location.kind == .token && view.isEmptyString(token))
    let isEmptyCell = location.kind == .cell && batch.cells[Int(location.first)].kind == .missing
    // If a record is made from its owner's own representation, a null is not assigned to the
    // relationship.
    if rule.isComposed && isNull { return }
    if location.kind == .missing || isNull || isEmptyCell {
      if isNull && rule.counts { frames.top.isApplied = true }
      let fallback = isNull ? rule.onNull : rule.onMissing
      if rule.isRequired || fallback == .error {
        return fail(required: isNull ? location.first : nil, rule.site, &batch)
      }
      if fallback == .report || fallback == .fail {
        report(lack: isNull ? location.first : nil, fallback, rule.site, &batch)
      }
      if fallback == .null || (fallback == .report && isNull) {
        batch.cells[Int(frames.top.firstCell + rule.column)] = Cell(.null)
      }
      return
    }
    if location.kind == .token, let second = repeated?.second(of: token, view) {
      return substitute(failed: UInt32(second), rule, &batch)
    }
    if location.kind == .list, rule.cardinality != .many, let turn = repeated?.turn, turn != 0 {
      return substitute(failed: turn, rule, &batch)
    }
    let elements: ElementWalk
    do {
      elements = try ElementWalk(
        of: location,
        cardinality: rule.cardinality,
        readsArrays: plan.nodes[rule.node].readsArrays,
        forcesCollection: plan.nodes[rule.node].forcesCollection,
        takesKeys: plan.nodes[rule.node].takesNestingKey,
        key: key(of: rule, at: location, view),
        view,
        walk.lists
      )
    } catch {
      if let scalar = error.scalar { refuse(scalar: scalar, rule, &batch) }
      return substitute(failed: error.token ?? frames.top.outer, rule, &batch)
    }
    if rule.single != .take && location.kind == .token { checkSingle(token, rule, view, &batch) }
    if rule.nulls != .take {
      for token in elements.nulls(view, walk.lists) {
        report(nullElement: token, number + 1, rule.node, isError: rule.nulls == .fail, &batch)
      }
    }
    if !rule.isComposed && rule.counts { frames.top.isApplied = true }
    frames.top.elements = elements
    frames.top.isRelating = true
    frames.top.relatedCount = 0
    frames.top.childContext = frames.top.context
    let source = plan.sources[rule.source]
    var isPlain = location.kind == .token && source.rest.isEmpty
    if case .member = source.origin {} else { isPlain = false }
    frames.top.seeksParents = !isPlain && !rule.isComposed && !plan.ancestorPaths.isEmpty
    if isPlain { pushParents(of: rule, view) }
  }

  /// Fails a scalar in a list that was refused as a whole, as it would fail in an accepted list.
  private mutating func refuse(
    scalar token: UInt32,
    _ rule: RelationshipRule,
    _ batch: inout RecordBatch
  ) {
    if rule.isComposed || !plan.nodes[rule.node].refusesScalars { return }
    fail(.notRecord, rule.site, token: token, &batch)
    guard options.leavesOutRelated else { return }
    batch.faults[batch.faults.count - 1].isRelated = true
    frames.top.hasFailed = false
    noteLost()
    if lostCount == 0 { leftOutCount += 1 }
  }

  /// Handles a value that contains no representations, or not as many.
  private mutating func substitute(
    failed token: UInt32,
    _ rule: RelationshipRule,
    _ batch: inout RecordBatch
  ) {
    let isError = rule.onError == .error || rule.isRequired || options.isStrict
    batch.faults.append(
      MappingFault(.conversion, isError: isError, site: rule.site, token: token)
    )
    if isError { frames.top.hasFailed = true }
    if rule.onError == .null { batch.cells[Int(frames.top.firstCell + rule.column)] = Cell(.null) }
  }

  /// The key that related representations were found under: the last one of the path to them.
  ///
  /// Mutating, because a nonmutating function would get a copy of the whole operation.
  private mutating func key(
    of rule: RelationshipRule,
    at location: ValueLocation,
    _ view: TokenView
  ) -> ValueLocation {
    if rule.isComposed { return frames.top.key }
    if location.kind == .token && location.second != 0 {
      return ValueLocation(.token, location.second)
    }
    if rule.lastKey.count > 0 {
      return ValueLocation(.constant, rule.lastKey.offset, rule.lastKey.count)
    }
    return location.kind == .token ? view.key(ofMember: Int(location.first)) : .missing
  }

  /// Pushes the objects on the path to a relationship's value, which are parents, too.
  private mutating func pushParents(of rule: RelationshipRule, _ view: TokenView) {
    for number in rule.way.indices {
      let token = Int(slots[Int(frames.top.slotBase + plan.contextSlots[number])])
      guard token != 0 else { return }
      pushParent(token, view)
    }
  }

  private mutating func pushParent(_ token: Int, _ view: TokenView) {
    guard view.token(token) == .openObject else { return }
    let parent = frames.top.childContext
    frames.top.childContext = Int32(contexts.count)
    pushContext(token: UInt32(truncatingIfNeeded: token), parent: parent)
  }

  private mutating func endRelationship(_ batch: inout RecordBatch) {
    let rule = plan.relationships[Int(frames.top.relationship)]
    let column = Int(frames.top.firstCell + rule.column)
    let (first, count) = (frames.top.firstRelated, frames.top.relatedCount)
    if frames.top.elements.isCollection && !(rule.isComposed && count == 0) {
      batch.cells[column] = Cell(.list, space: .batch, offset: first, count: count)
    } else if count > 0 {
      batch.cells[column] = Cell(.record, space: .batch, offset: first, count: 1)
    }
    if rule.isComposed && count > 0 { frames.top.isApplied = true }
    if rule.isRequired && batch.cells[column].kind == .missing {
      if hasLost(column: rule.column) {
        report(notJudged: rule.site, reading: rule.site, &batch)
      } else {
        fail(.requiredRecord, rule.site, token: frames.top.outer, &batch)
      }
    }
    frames.top.isRelating = false
    keepContexts(Int(frames.top.context) + 1)
  }
}
