/// Maps root representations one by one: counts them, marks their records in the batch, and
/// remembers the unit that a fault's token is relative to.
///
/// `RootMapper+Documents` (whole documents) and `StreamedDocument` (documents read piece by piece)
/// find the representations.
package struct RootMapper: ~Copyable {
  /// The value that a fault's position is relative to, and where that is in its document.
  package struct Unit: BitwiseCopyable {
    package enum Place: BitwiseCopyable {
      /// The value is the document.
      case document
      /// The first `level` components of the descriptor's key path lead to the value.
      case value(level: Int)
      case element(index: Int)
      case member(key: UInt32)
      /// An element of an array or object in a document that is in memory.
      case elementOf(list: UInt32, document: UInt32, index: UInt32)
      case memberOf(object: UInt32, document: UInt32, key: UInt32)
    }

    package var first: UInt32
    package var place: Place
    /// The number of the representation in its input, from 1; 0 if the value is not one.
    package var number = 0
    /// The first token of the document around the value, if the window still contains it and
    /// `place` does not tell.
    package var outer: UInt32?
  }

  package struct Counts: Sendable, Hashable {
    /// Root records made.
    package var records = 0
    /// Representations that no matcher matches.
    package var declined = 0
    /// Representations, lines and documents that should have produced a record but did not.
    package var failed = 0
    /// Related representations that were declined.
    package var declinedRelated = 0
    /// Related records that failed and were left out.
    package var failedRelated = 0

    package init() {}

    package var allDeclined: Int { declined + declinedRelated }

    /// The representations, lines and documents that were read.
    package var read: Int { records + declined + failed }
  }

  /// A representation that produced no record, until the reason is reported.
  package struct Failure: BitwiseCopyable {
    package var first: UInt32
    /// The token after its last one; `first` if the window does not contain it.
    package var end: UInt32
    package var descriptor: UInt32
    package var unit: UInt32
    /// The index of the first of its faults, which include those of related records.
    package var firstFault: UInt32
    package var endOfFaults: UInt32
    /// The row written in its place, if any.
    package var row: UInt32?
  }

  package let plan: MappingPlan
  var operation: MappingOperation
  private let recordLimit: Int
  private let rule: FailedRecordRule
  private let sink: AnyRecordSink
  let largestBatch: Int
  var counts = Counts()
  /// Representations counted in earlier inputs.
  private var countBefore = 0
  package private(set) var units: [Unit] = []
  /// For each fault about something that was not found, the keys of its document, or of the object
  /// in the document.
  package private(set) var missedKeys: [[[UInt8]]] = []
  /// The representations that failed.
  package private(set) var failures: [Failure] = []
  /// A record has failed, and the run stops at the first failure.
  package private(set) var hasFailed = false
  /// The descriptors that apply to the current document.
  private(set) var applied: [Int]
  /// The applied descriptors that were chosen for the document: they must find something if others
  /// do.
  var chosen: [Int] = []
  /// The descriptor whose records are being counted, and the number of records before them.
  var tallied = (descriptor: 0, recordsBefore: 0)
  /// The sink may refuse records after it has received them.
  let followsRecords: Bool
  /// Compares records with earlier ones of their identity.
  let repeats: RepeatWatch?
  /// Whether there is more to do with a record that was made.
  private let notesRecords: Bool
  /// The records of the batch, if the sink may refuse them.
  var written: [WrittenRecord] = []
  /// The current element without its white space.
  var compact = OutputBuffer(capacity: 0)
  /// The items of a list that distribution made from a key path.
  var items = UniqueArray<ValueLocation>()

  /// A batch of more than `largestBatch` bytes is passed to the sink as soon as its last record is
  /// finished, unless the row of a failed record must still be filled in.
  package init(
    plan: MappingPlan,
    options: MappingOptions,
    admission: (any RecordAdmission)? = nil,
    repeats: RepeatWatch? = nil,
    recordLimit: Int,
    rule: FailedRecordRule,
    sink: AnyRecordSink,
    largestBatch: Int
  ) {
    self.plan = plan
    self.recordLimit = recordLimit
    self.rule = rule
    self.sink = sink
    self.largestBatch = largestBatch
    followsRecords = rule != .fail && sink.leaveOutRefused()
    self.repeats = repeats
    notesRecords = followsRecords || repeats != nil
    operation = MappingOperation(
      plan: plan,
      options: options,
      admission: admission,
      repeats: repeats
    )
    applied = Array(plan.descriptors.indices)
  }

  /// All counts, including those of related records.
  package var allCounts: Counts {
    var counts = counts
    counts.declinedRelated = operation.declinedCount
    return counts
  }

  package var isStopped: Bool { hasFailed || counts.records >= recordLimit }

  var expectsRecords: Bool { operation.options.expectsRecords }

  /// Begins a new input, whose representations are numbered from 1.
  package mutating func beginInput() {
    countBefore = counts.read
    operation.lines = LineCounter()
  }

  /// Begins a part of an input, independently of earlier parts.
  mutating func beginSegment() {
    forgetFaults()
    countBefore = counts.read
    hasFailed = false
    operation.hasWarnedOfDuplicates = false
    tallied.recordsBefore = counts.records
    repeats?.beginSegment()
    operation.survey = RunSurvey(plan, operation.options)
    operation.machine.clashes.removeAll()
    operation.coverage?.beginSegment()
  }

  /// Adds the counts of a part of the input that was mapped by another thread.
  mutating func add(_ part: Counts) {
    operation.leftOutCount += part.failedRelated
    operation.declinedCount += part.declinedRelated
    tallied.recordsBefore += part.records
    counts.records += part.records
    counts.declined += part.declined
    counts.failed += part.failed
    counts.failedRelated += part.failedRelated
  }

  /// Begins documents that belong to a context.
  package mutating func begin(_ context: DocumentContext) {
    applied = context.descriptors
    chosen = context.chosen
    operation.coverage?.begin(for: applied)
    tally(applied.first ?? 0)
    if plan.metadataPaths.isEmpty { return }
    operation.metadata = MetadataValues(plan, context.metadata)
  }

  /// The representations of the current input so far.
  package var readCount: Int { counts.read - countBefore }

  /// Forgets faults and failures that have been reported.
  package mutating func forgetFaults() {
    units.removeAll(keepingCapacity: true)
    missedKeys.removeAll()
    operation.failures.removeAll()
    failures.removeAll(keepingCapacity: true)
    operation.coverage?.faultCount = 0
  }

  /// The representation at a token, found at the key path of a descriptor.
  @inline(__always)
  func representation(_ token: Int, _ descriptor: Int, index: ValueLocation)
    -> Representation
  {
    let lastKey = plan.descriptors[descriptor].lastKey
    let key =
      lastKey.count == 0 ? .missing : ValueLocation(.constant, lastKey.offset, lastKey.count)
    return Representation(
      token: token,
      key: key,
      index: index
    )
  }

  /// Maps one representation, which ends with token `last`; skips null.
  mutating func map(
    _ representation: Representation,
    to last: Int,
    _ descriptor: Int,
    _ kind: RecordBatch.Mark.Kind,
    _ unit: Unit,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) throws(SystemError) {
    let byte = view.token(Int(representation.token))
    let node = plan.descriptors[descriptor].node
    if byte == .ascii("n") {
      if kind == .element && plan.descriptors[descriptor].nulls != .take {
        report(nullElement: representation.token, descriptor, unit, &batch)
      }
      return
    }
    if kind == .element && !representation.isMember && entersElements(of: node)
      && view.hasMembers(Int(representation.token))
    {
      return try mapMembers(of: Int(representation.token), descriptor, view, &batch) {
        _ in unit
      }
    }
    let second =
      kind == .element ? nil : operation.repeated?.second(of: Int(representation.token), view)
    var isRefused =
      kind == .element
      ? byte == .openArray && !plan.nodes[node].readsArrays
      : plan.nodes[node].forcesCollection || second != nil
    let section = UInt32(truncatingIfNeeded: plan.descriptors[descriptor].section)
    let mark = RecordBatch.Mark(
      kind,
      section: section,
      row: UInt32(truncatingIfNeeded: batch.rows.count)
    )
    let faultCount = batch.faults.count
    let single = kind == .single ? plan.descriptors[descriptor].single : .take
    if single != .take && byte == .openObject && operation.judgesKinds && !isRefused {
      var fault = MappingFault(
        .singleRoot,
        isError: single == .fail,
        site: plan.nodes[node].site,
        token: representation.token
      )
      fault.variant = UInt32(truncatingIfNeeded: descriptor)
      batch.faults.append(fault)
      isRefused = fault.isError
    }
    guard isRefused else {
      let outcome = operation.map(
        representation,
        to: last,
        by: node,
        of: descriptor,
        view,
        into: &batch
      )
      let tokens = representation.token..<UInt32(truncatingIfNeeded: last + 1)
      return try record(
        outcome,
        mark,
        tokens,
        descriptor,
        unit,
        faultsFrom: faultCount,
        view,
        &batch
      )
    }
    let site = plan.nodes[node].site
    if batch.faults.count == faultCount {
      batch.faults.append(
        MappingFault(
          .conversion,
          isError: true,
          site: site,
          token: second.map { UInt32($0) } ?? representation.token
        )
      )
    }
    let tokens = representation.token..<UInt32(truncatingIfNeeded: last + 1)
    operation.survey.declines.markTaken(descriptor)
    operation.coverage?.countFound(descriptor)
    operation.trace?.note(
      MappingTrace.Region(
        token: Int(representation.token),
        reason: .failed,
        rule: operation.coverage?.rules.site(site)
      )
    )
    locateFaults(tokens, descriptor, kind, unit, faultsFrom: faultCount, &batch)
  }

  /// Reports a null in a list at a key path: where a record was expected there is none.
  @inline(never)
  private mutating func report(
    nullElement token: UInt32,
    _ descriptor: Int,
    _ unit: Unit,
    _ batch: inout RecordBatch
  ) {
    let faultCount = batch.faults.count
    let rule = plan.descriptors[descriptor]
    let isError = rule.nulls == .fail
    operation.report(nullElement: token, 0, rule.node, isError: isError, &batch)
    let tokens = isError ? token..<(token + 1) : nil
    locateFaults(tokens, descriptor, .element, unit, faultsFrom: faultCount, &batch)
  }

  /// Records the result for the representation of these tokens; `mark` is that of its record.
  @inline(__always)
  mutating func record(
    _ outcome: MappingOperation.Outcome,
    _ mark: RecordBatch.Mark,
    _ tokens: Range<UInt32>,
    _ descriptor: Int,
    _ unit: Unit,
    faultsFrom faultCount: Int,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) throws(SystemError) {
    if operation.trace != nil {
      traceRoot(outcome, mark, tokens.lowerBound, descriptor, faultsFrom: faultCount, view, batch)
    }
    switch outcome {
    case .mapped:
      batch.marks.append(mark)
      counts.records += 1
      if notesRecords {
        if followsRecords { follow(mark, tokens, descriptor, unit) }
        repeats?.take(Int(mark.row), of: &batch, view)
      }
      if batch.size > largestBatch && failures.isEmpty { try write(&batch, view.padded) }
    case .declined:
      counts.declined += 1
      operation.noteDeclined()
    case .failed: operation.survey.declines.markTaken(descriptor)
    }
    if batch.faults.count != faultCount {
      counts.failedRelated = operation.leftOutCount
      let failed = outcome == .failed ? tokens : nil
      locateFaults(failed, descriptor, mark.kind, unit, faultsFrom: faultCount, &batch)
    }
    if !operation.machine.clashes.examples.isEmpty { reportClashes(unit, &batch) }
  }

  /// Reports comparisons without an answer; the fault has the values, and its variant the program.
  @inline(never)
  private mutating func reportClashes(_ unit: Unit, _ batch: inout RecordBatch) {
    let first = batch.faults.count
    for clash in operation.machine.clashes.examples {
      var fault = MappingFault(
        .neverCompares,
        isError: false,
        site: PlanSite(0),
        token: clash.token
      )
      fault.variant = UInt32(clash.program)
      keep(keys: [clash.left, clash.right, [clash.form.rawValue]], for: &fault)
      batch.faults.append(fault)
    }
    operation.machine.clashes.examples.removeAll()
    assign(unit, toFaultsFrom: first, &batch)
  }

  /// Adds the position to a representation's faults, and records the failure if it failed.
  @inline(never)
  mutating func locateFaults(
    _ failed: Range<UInt32>?,
    _ descriptor: Int,
    _ kind: RecordBatch.Mark.Kind,
    _ unit: Unit,
    faultsFrom first: Int,
    _ batch: inout RecordBatch
  ) {
    if failed != nil { fail() }
    var unit = unit
    unit.number = readCount
    assign(unit, toFaultsFrom: first, &batch)
    if let failed { note(failed, descriptor, kind, faultsFrom: first, &batch) }
  }

  /// Passes the records made so far from these bytes to the sink; faults wait for the end of their
  /// window.
  @inline(never)
  mutating func write(_ batch: inout RecordBatch, _ bytes: Span<UInt8>) throws(SystemError) {
    batch.seal()
    operation.survey.note(batch, bytes)
    try sink.write(batch, bytes)
    if followsRecords { takeRefused(by: sink, &batch) }
    batch.removeRecords()
  }

  mutating func fail() {
    counts.failed += 1
    failRun()
  }

  /// Ends the run after a failure, if the rule for failed records says so.
  mutating func failRun() { hasFailed = rule == .fail }

  /// Remembers a representation that failed, and reserves its place among the records.
  mutating func note(
    _ tokens: Range<UInt32>,
    _ descriptor: Int,
    _ kind: RecordBatch.Mark.Kind,
    faultsFrom first: Int,
    _ batch: inout RecordBatch
  ) {
    var failure = Failure(
      first: tokens.lowerBound,
      end: tokens.upperBound,
      descriptor: UInt32(descriptor),
      unit: UInt32(units.count - 1),
      firstFault: UInt32(truncatingIfNeeded: first),
      endOfFaults: UInt32(truncatingIfNeeded: batch.faults.count)
    )
    if rule == .emit {
      let row = UInt32(truncatingIfNeeded: batch.rows.count)
      batch.rows.append(.init(text: 0..<0))
      let section = UInt32(truncatingIfNeeded: plan.descriptors[descriptor].section)
      batch.marks.append(.init(kind, section: section, row: row))
      failure.row = row
    }
    failures.append(failure)
  }

  /// Keeps the keys of a document, or of an object in it, for a fault.
  mutating func keep(keys: [[UInt8]], for fault: inout MappingFault) {
    fault.detail = UInt32(missedKeys.count)
    missedKeys.append(keys)
  }

  mutating func assign(_ unit: Unit, toFaultsFrom first: Int, _ batch: inout RecordBatch) {
    units.append(unit)
    for number in first..<batch.faults.count { batch.faults[number].unit = UInt32(units.count - 1) }
  }

  /// Reports that no key path found anything in a document.
  ///
  /// `keys` are its keys, and `last` is its last token, nil if the window does not contain it.
  mutating func reportNothing(
    _ unit: Unit,
    to last: Int?,
    keys: [[UInt8]],
    _ batch: inout RecordBatch
  ) {
    let faultCount = batch.faults.count
    var fault = MappingFault(.notFound, isError: true, site: PlanSite(0), token: unit.first)
    keep(keys: keys, for: &fault)
    if let last, last == Int(unit.first) + 1 { fault.variant = MappingFault.emptyDocument }
    batch.faults.append(fault)
    let end = last.map { UInt32(truncatingIfNeeded: $0 + 1) } ?? unit.first
    locateFaults(unit.first..<end, 0, .single, unit, faultsFrom: faultCount, &batch)
  }

  /// A line that is not JSON counts as a failed record.
  package mutating func countBadLine() { fail() }
}
