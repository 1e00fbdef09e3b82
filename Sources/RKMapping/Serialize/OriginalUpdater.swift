internal import RKDiagnostics
internal import RKEngine

/// Merges records into the documents that they were made from; changes only what differs.
final class OriginalUpdater: OriginalUpdate, RecordAdmission {
  /// Several records with one identity whose number differs from the original's.
  struct Ambiguity {
    var identity: String
    var count: Int
    var originals: [Record]
    /// What of the original could not be read, and may be the record.
    var unread: Location?
  }

  /// A pass over the records.
  enum Pass {
    /// Counts the records of each identity.
    case counting
    /// Keeps records that only their order distinguishes, if there are fewer than in the original.
    case collecting
    /// Merges the records into a trial text, which is then read to check that it has the same records.
    case trial
    case final
  }

  /// A root record that has been merged.
  struct Placed {
    /// Its number among the records of the run.
    var number: Int
    var group: OriginalRecords.Group
    var identity: String
    var node: Int
    /// The record as JSON.
    var text: [UInt8]
    /// The number of its counterpart in the original.
    var old: Int?
  }

  let writer: RecordWriter
  let originals: OriginalRecords
  /// Whether what the records lack is removed.
  let deletes: Bool
  private(set) var pass = Pass.counting
  private var counts: [OriginalRecords.Group: [String: Int]] = [:]
  /// Records that only their order distinguishes, as JSON, and the numbers of their counterparts.
  private var unidentified: [OriginalRecords.Group: [[UInt8]]] = [:]
  private var alignments: [OriginalRecords.Group: [Int]] = [:]
  private var taken: [OriginalRecords.Group: [String: Int]] = [:]
  private var takenCount = 0
  private(set) var placed: [Placed] = []
  private var ownPlaced: [Placed] = []
  /// The numbers of records that would be read back differently, and the member that would differ.
  var refused: [Int: Int?] = [:]
  var check = ChangedTextCheck()
  /// The changes of all records, and those of the current record.
  private var changes: TextChanges
  var own: TextChanges
  private(set) var newLists: [NewList.Place: NewList] = [:]
  var ownLists: [NewList.Place: NewList] = [:]
  private(set) var ambiguities: [Ambiguity] = []
  /// Whether the current record has been matched, or is new.
  private var hasTaken = false
  private var lastRecord = 0
  private var lastSite = 0
  /// Whether a record failed before it could be matched.
  private(set) var hasUnknown = false
  private var hasRefused = false
  /// The text that the trial made, if no record failed; the final pass then only reports.
  private var made: [UInt8]?

  init(_ writer: RecordWriter, _ originals: OriginalRecords, deletes: Bool) {
    self.writer = writer
    self.originals = originals
    self.deletes = deletes
    changes = TextChanges(of: originals.text)
    own = changes
    writer.update = self
    group(originals)
  }

  var plan: WritePlan { writer.plan }
  var comparison: RecordComparison { RecordComparison(writer, deletes: deletes) }

  /// Begins a pass over the records.
  func begin(_ next: Pass) {
    pass = next
    changes = TextChanges(of: originals.text)
    newLists = [:]
    ambiguities = []
    (hasUnknown, hasRefused) = (false, false)
    (taken, takenCount, placed) = ([:], 0, [])
    originals.forgetMatches()
    forgetRecord()
    if made == nil { writer.forgetLosses() }
  }

  func group(_ records: OriginalRecords) {
    records.group { [plan] keyPath, record in
      guard let node = plan.node(of: record, under: keyPath), plan.nodes[node].isIdentified else {
        return nil
      }
      return plan.nodes[node].identity { record.value(at: $0) }
    }
  }

  // MARK: - Records of the outermost level

  func refusal(of row: Int, in batch: borrowing RecordBatch, _ view: TokenView) -> RecordRefusal? {
    if pass == .final && made != nil { return nil }
    hasTaken = false
    let refusal = writer.refusal(of: row, in: batch, view)
    hasUnknown = hasUnknown || refusal?.isWarning == false && !hasTaken
    hasRefused = hasRefused || refusal != nil
    return pass == .final ? refusal : nil
  }

