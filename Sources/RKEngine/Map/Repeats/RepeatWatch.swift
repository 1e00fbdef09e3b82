/// Finds records of a run that overwrite values of earlier ones with the same identity.
///
/// Of each identity it remembers a hash of the key and of each member, and a place: some 40 bytes,
/// and 4 for each member.
package final class RepeatWatch {
  /// Where a record begins: the number of its input, and an offset in it.
  package struct Place: Sendable, BitwiseCopyable {
    package var input: Int
    package var offset: Int
  }

  /// A record that differs from an earlier one.
  package struct Conflict: Sendable {
    /// The number of the target.
    package var target: Int
    /// The values that identify the record.
    package var identity: [String]
    /// The number of the first member that differs.
    package var member: Int
    package var earlier: Place
  }

  /// The records of a target that overwrote others.
  package struct Tally: Sendable {
    /// The number of records.
    package var recordCount = 0
    /// Those that are not newer, so that the earlier ones stay.
    package var skippedCount = 0
    /// For each member, the number of values.
    package var memberCounts: [Int]
    /// Whether the first of them was reported.
    fileprivate var isReported = false
  }

  /// What is known of an identity.
  private struct Known: BitwiseCopyable {
    var key: UInt64
    /// The input in the upper 24 bits, the offset in the others.
    var place: UInt64
    var firstHash: UInt32
    var target: UInt32
  }

  private let rules: RepeatRules
  /// Whether it belongs to a thread that maps ahead of the run: it keeps all prints, and reports
  /// nothing.
  private let isAhead: Bool
  private var printer: RepeatPrinter
  /// The print of the current record, or those of the current segment.
  private var made = RepeatPrints()
  private var known = UniqueArray<Known>()
  private var numbers = SlotTable<NumberSlot>()
  private var hashes = UniqueArray<UInt32>()
  /// For targets with a modification attribute, the newest value of each identity.
  private var revisions: [UInt64: [UInt8]] = [:]
  /// The complete records of a root record that is not: their rows, and the numbers of their prints.
  private var pending: [(row: Int, print: Int)] = []
  private var begun = RepeatPrints()
  /// The text that the records of the current input are made from; nil if it is the input itself.
  var text: (any TranscodedText)?
  /// The number of the current input.
  package var input = -1
  /// For each target, what overwrote earlier records.
  package private(set) var tallies: [Tally]
  /// The members that join tables do not have, since their lists have them already: how many, and
  /// the first list's owner, by the sites of the relationships.
  package private(set) var dropped: [UInt32: (count: Int, owner: Place)] = [:]
  /// What was reported, by the details of its faults.
  package private(set) var conflicts: [Conflict] = []
  /// Records that were not compared, because there were too many identities.
  package private(set) var leftOutCount = 0

  /// The most identities that are remembered, and the most hashes of their members: some 250 MB.
  private static var mostIdentities: Int { 2_097_152 }
  private static var mostHashes: Int { 16_777_216 }

  /// The plan must have rules for repeated records.
  package init(_ plan: MappingPlan, isAhead: Bool = false) {
    rules = plan.repeats
    self.isAhead = isAhead
    printer = RepeatPrinter(plan)
    tallies = rules.memberCounts.map { Tally(memberCounts: Array(repeating: 0, count: $0)) }
  }

  package var fails: Bool { rules.fails }

  /// The number of all records that overwrote others.
  package var recordCount: Int { tallies.reduce(0) { $0 + $1.recordCount } }

  /// Begins documents; forgets what is known if each is compared by itself.
  func beginDocuments(_ text: (any TranscodedText)?, areParts: Bool) {
    self.text = text?.keepsOffsets == false ? text : nil
    if areParts && rules.isOfDocuments { forget() }
  }

  private func forget() {
    known.removeAll()
    hashes.removeAll()
    numbers = SlotTable<NumberSlot>()
    revisions = [:]
  }

  // MARK: - Segments

  /// Begins a segment, independently of earlier ones.
  func beginSegment() {
    forget()
    made.removeAll()
    tallies = rules.memberCounts.map { Tally(memberCounts: Array(repeating: 0, count: $0)) }
    input = -1
  }

  /// Passes on the prints of the segment.
  func endSegment(_ prints: inout RepeatPrints) {
    made.overwrittenTargets = tallies.indices.filter { tallies[$0].recordCount > 0 }
    swap(&made, &prints)
  }

  /// Whether no record of a segment is the first of its target to be reported.
  func isSilent(_ part: borrowing RepeatPrints) -> Bool {
    if part.overwrittenTargets.contains(where: { !tallies[$0].isReported }) { return false }
    for number in 0..<part.prints.count {
      let print = part.prints[number]
      let shape = rules.shapes[Int(print.shape)]
      let target = Int(shape.target)
      guard !tallies[target].isReported, shape.policy == .report,
        let found = numbers[place(of: print, shape.target)].number
      else { continue }
      let (old, new) = (Int(known[found].firstHash), print.firstHash)
      for member in 0..<rules.memberCounts[target]
      where Self.differ(hashes[old + member], part.hashes[new + member]) {
        return false
      }
    }
    return true
  }

  /// Takes the records of a segment.
  func take(_ part: borrowing RepeatPrints) {
    for number in 0..<part.prints.count { _ = settle(part, number) }
    countDropped(part)
  }

  private func countDropped(_ prints: borrowing RepeatPrints) {
    for number in 0..<prints.dropped.count {
      let found = prints.dropped[number]
      let owner = Place(input: input, offset: Int(found.offset))
      dropped[found.site.index, default: (0, owner)].count += found.count
    }
  }

  // MARK: - Records

  /// Takes a root record that is complete, and everything related to it; appends the first finding
  /// of each target to the faults of the batch.
  func take(_ root: Int, of batch: inout RecordBatch, _ view: TokenView) {
    let end = rules.takesRootsAlone ? root + 1 : Int(batch.rows[root].end)
    if batch.rows[root].record.isNone { return }
    let bytes = view.padded
    var next = root
    while next < end {
      let row = next
      next += 1
      if !isAhead { made.removeAll() }
      let known = made.dropped.count
      let isCompared = printer.add(row, batch, bytes, to: &made)
      let offset = isCompared || made.dropped.count > known ? offset(of: row, batch) : 0
      for number in known..<made.dropped.count { made.dropped[number].offset = UInt64(offset) }
      guard isCompared else {
        if !isAhead { countDropped(made) }
        continue
      }
      let number = made.prints.count - 1
      made.prints[number].offset = UInt64(offset)
      let outcome = settle(made, number)
      if !isAhead && !outcome.isOld { countDropped(made) }
      // An older record is passed over with what it is related to.
      if outcome.isOld && !rules.shapes[Int(batch.rows[row].record.index)].relatesUnmodified {
        next = Int(batch.rows[row].end)
      }
      if let member = outcome.member, !isAhead {
        report(row, member, outcome.earlier, &batch, view)
      }
    }
  }

  private func offset(of row: Int, _ batch: borrowing RecordBatch) -> Int {
    let offset = Int(batch.rows[row].offset)
    if let text { return text.sourceOffset(of: batch.textOrigin + offset) }
    return batch.isTranscoded ? batch.origin : batch.origin + offset
  }

  /// Reports the first record of a target that overwrites another.
  private func report(
    _ row: Int,
    _ member: Int,
    _ earlier: Place,
    _ batch: inout RecordBatch,
    _ view: TokenView
  ) {
    let shape = rules.shapes[Int(batch.rows[row].record.index)]
    let target = Int(shape.target)
    if tallies[target].isReported { return }
    tallies[target].isReported = true
    var fault = MappingFault(
      .repeated,
      isError: false,
      site: shape.site,
      token: UInt32(truncatingIfNeeded: view.token(at: Int(batch.rows[row].offset)))
    )
    fault.detail = note(row, member, earlier, batch, view)
    fault.variant = fault.detail
    batch.faults.append(fault)
  }

  private func note(
    _ row: Int,
    _ member: Int,
    _ earlier: Place,
    _ batch: borrowing RecordBatch,
    _ view: TokenView
  ) -> UInt32 {
    conflicts.append(
      Conflict(
        target: Int(rules.shapes[Int(batch.rows[row].record.index)].target),
        identity: printer.identity(of: row, batch, view.padded),
        member: member,
        earlier: earlier
      )
    )
    return UInt32(conflicts.count - 1)
  }

  // MARK: - Records that fail

  /// Begins a root record: records that were complete before it belong to others.
  func beginRoot() {
    pending.removeAll(keepingCapacity: true)
    begun.removeAll()
  }

  /// Forgets complete records whose rows were removed, since a record around them failed.
  func rollBack(to rowCount: Int) { pending.removeAll { $0.row >= rowCount } }

  /// The number of the conflict of a complete record that must not differ from earlier ones; nil if
  /// it does not.
  func refusal(
    of row: Int,
    isRoot: Bool,
    in batch: borrowing RecordBatch,
    _ view: TokenView
  ) -> UInt32? {
    if rules.takesRootsAlone && !isRoot { return nil }
    guard printer.add(row, batch, view.padded, to: &begun) else { return nil }
    let number = begun.prints.count - 1
    begun.prints[number].offset = UInt64(offset(of: row, batch))
    let print = begun.prints[number]
    let shape = rules.shapes[Int(print.shape)]
    defer { pending.append((row, number)) }
    if shape.policy != .fail { return nil }
    var state = RepeatState(memberCount: rules.memberCounts[Int(shape.target)])
    if let found = numbers[place(of: print, shape.target)].number {
      let first = Int(known[found].firstHash)
      for member in state.hashes.indices { state.hashes[member] = hashes[first + member] }
      state.revision = revisions[print.key] ?? []
      state.place = Self.place(known[found].place)
    }
    // Then come the records of this root that are complete.
    for other in pending {
      let earlier = begun.prints[other.print]
      if earlier.key == print.key, rules.shapes[Int(earlier.shape)].target == shape.target {
        state.take(begun, earlier, rules.shapes[Int(earlier.shape)], in: input)
      }
    }
    if isDecided(shape, state.revision, begun, print.revision) { return nil }
    for member in state.hashes.indices
    where Self.differ(state.hashes[member], begun.hashes[print.firstHash + member]) {
      return note(row, member, state.place, batch, view)
    }
    return nil
  }

  // MARK: - Comparing

  private struct Outcome {
    /// The first member whose earlier value the record overwrites; nil if there is none.
    var member: Int?
    /// The place of the earlier record.
    var earlier = Place(input: 0, offset: 0)
    /// Whether its age says that it changes nothing.
    var isOld = false
  }

  @inline(__always)
  private static func differ(_ old: UInt32, _ new: UInt32) -> Bool {
    old != 0 && new != 0 && old != new
  }

  private static func place(_ bits: UInt64) -> Place {
    Place(input: Int(bits >> 40), offset: Int(bits & 0xFF_FFFF_FFFF))
  }

  /// The place in the table of the identity of a print.
  private func place(of print: RepeatPrints.Print, _ target: Int32) -> Int {
    numbers.place(of: UInt32(truncatingIfNeeded: print.key)) {
      known[$0].key == print.key && known[$0].target == UInt32(target)
    }
  }

  /// Whether both records say how new they are, and differ in that.
  private func isDecided(
    _ shape: RepeatShape,
    _ old: [UInt8],
    _ prints: borrowing RepeatPrints,
    _ revision: ByteRange
  ) -> Bool {
    shape.modification >= 0 && shape.modificationOrder != .equality && revision.count > 0
      && !old.isEmpty && prints.revision(revision) != old
  }

  /// Compares a record with what is known of its identity, and remembers it.
  private func settle(_ prints: borrowing RepeatPrints, _ number: Int) -> Outcome {
    let print = prints.prints[number]
    let shape = rules.shapes[Int(print.shape)]
    let count = rules.memberCounts[Int(shape.target)]
    let slot = place(of: print, shape.target)
    guard let found = numbers[slot].number else {
      remember(print, shape, prints, at: slot)
      return Outcome()
    }
    var isOld = false
    var isDecided = false
    if print.revision.count > 0 || print.hasNullRevision {
      let new = prints.revision(print.revision)
      let old = revisions[print.key] ?? []
      isDecided = self.isDecided(shape, old, prints, print.revision)
      isOld = shape.isOld(new, print.hasNullRevision, known: old)
      if !isOld && !new.isEmpty { revisions[print.key] = new }
    }
    let base = Int(known[found].firstHash)
    let earlier = Self.place(known[found].place)
    var first = -1
    for member in 0..<count {
      let (old, new) = (hashes[base + member], prints.hashes[print.firstHash + member])
      if old == new || new == 0 { continue }
      if old != 0 && !isDecided && shape.policy == .report {
        if first < 0 { first = member }
        tallies[Int(shape.target)].memberCounts[member] += 1
      }
      if !isOld { hashes[base + member] = new }
    }
    if !isOld { known[found].place = bits(print) }
    if first >= 0 {
      tallies[Int(shape.target)].recordCount += 1
      if isOld { tallies[Int(shape.target)].skippedCount += 1 }
    }
    return Outcome(member: first < 0 ? nil : first, earlier: earlier, isOld: isOld)
  }

  private func bits(_ print: RepeatPrints.Print) -> UInt64 {
    UInt64(truncatingIfNeeded: input) << 40 | print.offset & 0xFF_FFFF_FFFF
  }

  private func remember(
    _ print: RepeatPrints.Print,
    _ shape: RepeatShape,
    _ prints: borrowing RepeatPrints,
    at slot: Int
  ) {
    if known.count >= Self.mostIdentities || hashes.count >= Self.mostHashes {
      leftOutCount += 1
      return
    }
    known.append(
      Known(
        key: print.key,
        place: bits(print),
        firstHash: UInt32(hashes.count),
        target: UInt32(shape.target)
      )
    )
    numbers.insert(
      NumberSlot(known.count - 1, UInt32(truncatingIfNeeded: print.key)),
      at: slot
    )
    for member in 0..<rules.memberCounts[Int(shape.target)] {
      hashes.append(prints.hashes[print.firstHash + member])
    }
    if print.revision.count > 0 { revisions[print.key] = prints.revision(print.revision) }
  }
}
