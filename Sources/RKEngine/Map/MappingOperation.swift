/// Applies a plan to one representation after another.
///
/// Each representation is walked once: the tokens of values that the plan needs are kept in slots,
/// and the rest is skipped 64 tokens at a time. Then the rules are applied in their order, whatever
/// the order of the document. The walk only captures related representations. They are mapped after
/// their parent's attributes, when everything that a matcher or `@parent` may read has been
/// captured. There is no recursion over the data: an explicit stack of frames holds the unfinished
/// records.
package struct MappingOperation: ~Copyable {
  let plan: MappingPlan
  let options: MappingOptions
  let admission: (any RecordAdmission)?
  /// Compares records with earlier ones, of which some may fail.
  let repeats: RepeatWatch?
  /// Whether a complete record may be refused.
  let mayRefuse: Bool
  /// For each node, how its records are mapped flat, if they can be.
  let flatNodes: [FlatNode]
  /// The attributes that are copied or changed directly, by attribute number.
  let directRules: [DirectRule]
  /// The predicates that only compare values with constants.
  let comparisons: ConstantComparisons
  /// The dynamic nodes that choose by comparing a text.
  let choices: TextChoices
  var frames = FrameStack()
  /// For each open record, the tokens of the values that its shape wants; 0 for a missing value.
  var slots = UniqueArray<UInt32>()
  /// The representations that `@parent` may refer to, each with its parent.
  var contexts = UniqueArray<Context>()
  /// The contexts of a document that hold the current representation, and may hold the next.
  var keptContexts = 0
  /// The context of the object around the current root representation; -1 for none.
  var outerContext: Int32 = -1
  /// The context that `@root` refers to.
  var rootContext: Int32 = 0
  /// The results of paths from a context: `plan.ancestorPaths.count` for each context.
  var memos = UniqueArray<ValueLocation>()
  var sequences: KeySequences
  var walk: PathWalk
  var scratch = UniqueArray<UInt8>()
  var lists = ListConverter()
  var buffer = ValueBuffer()
  var machine: ExpressionMachine
  var letterCases = LetterCases()
  /// The transform that could not be applied to the failed value.
  var failedTransform: UInt32 = 0
  /// The fault to report for a value that could not be converted.
  var faultCode = MappingFault.Code.conversion
  /// For each unevaluated fault, the computation without a result.
  var failures: [[UInt8]] = []
  /// The token of a value that an operator cannot compute an operand of the current program with; 0
  /// if there is none.
  var uncomputed: UInt32 = 0
  /// The first element of the current list that came as a kind other than the natural one.
  var convertedElement: UInt32?
  /// The current descriptor.
  var descriptor = 0
  /// The metadata of the current document.
  var metadata = MetadataValues()
  var lines = LineCounter()
  /// Whether the kinds of values are meaningful: not in a format that has only text.
  var judgesKinds = true
  /// Whether texts that are numbers count as numbers, as in a format that has only text.
  var readsTexts: Bool {
    get { machine.readsTexts }
    set {
      machine.readsTexts = newValue
      walk.aggregate.readsTexts = newValue
    }
  }
  /// For transcoded text, finds lists that represent a single value; nil for other texts.
  var repeated: RepeatedElements?
  /// The representation being mapped may have escapes.
  var hasEscapes = true
  /// The walk over the current object has copied a value.
  var hasCopied = false
  /// The walk found a value that cannot be copied.
  var hasRefused = false
  var hasWarnedOfDuplicates = false
  /// The bytes that the current record, with everything related to it, may still take.
  var room = 0
  /// Related records that failed and were left out, in the whole run.
  var leftOutCount = 0
  /// Related representations that were declined, in the whole run.
  var declinedCount = 0
  /// Failed records on the stack, which are only searched for faults below them.
  var lostCount = 0
  /// What is reported about the whole run at its end.
  var survey: RunSurvey
  /// Counts all that rules read, if coverage is wanted.
  let coverage: CoverageCollector?
  /// Notes every step of a value, if a trace is wanted; then nothing is mapped flat or directly.
  let trace: MappingTrace?
  /// Why the last representation was declined, and its value at the matchers' first key path.
  var declineReason = DeclineTally.Reason.onPurpose
  var unmatchedValue: [UInt8]?

  package init(
    plan: MappingPlan,
    options: MappingOptions,
    admission: (any RecordAdmission)? = nil,
    repeats: RepeatWatch? = nil
  ) {
    var plan = plan
    let trace = options.trace.map { MappingTrace($0) }
    if trace != nil { plan.valueRules = plan.valueRules.map(\.keepingOnlyNull) }
    self.plan = plan
    self.options = options
    self.admission = admission
    self.repeats = repeats?.fails == true ? repeats : nil
    mayRefuse = admission != nil || repeats?.fails == true
    self.trace = trace
    flatNodes =
      trace == nil
      ? plan.flatNodes(counts: options.coverage != nil)
      : plan.nodes.map { FlatNode($0, asksNoOthers: false, takesArrays: false) }
    let coverage = options.coverage.map { CoverageCollector($0, plan, trace) }
    self.coverage = coverage
    directRules = plan.attributes.map { DirectRule($0, plan, looksUp: coverage == nil) }
    let comparisons = ConstantComparisons(plan)
    self.comparisons = comparisons
    choices = TextChoices(plan, flatNodes, comparisons)
    machine = ExpressionMachine(plan)
    sequences = KeySequences(plan.shapes)
    walk = PathWalk(plan: plan, keepsFirst: options.keepsFirstOfDuplicates)
    survey = RunSurvey(plan, options)
  }

  /// The deepest nesting of objects in the output, on which the writers recurse.
  private static var deepestLevel: UInt32 { 10_000 }

  /// The bytes that a record may take, at least and for each byte of its representation: otherwise
  /// a small spec could make a record larger than any memory (RK1019).
  static var leastRoom: Int { 64 << 20 }
  static var roomPerByte: Int { 512 }

  package enum Outcome: Sendable {
    case mapped
    /// No matcher matches the representation, its mapper declines it, or its record is to be
    /// deleted.
    case declined
    /// The record failed; a fault says why.
    case failed
  }

  /// Maps a representation of a descriptor, which ends with `lastToken`, to a record of `batch`.
  @inline(__always)
  mutating func map(
    _ representation: Representation,
    to lastToken: Int,
    by node: PlanID<PlanNode>,
    of descriptor: Int,
    _ view: TokenView,
    into batch: inout RecordBatch
  ) -> Outcome {
    self.descriptor = descriptor
    let first = representation.isMember ? representation.key.first : representation.token
    let (start, end) = (view.position(Int(first)), view.position(lastToken &+ 1))
    hasEscapes = plan.needsDocument || view.mayHaveEscapes(from: start, to: end)
    room = Self.leastRoom &+ (end &- start) &* Self.roomPerByte
    walk.itemsLeft = room / MemoryLayout<ValueLocation>.stride
    machine.allow(steps: room)
    if plan.needsDocument { surround(representation, view) }
    let byte = view.token(Int(representation.token))
    if flatNodes[Int(node.index)].takes(byte) {
      return mapFlat(representation, by: node, chosenBy: node, view, into: &batch)
    }
    if flatNodes[Int(node.index)].isChoice && TokenView.opens(byte) {
      return mapChosen(representation, by: node, view, into: &batch)
    }
    return mapTree(representation, by: node, view, into: &batch)
  }

  /// Maps a representation by the node that another chooses.
  @inline(never)
  private mutating func mapChosen(
    _ representation: Representation,
    by node: PlanID<PlanNode>,
    _ view: TokenView,
    into batch: inout RecordBatch
  ) -> Outcome {
    let token = Int(representation.token)
    if let chosen = choices.choose(for: token, by: node, hasEscapes: hasEscapes, view),
      !chosen.isNone, flatNodes[Int(chosen.index)].takes(view.token(token))
    {
      declineReason = .onPurpose
      return mapFlat(representation, by: chosen, chosenBy: node, view, into: &batch)
    }
    reset()
    let (faultCount, hadWarned) = (batch.faults.count, hasWarnedOfDuplicates)
    var chosen = representation
    let choice = choose(for: &chosen, by: node, parent: outerContext, view, &batch)
    if choice.node.isNone { return declined(representation, by: node, &batch) }
    if batch.faults.count == faultCount
      && flatNodes[Int(choice.node.index)].takes(view.token(Int(chosen.token)))
    {
      return mapFlat(chosen, by: choice.node, chosenBy: node, view, into: &batch)
    }
    // The faults are reported again by the other way to map it.
    batch.faults.truncate(to: faultCount)
    hasWarnedOfDuplicates = hadWarned
    return mapTree(representation, by: node, view, into: &batch)
  }

  /// Ends the mapping of a representation that was declined.
  private mutating func declined(
    _ representation: Representation,
    by node: PlanID<PlanNode>,
    _ batch: inout RecordBatch
  ) -> Outcome {
    if !isExhausted { return .declined }
    refuse(representation.token, by: node, &batch)
    return .failed
  }

  /// Maps a representation, and everything related to it.
  @inline(never)
  private mutating func mapTree(
    _ representation: Representation,
    by node: PlanID<PlanNode>,
    _ view: TokenView,
    into batch: inout RecordBatch
  ) -> Outcome {
    reset()
    coverage?.countFound(descriptor)
    let checkpoint = batch.checkpoint
    let rowCount = batch.rows.count
    let opened = open(
      representation,
      by: node,
      parent: outerContext,
      isComposed: false,
      view,
      &batch
    )
    if opened == .declined { return declined(representation, by: node, &batch) }
    frames.top.level = 1
    repeat {
      while frames.count > 0 && (!frames.top.hasFailed || goesOn()) {
        if frames.top.mayRelate, let child = nextChild(view, &batch) {
          let rule = frames.top.relationship
          let parent = frames.top.childContext
          let node = plan.relationships[Int(rule)].node
          let isComposed = plan.relationships[Int(rule)].isComposed
          let level = frames.top.level &+ plan.relationships[Int(rule)].levelCount
          guard level <= Self.deepestLevel else {
            fail(.tooDeep, plan.relationships[Int(rule)].site, token: child.token, &batch)
            break
          }
          guard room >= 0 else {
            fail(.tooLarge, plan.relationships[Int(rule)].site, token: child.token, &batch)
            break
          }
          switch open(child, by: node, parent: parent, isComposed: isComposed, view, &batch) {
          case .mapped:
            frames.top.level = level
            if plan.relationships[Int(rule)].sharesPlace, let owner = frames.parent {
              batch.rows[Int(frames.top.row)].offset = batch.rows[Int(owner.row)].offset
            }
          case .declined:
            declinedCount &+= 1
            continue
          case .failed: break
          }
        } else if !frames.top.hasFailed {
          finish(view, &batch)
        }
      }
    } while frames.count > 1 && options.leavesOutRelated && !isExhausted && leaveOut(&batch)
    if let key = walk.takeRepeatedKey() { warn(ofRepeatedKey: key, &batch) }
    if frames.count == 0 && isExhausted {
      refuse(representation.token, by: node, &batch)
      batch.rollBack(to: checkpoint)
      return .failed
    }
    guard frames.count == 0 else {
      batch.rollBack(to: checkpoint)
      return .failed
    }
    // A record that is to be deleted leaves no row.
    if batch.rows.count > rowCount { return .mapped }
    declineReason = .deleted
    return .declined
  }

  /// Whether the current record exceeded its limit of bytes or of examined elements.
  var isExhausted: Bool { room < 0 || walk.itemsLeft < 0 || machine.isExhausted }

  /// Reports that the record of a representation has exceeded a limit, which no single value
  /// reports.
  @inline(never)
  mutating func refuse(
    _ token: UInt32,
    by node: PlanID<PlanNode>,
    _ batch: inout RecordBatch
  ) {
    batch.faults.append(
      MappingFault(.tooLarge, isError: true, site: plan.nodes[node].site, token: token)
    )
  }

  /// Forgets a repeated key that was found in a document in which nothing was mapped.
  mutating func forgetRepeatedKey() { _ = walk.takeRepeatedKey() }

  /// Reports, once per run, that a wanted key occurs twice.
  @inline(never)
  mutating func warn(ofRepeatedKey key: Int, _ batch: inout RecordBatch) {
    if hasWarnedOfDuplicates { return }
    hasWarnedOfDuplicates = true
    let token = UInt32(truncatingIfNeeded: key)
    batch.faults.append(
      MappingFault(.duplicateKey, isError: false, site: PlanSite(0), token: token)
    )
  }

  private mutating func reset() {
    repeats?.beginRoot()
    lostCount = 0
    slots.removeAll()
    frames.removeAll()
    // Results of paths from the document hold for all of its records.
    keepContexts(keptContexts)
    walk.reset()
  }

  /// Begins a document, which contains all representations that follow.
  mutating func beginDocument(_ token: Int) {
    guard plan.needsDocument else { return }
    contexts.removeAll()
    memos.removeAll()
    walk.forgetLists()
    pushContext(token: UInt32(truncatingIfNeeded: token), parent: -1)
    keptContexts = 1
  }

  // MARK: - Opening a record

  /// Begins the record of a representation: chooses its node, captures its values, and applies the
  /// first rules.
  ///
  /// The record becomes the top of the stack unless it was declined.
  private mutating func open(
    _ given: Representation,
    by wanted: PlanID<PlanNode>,
    parent: Int32,
    isComposed: Bool,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> Outcome {
    var representation = given
    var node = wanted
    let faultCount = batch.faults.count
    let hadWarned = hasWarnedOfDuplicates
    while plan.nodes[node].isDynamic {
      let site = plan.nodes[node].site
      let choice = choose(for: &representation, by: node, parent: parent, view, &batch)
      if let unmatched = choice.unmatched, unmatched != .decline {
        let isError = unmatched == .fail
        batch.faults.append(
          MappingFault(.unmatched, isError: isError, site: site, token: representation.token)
        )
        if let trace, !isError {
          traceDeclined(representation.token, by: node, trace, coverage?.rules)
        }
        guard isError else { return .declined }
        frames.push()
        frames.top.fail(at: batch.checkpoint, slotBase: slots.count, context: contexts.count)
        frames.top.firstFault = UInt32(truncatingIfNeeded: faultCount)
        return .failed
      }
      if choice.node.isNone {
        if let trace { traceDeclined(representation.token, by: node, trace, coverage?.rules) }
        return .declined
      }
      node = choice.node
    }
    frames.push()
    let firstCell = UInt32(truncatingIfNeeded: batch.cells.count)
    frames.top.begin(
      at: batch.checkpoint,
      row: batch.rows.count,
      firstCell: firstCell,
      isComposed: isComposed
    )
    frames.top.firstFault = UInt32(truncatingIfNeeded: faultCount)
    let offset = UInt32(truncatingIfNeeded: view.position(Int(representation.token)))
    batch.rows.append(
      .init(record: plan.nodes[node].record, firstCell: firstCell, end: 0, offset: offset)
    )
    let columnCount = Int(plan.nodes[node].columnCount)
    batch.cells.append(zeros: columnCount)
    room &-= (columnCount &+ 1) &* MemoryLayout<Cell>.stride
    enter(representation, node, parent: parent, view, &batch)
    if let trace { traceOpening(trace) }
    let isPlain = plan.nodes[node].isPlain
    let when = plan.nodes[node].when
    if !isPlain && !isTaken(when, view, &batch, faultCount: faultCount, hadWarned: hadWarned) {
      return .declined
    }
    if frames.top.form == .scalar && plan.nodes[node].refusesScalars && !isComposed {
      refuseScalar(&batch)
      return .failed
    }
    // For a record made from its owner's representation, the owner checks the keys.
    if !plan.nodes[node].knownKeys.isNone && frames.top.form == .object && !isComposed {
      checkKeys(view, &batch)
    }
    if frames.top.form == .scalar && !plan.nodes[node].scalarAttribute.isNone {
      mapScalar(view, &batch)
    } else {
      var early = plan.nodes[node].early
      // Plain copies come first in the rules; the walk over an object has already made them.
      let copyCount = frames.top.form == .object ? plan.nodes[node].copyCount : 0
      if let trace {
        applyTraced(early, copied: Int(copyCount), trace, view, &batch)
      } else {
        early.first &+= Int32(truncatingIfNeeded: copyCount)
        apply(early, view, &batch)
      }
    }
    let isOther = !frames.top.isApplied && refusesShape(faultsFrom: faultCount, view, &batch)
    if !isPlain && !isOther { finishAttributes(view, &batch) }
    if survey.rules.isOn && survey.rules.openCounts[Int(node.index)] != 0
      && (!isOther || coverage != nil)
    {
      surveyRules(view, &batch)
    }
    return frames.top.hasFailed ? .failed : .mapped
  }
}