  func take(
    _ record: Int,
    entry: Int,
    node: Int,
    by writer: RecordWriter,
    _ view: TokenView
  ) -> Bool {
    let base = writer.open(record, as: node, view)
    defer { writer.close(base) }
    let keyPath = String(decoding: plan.entries[entry].name, as: UTF8.self)
    let target = String(decoding: plan.nodes[node].target, as: UTF8.self)
    let isIdentified = plan.nodes[node].isIdentified
    let group = OriginalRecords.Group(keyPath: keyPath, target: isIdentified ? target : nil)
    let identity = identity(node, base, view)
    switch pass {
    case .counting:
      counts[group, default: [:]][identity, default: 0] += 1
      return true
    case .collecting:
      if !isIdentified, isFewer(group) {
        unidentified[group, default: []].append(text(of: record, view))
      }
      return true
    case .trial, .final: break
    }
    (lastRecord, lastSite) = (record, Int(plan.nodes[node].site))
    hasTaken = true
    let number = takenCount
    takenCount += 1
    let equals = originals.equals(group, identity)
    let count = counts[group]?[identity] ?? 0
    if isIdentified, RecordComparison.isAmbiguous(count, equals.count, of: identity) {
      // Any of these may be meant, so none is removed.
      for equal in equals { originals.match(equal) }
      let records = equals.map { originals.roots[$0].record }
      return ambiguous(identity, count, records, at: record)
    }
    let turn = taken[group]?[identity] ?? 0
    taken[group, default: [:]][identity] = turn + 1
    let isKnown = view.token(record + 1) == .closeObject || says(node, base)
    guard turn < equals.count else {
      hasTaken = isKnown
      if let member = refused[number] { return refuse(record, member, node, base) }
      if isKnown, let unread = originals.unread {
        return ambiguous(identity, count, [], unread, at: record)
      }
      note(record, number, group, identity, node, over: nil, view)
      return isKnown
        ? add(record, entry: entry, node: node, view) : fail(.nothingKnown, at: record, node)
    }
    let known = isIdentified || !isFewer(group) ? turn : alignment(of: group, equals)[turn]
    if known < 0 {
      return ambiguous("", count, equals.map { originals.roots[$0].record }, at: record)
    }
    let place = equals[known]
    originals.match(place)
    let original = originals.roots[place].record
    if let member = refused[number] { return refuse(record, member, node, base) }
    let isOther = original.target != target
    note(record, number, group, identity, node, over: place, view)
    if isOther { return replace(original, by: record, node, view) }
    if !isKnown,
      plan.nodes[node].members.contains(where: { original.value(at: $0.names) != nil })
    {
      hasTaken = false
      return fail(.nothingKnown, at: record, node)
    }
    return update(original, record, node, base, view)
  }

  private func text(of record: Int, _ view: TokenView) -> [UInt8] {
    view.range(ofValue: record).map { view.padded[$0] }
  }

  private func isFewer(_ group: OriginalRecords.Group) -> Bool {
    counts[group]?[""] ?? 0 < originals.equals(group, "").count
  }

  /// Whether there are fewer records than in the original among those that only their order distinguishes.
  var hasFewer: Bool { counts.keys.contains { $0.target == nil && isFewer($0) } }

  /// Notes a merged record for the check of the trial text.
  private func note(
    _ record: Int,
    _ number: Int,
    _ group: OriginalRecords.Group,
    _ identity: String,
    _ node: Int,
    over old: Int?,
    _ view: TokenView
  ) {
    guard pass == .trial else { return }
    ownPlaced.append(
      Placed(
        number: number,
        group: group,
        identity: identity,
        node: node,
        text: text(of: record, view),
        old: old
      )
    )
  }

  /// Fails a record that would be read back differently.
  private func refuse(_ record: Int, _ member: Int?, _ node: Int, _ base: Int) -> Bool {
    guard let member else { return fail(.unlike, at: record, node) }
    let token = writer.token(of: member, of: node, base)
    let site = Int(plan.nodes[node].members[member].site)
    if token == 0 && deletes { return writer.fail(.unsaid, at: record, site) }
    return writer.fail(.unlike, at: token == 0 ? record : token, site)
  }

  /// For records that only their order distinguishes, the numbers of their counterparts in the original.
  private func alignment(of group: OriginalRecords.Group, _ equals: [Int]) -> [Int] {
    if let known = alignments[group] { return known }
    let wanted = (unidentified[group] ?? []).map { Value(jsonText: $0) }
    let olds = equals.map { originals.roots[$0].record }
    let found = comparison.alignment(wanted, olds, plan.nodes(under: group.keyPath))
    alignments[group] = found
    return found
  }

  /// Replaces a record of the original by one of another type.
  func replace(_ original: Record, by record: Int, _ node: Int, _ view: TokenView) -> Bool {
    guard let text = writer.text(of: record, as: node, view) else { return false }
    return set([], from: original.offset, to: text, at: record, Int(plan.nodes[node].site))
  }

  /// Whether a record has a member that some rule writes.
  func says(_ node: Int, _ base: Int) -> Bool {
    plan.nodes[node].members.indices.contains { writer.token(of: $0, of: node, base) != 0 }
  }

  func forgetRecord() {
    own = TextChanges(of: originals.text)
    ownLists = [:]
    ownPlaced = []
  }

