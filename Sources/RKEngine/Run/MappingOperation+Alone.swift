/// Records that nothing is related to and that ask nothing of others, made of objects: most records of
/// most inputs.
///
/// They need no stack. Their life is that which `open` and `finish` give to all records, without what
/// cannot happen in it.
extension MappingOperation {
  /// Maps such a representation, an object, to a record of `batch`.
  @inline(never)
  mutating func mapAlone(
    _ representation: Representation,
    by node: PlanID<PlanNode>,
    _ view: TokenView,
    into batch: inout RecordBatch
  ) -> Outcome {
    let start = batch.checkpoint
    let (faultCount, hadWarned) = (batch.faults.count, hasWarnedOfDuplicates)
    beginAlone(representation, by: node, at: start, view, &batch)
    let isPlain = plan.nodes[node].isPlain
    if !isPlain && !isTaken(view, &batch, faultCount: faultCount, hadWarned: hadWarned) {
      return .declined
    }
    let early = plan.nodes[node].early.indices
    var rule = early.lowerBound &+ Int(plan.nodes[node].copyCount)
    while rule < early.upperBound {
      if !applyDirectly(rule, view, &batch) { apply(rule, view, &batch) }
      rule &+= 1
    }
    var isMapped = true
    if !isPlain {
      finishAttributes(view, &batch)
      isMapped = frames.top.hasFailed || finishRecord(view, &batch)
    }
    if !frames.top.hasFailed {
      if !frames.top.isApplied {
        fail(.unmappable, plan.nodes[node].site, token: representation.token, &batch)
      } else if isMapped && admission != nil {
        _ = isRefused(view, &batch)
      }
    }
    if let key = walk.takeRepeatedKey() { warn(ofRepeatedKey: key, &batch) }
    if frames.top.hasFailed || !isMapped {
      batch.rollBack(to: start)
      return frames.top.hasFailed ? .failed : .declined
    }
    return .mapped
  }

  /// Begins the record, and walks its representation.
  @inline(__always)
  private mutating func beginAlone(
    _ representation: Representation,
    by node: PlanID<PlanNode>,
    at start: RecordBatch.Checkpoint,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    frames.removeAll()
    frames.push()
    let (row, firstCell) = (batch.rows.count, batch.cells.count)
    frames.top.begin(
      at: start,
      row: row,
      firstCell: UInt32(truncatingIfNeeded: firstCell),
      isComposed: false
    )
    frames.top.enter(representation, node, slotBase: 0, context: 0, relationships: .empty)
    let token = Int(representation.token)
    batch.rows.append(
      .init(
        record: plan.nodes[node].record,
        firstCell: UInt32(truncatingIfNeeded: firstCell),
        end: UInt32(truncatingIfNeeded: row &+ 1),
        offset: UInt32(truncatingIfNeeded: view.position(token))
      )
    )
    batch.cells.append(zeros: Int(plan.nodes[node].columnCount))
    slots.removeAll()
    slots.append(zeros: Int(plan.nodes[node].slotCount))
    walk.reset()
    captureCopies(plan.nodes[node].shape, token, base: 0, firstCell, node, view, &batch)
  }
}

extension MappingPlan {
  /// For each node whether its records can be mapped alone.
  var aloneNodes: [Bool] {
    let asksNoOthers = ancestorPaths.isEmpty && !needsDocument
    return nodes.map { node in
      asksNoOthers && !node.isDynamic && !node.shape.isNone && node.relationships.isEmpty
        && node.late.isEmpty && !node.takesNestingKey && node.knownKeys.isNone
    }
  }
}
