/// Records without relationships and without dependencies on others, made from objects or arrays:
/// most records of most inputs.
///
/// They need no stack. They go through the stages that `open` and `finish` define for all records,
/// without those that cannot occur.
extension MappingOperation {
  /// Maps an object or array, whose node may be chosen by a dynamic one, to a record of `batch`
  /// without the stack.
  @inline(never)
  mutating func mapFlat(
    _ representation: Representation,
    by node: PlanID<PlanNode>,
    chosenBy given: PlanID<PlanNode>,
    _ view: TokenView,
    into batch: inout RecordBatch
  ) -> Outcome {
    let flat = flatNodes[Int(node.index)]
    let (start, firstCell) = (batch.checkpoint, batch.cells.count)
    let (faultCount, hadWarned) = (batch.faults.count, hasWarnedOfDuplicates)
    beginFlat(representation, by: node, flat, at: start, view, &batch)
    let isDeclined =
      !flat.isPlain
      && !isTaken(flat.when, view, &batch, faultCount: faultCount, hadWarned: hadWarned)
    if isDeclined {
      coverage?.countFound(descriptor)
      return .declined
    }
    var rule = Int(flat.rules.first)
    if frames.top.form == .object { rule &+= flat.copyCount }
    while rule < Int(flat.rules.end) {
      if !applyDirectly(rule, firstCell, view, &batch) { apply(rule, view, &batch) }
      rule &+= 1
    }
    var isMapped = true
    let isOther = !frames.top.isApplied && refusesShape(faultsFrom: faultCount, view, &batch)
    if flat.finishesAttributes && !isOther { finishAttributes(view, &batch) }
    if survey.rules.isOn && survey.rules.openCounts[Int(node.index)] != 0
      && (!isOther || coverage != nil)
    {
      coverage?.countFound(descriptor)
      surveyRules(view, &batch)
    }
    if flat.finishesRecord { isMapped = frames.top.hasFailed || finishRecord(view, &batch) }
    if !frames.top.isApplied {
      reportNothingFound(faultsFrom: faultCount, &batch)
    } else if !frames.top.hasFailed && isMapped && mayRefuse {
      repeats?.beginRoot()
      _ = isRefused(view, &batch)
    }
    if let key = walk.takeRepeatedKey() { warn(ofRepeatedKey: key, &batch) }
    if isExhausted && !frames.top.hasFailed {
      refuse(representation.token, by: given, &batch)
      frames.top.hasFailed = true
    }
    if frames.top.hasFailed || !isMapped {
      batch.rollBack(to: start)
      declineReason = .deleted
      return frames.top.hasFailed ? .failed : .declined
    }
    return .mapped
  }

  /// Begins the record, and walks its representation.
  @inline(__always)
  private mutating func beginFlat(
    _ representation: Representation,
    by node: PlanID<PlanNode>,
    _ flat: FlatNode,
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
        record: flat.record,
        firstCell: UInt32(truncatingIfNeeded: firstCell),
        end: UInt32(truncatingIfNeeded: row &+ 1),
        offset: UInt32(truncatingIfNeeded: view.position(token))
      )
    )
    batch.cells.append(zeros: Int(flat.columnCount))
    slots.removeAll()
    slots.append(zeros: Int(flat.slotCount))
    walk.reset()
    if view.token(token) == .openArray {
      frames.top.form = .array
      captureElements(of: token, atMost: Int(flatNodes[Int(node.index)].elementCount), view)
    } else {
      captureCopies(flat.shape, token, base: 0, firstCell, node, view, &batch)
    }
  }

  /// Captures the tokens of the first elements of an array, since most of them are wanted.
  @inline(__always)
  private mutating func captureElements(of array: Int, atMost count: Int, _ view: TokenView) {
    let end = slots.count &+ count
    var next = array &+ 1
    while slots.count < end && view.token(next) != .closeArray {
      slots.append(UInt32(truncatingIfNeeded: next))
      next = view.afterComma(view.next(after: next))
    }
    frames.top.nextElement = UInt32(truncatingIfNeeded: next)
  }
}