  func keepRecord() -> Bool {
    defer { forgetRecord() }
    do {
      try changes.add(own)
    } catch {
      return writer.fail(.contradiction, at: lastRecord, lastSite)
    }
    for (place, list) in ownLists { newLists[place, default: NewList()].append(list) }
    // A record without changes stays as in the original.
    if !own.isEmpty || !ownLists.isEmpty { placed += ownPlaced }
    return true
  }

  /// Sets the text of the value at some steps; returns false if that failed.
  func set(_ steps: [WritePlan.Step], from start: Int, to text: [UInt8], at token: Int, _ site: Int)
    -> Bool
  {
    do {
      try own.set(steps, from: start, to: text)
      return true
    } catch {
      return writer.fail(error == .value ? .obstacle : .contradiction, at: token, site)
    }
  }

  func ambiguous(
    _ identity: String,
    _ count: Int,
    _ records: [Record],
    _ unread: Location? = nil,
    at token: Int
  ) -> Bool {
    // Limits the memory for ambiguities.
    if ambiguities.count < 100_000 {
      ambiguities.append(
        Ambiguity(identity: identity, count: count, originals: records, unread: unread)
      )
    }
    return writer.fail(.ambiguous, at: token, ambiguities.count - 1)
  }

  func fail(_ problem: WriteProblem, at token: Int, _ node: Int) -> Bool {
    writer.fail(problem, at: token, Int(plan.nodes[node].site))
  }

  // MARK: - The end

  /// Returns the changed text; unmatched records of the original are removed if that was requested.
  ///
  /// If a record failed that may be any of the original, none is removed.
  func finish() -> [UInt8] {
    if pass == .final, let made { return made }
    if deletes && !hasUnknown {
      for (number, root) in originals.roots.enumerated() where !originals.isMatched[number] {
        remove(root.record, under: root.keyPath)
      }
    }
    for (place, list) in newLists {
      do {
        try changes.set(place.steps, from: place.start, to: list.text)
      } catch {
        preconditionFailure("an empty list is there")
      }
    }
    let text = changes.apply()
    if pass == .trial { made = hasRefused ? nil : text }
    return text
  }

  private func remove(_ record: Record, under keyPath: String) {
    guard let entry = plan.entries.first(where: { $0.name.elementsEqual(keyPath.utf8) }),
      let document = originals.document(around: record.offset)
    else { return }
    let node = plan.node(of: record, under: keyPath)
    let keys = entry.keys.map { WritePlan.Step.key($0) }
    let start = document.lowerBound
    let isDocument =
      record.offset == start
      || originals.isStream && originals.text.isOnlyMember(at: keys, from: start)
        && originals.text.place(at: keys, from: start) == record.offset
    if isDocument, node.map({ plan.nodes[$0].isCollection }) != true {
      changes.removeDocument(at: start)
    } else {
      _ = remove(record, node, at: keys, from: start, in: &changes)
    }
  }

  /// Removes a record, either at some steps or in the list or object there.
  ///
  /// Returns false if there is none.
  func remove(
    _ record: Record,
    _ node: Int?,
    at steps: [WritePlan.Step],
    from start: Int,
    in changes: inout TextChanges
  ) -> Bool {
    var offset = record.offset
    if let node, plan.nodes[node].isCollection {
      // The record is a member of an object that stays.
      offset = representation(of: record, node)
    } else if originals.text.place(at: steps, from: start) == offset {
      return changes.remove(steps, from: start)
    }
    guard let place = originals.text.parent(of: offset, from: start) else { return false }
    return changes.remove(elementAround: offset, of: place)
  }

  // MARK: - Identities

  /// A text that is equal for records with the same identity, and for all records without one.
  func identity(_ node: Int, _ base: Int, _ view: TokenView) -> String {
    plan.nodes[node].identifying.map { number in
      let token = writer.token(of: number, of: node, base)
      let value = token == 0 ? nil : Value(json: view.padded, view.range(ofValue: token))
      return plan.nodes[node].members[number].identityText(of: value)
    }.joined(separator: ",")
  }

  /// Whether a record has a member that identifies it.
  func saysIdentity(_ node: Int, _ base: Int) -> Bool {
    plan.nodes[node].identifying.contains { writer.token(of: $0, of: node, base) != 0 }
  }

}

extension WritePlan {
  /// The node that writes a record of a key path.
  func node(of record: Record, under keyPath: String) -> Int? {
    node(of: record, nodes(under: keyPath))
  }

  /// The nodes that write the records of a key path.
  fileprivate func nodes(under keyPath: String) -> [Int] {
    entries.flatMap { entry -> [Int] in
      guard entry.name.elementsEqual(keyPath.utf8), case .records(let nodes) = entry.content else {
        return []
      }
      return nodes
    }
  }

  /// The one of these nodes that writes a record.
  func node(of record: Record, _ nodes: [Int]) -> Int? {
    nodes.first { record.target.utf8.elementsEqual(self.nodes[$0].target) }
  }
}
