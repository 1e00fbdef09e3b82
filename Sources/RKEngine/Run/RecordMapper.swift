/// Maps root representations one by one: counts them, marks their records in the batch, and
/// remembers of what a fault's token is to be counted from.
///
/// Where representations come from is the business of `RecordMapper+Documents` (whole documents)
/// and `StreamedDocument` (documents given out piece by piece).
package struct RecordMapper: ~Copyable {
  /// The value that a fault's place is counted from, and where that stands in its document.
  package struct Unit: BitwiseCopyable {
    package enum Place: BitwiseCopyable {
      /// It is the document.
      case document
      /// It stands where so many components of the descriptor's key path lead.
      case value(level: Int)
      case element(index: Int)
      case member(key: UInt32)
    }

    package var first: UInt32
    package var place: Place
    /// The place of the representation among those of its input, from 1; 0 for what is none.
    package var number = 0
  }

  package struct Counts: Sendable, Hashable {
    /// Root records made.
    package var records = 0
    /// Representations that no matcher takes.
    package var declined = 0
    /// Representations, lines and documents that gave no record although they should have.
    package var failed = 0

    package init() {}

    fileprivate var all: Int { records + declined + failed }
  }

  package let plan: MappingPlan
  var operation: MappingOperation
  private let recordLimit: Int
  private let sink: AnyRecordSink
  private let largestBatch: Int
  package private(set) var counts = Counts()
  /// Representations counted in the inputs before.
  private var countBefore = 0
  package private(set) var units: [Unit] = []
  /// For each fault of the kind "not found" the keys of its document.
  package private(set) var missedKeys: [[[UInt8]]] = []
  /// A record has failed, and the run stops at the first.
  package private(set) var hasFailed = false
  /// The items of a list that distribution made of a key path.
  var items = UniqueArray<ValueLocation>()

  /// A batch of more than `largestBatch` bytes is given to the sink as soon as its last record is
  /// made.
  package init(
    plan: MappingPlan,
    options: MappingOptions,
    recordLimit: Int,
    sink: AnyRecordSink,
    largestBatch: Int
  ) {
    self.plan = plan
    self.recordLimit = recordLimit
    self.sink = sink
    self.largestBatch = largestBatch
    operation = MappingOperation(plan: plan, options: options)
  }

  package var isStopped: Bool { hasFailed || counts.records >= recordLimit }

  /// Begins a new input, whose representations are numbered from 1.
  package mutating func beginInput() { countBefore = counts.all }

  /// Begins a new batch: what is known of the faults of the last one goes.
  package mutating func beginBatch() {
    units.removeAll(keepingCapacity: true)
    missedKeys.removeAll()
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

  /// Maps one representation, which ends with token `last`.
  ///
  /// Null is passed over.
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
    if byte == .ascii("n") { return }
    let node = plan.descriptors[descriptor].node
    let faultCount = batch.faults.count
    let isRefused =
      kind == .element
      ? byte == .openArray && !plan.nodes[node].readsArrays : plan.nodes[node].forcesCollection
    if isRefused {
      let site = plan.nodes[node].site
      batch.faults.append(
        MappingFault(.conversion, isError: true, site: site, token: representation.token)
      )
      fail()
    } else {
      let row = batch.rows.count
      let keyPath = plan.descriptors[descriptor].keyPath
      let root =
        keyPath.count == 0
        ? ValueLocation(.null) : ValueLocation(.constant, keyPath.offset, keyPath.count)
      switch operation.map(
        representation,
        to: last,
        by: node,
        rootKeyPath: root,
        view,
        into: &batch
      ) {
      case .mapped:
        let section = UInt32(truncatingIfNeeded: plan.descriptors[descriptor].section)
        batch.marks.append(.init(kind, section: section, row: UInt32(truncatingIfNeeded: row)))
        counts.records += 1
        if batch.size > largestBatch { try handOver(&batch, view) }
      case .declined: counts.declined += 1
      case .failed: fail()
      }
    }
    guard batch.faults.count > faultCount else { return }
    var unit = unit
    unit.number = counts.all - countBefore
    assign(unit, toFaultsFrom: faultCount, &batch)
  }

  /// Gives the sink what was made so far; the faults wait for the end of the window.
  @inline(never)
  private func handOver(_ batch: inout RecordBatch, _ view: TokenView) throws(SystemError) {
    batch.seal()
    try sink.write(batch, view.padded)
    batch.removeRecords()
  }

  private mutating func fail() {
    counts.failed += 1
    hasFailed = true
  }

  private mutating func assign(_ unit: Unit, toFaultsFrom first: Int, _ batch: inout RecordBatch) {
    units.append(unit)
    for number in first..<batch.faults.count { batch.faults[number].unit = UInt32(units.count - 1) }
  }

  /// Nothing was found at any key path of a document that has these keys.
  mutating func reportNothing(_ unit: Unit, keys: [[UInt8]], _ batch: inout RecordBatch) {
    var fault = MappingFault(.notFound, isError: true, site: PlanSite(0), token: unit.first)
    fault.detail = UInt32(missedKeys.count)
    missedKeys.append(keys)
    batch.faults.append(fault)
    assign(unit, toFaultsFrom: batch.faults.count - 1, &batch)
    fail()
  }

  /// A line that is no JSON counts as a failed record.
  package mutating func countBadLine() { fail() }
}
