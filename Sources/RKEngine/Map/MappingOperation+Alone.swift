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
    let alone = aloneNodes[Int(node.index)]
    let (start, firstCell) = (batch.checkpoint, batch.cells.count)
    let (faultCount, hadWarned) = (batch.faults.count, hasWarnedOfDuplicates)
    beginAlone(representation, by: node, alone, at: start, view, &batch)
    let isDeclined =
      !alone.isPlain
      && !isTaken(alone.when, view, &batch, faultCount: faultCount, hadWarned: hadWarned)
    if isDeclined { return .declined }
    var rule = Int(alone.rules.first)
    while rule < Int(alone.rules.end) {
      if !applyDirectly(rule, firstCell, view, &batch) { apply(rule, view, &batch) }
      rule &+= 1
    }
    var isMapped = true
    if alone.finishesAttributes { finishAttributes(view, &batch) }
    if alone.finishesRecord { isMapped = frames.top.hasFailed || finishRecord(view, &batch) }
    if !frames.top.hasFailed {
      if !frames.top.isApplied {
        fail(.unmappable, plan.nodes[node].site, token: representation.token, &batch)
      } else if isMapped && admission != nil {
        _ = isRefused(view, &batch)
      }
    }
    if let key = walk.takeRepeatedKey() { warn(ofRepeatedKey: key, &batch) }
    if isExhausted && !frames.top.hasFailed {
      refuse(representation.token, by: node, &batch)
      frames.top.hasFailed = true
    }
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
    _ alone: AloneNode,
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
        record: alone.record,
        firstCell: UInt32(truncatingIfNeeded: firstCell),
        end: UInt32(truncatingIfNeeded: row &+ 1),
        offset: UInt32(truncatingIfNeeded: view.position(token))
      )
    )
    batch.cells.append(zeros: Int(alone.columnCount))
    slots.removeAll()
    slots.append(zeros: Int(alone.slotCount))
    walk.reset()
    captureCopies(alone.shape, token, base: 0, firstCell, node, view, &batch)
  }
}

/// What there is to know of a node whose records are mapped alone.
struct AloneNode: BitwiseCopyable {
  /// False for all other nodes.
  var isAlone = false
  var isPlain = false
  var finishesAttributes = false
  var finishesRecord = false
  var when: PlanID<ExpressionProgram> = .none
  var record: PlanID<RecordShape> = .none
  var columnCount: UInt32 = 0
  var slotCount: UInt32 = 0
  var shape: PlanID<ObjectShape> = .none
  /// The rules that the walk has not applied already.
  var rules: PlanRange<AttributeRule> = .empty

  init(_ node: PlanNode, asksNoOthers: Bool) {
    isAlone =
      asksNoOthers && !node.isDynamic && !node.shape.isNone && node.relationships.isEmpty
      && node.late.isEmpty && !node.takesNestingKey && node.knownKeys.isNone
    guard isAlone else { return }
    (isPlain, record, shape) = (node.isPlain, node.record, node.shape)
    (finishesAttributes, finishesRecord) = (node.finishesAttributes, node.finishesRecord)
    when = node.when
    (columnCount, slotCount) = (node.columnCount, node.slotCount)
    rules = node.early
    rules.first += Int32(node.copyCount)
  }
}

extension MappingPlan {
  /// For each node how its records are mapped alone, if they can be.
  var aloneNodes: [AloneNode] {
    let asksNoOthers = ancestorPaths.isEmpty && !needsDocument
    return nodes.map { AloneNode($0, asksNoOthers: asksNoOthers) }
  }
}