/// What flat mapping needs of a node.
struct FlatNode: BitwiseCopyable {
  /// Whether the node's records are mapped flat.
  private(set) var isFlat = false
  private var takesObjects = false
  private var takesArrays = false
  /// The node only chooses among nodes that are mapped flat.
  fileprivate(set) var isChoice = false
  var isPlain = false
  var finishesAttributes = false
  var finishesRecord = false
  var when: PlanID<ExpressionProgram> = .none
  var record: PlanID<RecordShape> = .none
  var columnCount: UInt32 = 0
  var slotCount: UInt32 = 0
  /// How many elements of an array are captured.
  fileprivate(set) var elementCount: UInt32 = 0
  var shape: PlanID<ObjectShape> = .none
  /// The attribute rules; the first `copyCount` are applied by the walk over an object.
  var rules: PlanRange<AttributeRule> = .empty
  var copyCount = 0

  init(_ node: PlanNode, asksNoOthers: Bool, takesArrays: Bool) {
    isFlat =
      asksNoOthers && !node.isDynamic && node.relationships.isEmpty && node.late.isEmpty
      && !node.takesNestingKey && node.knownKeys.isNone
    guard isFlat else { return }
    takesObjects = !node.shape.isNone
    self.takesArrays = takesArrays
    (isPlain, record, shape) = (node.isPlain, node.record, node.shape)
    (finishesAttributes, finishesRecord) = (node.finishesAttributes, node.finishesRecord)
    when = node.when
    (columnCount, slotCount) = (node.columnCount, node.slotCount)
    rules = node.early
    copyCount = Int(node.copyCount)
  }

  /// Whether representations that begin with a byte are mapped flat.
  @inline(__always)
  func takes(_ byte: UInt8) -> Bool {
    byte == .openObject ? takesObjects : byte == .openArray && takesArrays
  }

  /// Whether a node is none, or one whose records are mapped flat.
  fileprivate static func isFlat(_ node: PlanID<PlanNode>, among flat: [FlatNode]) -> Bool {
    node.isNone || flat[Int(node.index)].isFlat
  }
}

extension MappingPlan {
  /// For each node, how its records are mapped flat, if they can be.
  ///
  /// If coverage is counted, only records made from objects are.
  func flatNodes(counts: Bool) -> [FlatNode] {
    let asksNoOthers = ancestorPaths.isEmpty && !needsDocument
    var flat = nodes.map { FlatNode($0, asksNoOthers: asksNoOthers, takesArrays: !counts) }
    if counts || !asksNoOthers { return flat }
    for number in nodes.indices where flat[number].isFlat && nodes[number].readsArrays {
      flat[number].elementCount = elementCount(of: nodes[number])
    }
    for number in nodes.indices where nodes[number].isDynamic {
      let node = nodes[number]
      guard !node.takesNestingKey, node.unmatched == .decline,
        FlatNode.isFlat(node.otherwise, among: flat)
      else { continue }
      flat[number].isChoice = node.matchers.indices.allSatisfy { matcher in
        FlatNode.isFlat(matchers[matcher].node, among: flat)
          && matchers[matcher].literals.indices.allSatisfy {
            FlatNode.isFlat(literals[$0].node, among: flat)
          }
      }
    }
    return flat
  }

  /// How many elements of an array the attributes of a node read; the most that are kept if one of
  /// them counts from the end.
  private func elementCount(of node: PlanNode) -> UInt32 {
    var count = 0
    for attribute in node.early.indices {
      for source in attributes[attribute].sources.indices {
        guard let index = sources[source].elementIndex(self) else { continue }
        count = index < 0 ? .max : max(count, Int(index) + 1)
      }
    }
    return UInt32(min(count, MappingOperation.largestKnownCount))
  }
}
