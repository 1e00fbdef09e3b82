internal import RKDiagnostics
internal import RKEngine

/// New records where the original has no list yet.
private struct NewList {
  struct Place: Hashable {
    var start: Int
    var steps: [WritePlan.Step]
  }

  struct Item {
    /// As JSON text; nil in a list.
    var key: [UInt8]?
    var value: [UInt8]
  }

  private(set) var items: [Item] = []
  private(set) var keys: Set<[UInt8]> = []

  mutating func append(_ item: Item) {
    items.append(item)
    item.key.map { _ = keys.insert($0) }
  }

  mutating func append(_ other: NewList) {
    items += other.items
    keys.formUnion(other.keys)
  }

  /// None, as JSON text.
  var empty: [UInt8] {
    items.first?.key == nil ? [.openArray, .closeArray] : [.openObject, .closeObject]
  }

  /// All of them as JSON text.
  var text: [UInt8] {
    let texts = items.map { ($0.key.map { $0 + [.colon] } ?? []) + $0.value }
    return [empty[0]] + Array(texts.joined(separator: [.comma])) + [empty[1]]
  }
}

/// Puts records into the documents that they were made of: changes what they say differently, and nothing
/// else.
final class OriginalUpdater: OriginalUpdate, RecordAdmission {
  /// Another number of records of one identity than in the original.
  struct Ambiguity {
    var identity: String
    var count: Int
    var originals: [Record]
  }

  /// What the record at work says of a place of the original.
  struct Claim {
    var steps: [WritePlan.Step]
    var start: Int
    var rule: WriteRule
    /// The new value.
    var token: Int
    var site: Int
  }

  let writer: RecordWriter
  let originals: OriginalRecords
  /// What is absent is removed.
  let deletes: Bool
  /// The first run over the records counts those of one identity, the second one takes them.
  var isCounting = true
  private var counts: [OriginalRecords.Group: [String: Int]] = [:]
  /// The changes of all records, and those of the one at work.
  private var changes: TextChanges
  var own: TextChanges
  private var newLists: [NewList.Place: NewList] = [:]
  private var ownLists: [NewList.Place: NewList] = [:]
  private(set) var ambiguities: [Ambiguity] = []
  /// Values that are there once the record at work has been put.
  var claims: [Claim] = []
  /// The record at work has been matched, or is new.
  private var hasTaken = false
  private var lastRecord = 0
  private var lastSite = 0
  /// A record failed before it could be matched.
  private var hasUnknown = false

  init(_ writer: RecordWriter, _ originals: OriginalRecords, deletes: Bool) {
    self.writer = writer
    self.originals = originals
    self.deletes = deletes
    changes = TextChanges(of: originals.text)
    own = changes
    writer.update = self
    originals.group { [plan] keyPath, record in
      guard let node = plan.node(of: record, under: keyPath), plan.nodes[node].isIdentified else {
        return nil
      }
      return Self.identity(of: record, node, plan)
    }
  }

  var plan: WritePlan { writer.plan }

  // MARK: - Records of the outermost level

  func refusal(of row: Int, in batch: borrowing RecordBatch, _ view: TokenView) -> RecordRefusal? {
    hasTaken = false
    let refusal = writer.refusal(of: row, in: batch, view)
    if isCounting { return nil }
    hasUnknown = hasUnknown || refusal != nil && !hasTaken
    return refusal
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
    if isCounting {
      counts[group, default: [:]][identity, default: 0] += 1
      return true
    }
    (lastRecord, lastSite) = (record, Int(plan.nodes[node].site))
    hasTaken = true
    claims.removeAll(keepingCapacity: true)
    let equals = originals.equals(group, identity)
    let count = counts[group]?[identity] ?? 0
    if isIdentified, isAmbiguous(count, equals.count) {
      // All of these are in doubt, so that none of them goes.
      while originals.match(group, identity) != nil {}
      let records = equals.map { originals.roots[$0].record }
      return ambiguous(identity, count, records, at: record)
    }
    let isKnown = view.token(record + 1) == .closeObject || says(node, base)
    guard let original = originals.match(group, identity) else {
      hasTaken = isKnown
      return isKnown
        ? add(record, entry: entry, node: node, view) : fail(.nothingKnown, at: record, node)
    }
    if original.target != target {
      return replace(original, by: record, node, view)
    }
    if !isKnown,
      plan.nodes[node].members.contains(where: { original.value(at: $0.names) != nil })
    {
      hasTaken = false
      return fail(.nothingKnown, at: record, node)
    }
    return update(original, record, node, base, view) && areKept(view)
  }

  /// Puts a record where the original has one of another type.
  func replace(_ original: Record, by record: Int, _ node: Int, _ view: TokenView) -> Bool {
    guard let text = writer.text(of: record, as: node, view) else { return false }
    return set([], from: original.offset, to: text, at: record, Int(plan.nodes[node].site))
  }

  /// Whether a record has a member that some rule writes.
  private func says(_ node: Int, _ base: Int) -> Bool {
    plan.nodes[node].members.indices.contains { writer.token(of: $0, of: node, base) != 0 }
  }

  /// Whether the places of the record have the values that it says, whatever else was put there.
  private func areKept(_ view: TokenView) -> Bool {
    for claim in claims {
      let isKept =
        switch own.fate(of: claim.steps, from: claim.start) {
        case .kept: true
        case .gone, .changed: false
        case .replaced(let value):
          writer.text(of: claim.token, by: claim.rule, view).map {
            $0 == value || Value(jsonText: $0) == Value(jsonText: value)
          } ?? false
        }
      if !isKept { return writer.fail(.contradiction, at: claim.token, claim.site) }
    }
    return true
  }

  func forgetRecord() {
    own = TextChanges(of: originals.text)
    ownLists = [:]
  }

  func keepRecord() -> Bool {
    defer { forgetRecord() }
    do {
      try changes.add(own)
    } catch {
      return writer.fail(.contradiction, at: lastRecord, lastSite)
    }
    for (place, list) in ownLists { newLists[place, default: NewList()].append(list) }
    return true
  }

  /// Puts the text of a value where some steps lead to; false where that has failed.
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

  /// Several of one identity have to be as many.
  func isAmbiguous(_ count: Int, _ other: Int) -> Bool {
    count != other && other > 0 && max(count, other) > 1
  }

  func ambiguous(_ identity: String, _ count: Int, _ records: [Record], at token: Int)
    -> Bool
  {
    // No more are told apart than fit the number.
    if ambiguities.count < 100_000 {
      ambiguities.append(Ambiguity(identity: identity, count: count, originals: records))
    }
    return writer.fail(.ambiguous, at: token, ambiguities.count - 1)
  }

  /// Adds a new root record at the key path of its descriptor, or as a document of its own.
  private func add(_ record: Int, entry: Int, node: Int, _ view: TokenView) -> Bool {
    let keys = plan.entries[entry].keys.map { WritePlan.Step.key($0) }
    let documents = originals.text.documents
    if documents.count != 1 || originals.isStream {
      guard let text = writer.text(of: record, as: node, view) else { return false }
      own.append(line: TextChanges.nested(text, keys[...]))
      return true
    }
    return add(record, node, at: keys, from: documents[0].lowerBound, view)
  }

  /// Adds a new record to the list, or the object of records by key, that some steps lead to.
  func add(
    _ record: Int,
    _ node: Int,
    at steps: [WritePlan.Step],
    from start: Int,
    _ view: TokenView
  ) -> Bool {
    let place = originals.text.place(at: steps, from: start)
    let first = place.map { originals.text.bytes[$0] } ?? .ascii("n")
    let new: NewList.Item
    if plan.nodes[node].isCollection {
      guard let (key, value) = writer.member(of: record, as: node, view) else { return false }
      if let place, first == .openObject {
        return own.append(value, key: key, to: place) || fail(.repeatedKey, at: record, node)
      }
      if let place, first == .openArray {
        own.append([.openObject] + key + [.colon] + value + [.closeObject], to: place)
        return true
      }
      new = NewList.Item(key: key, value: value)
    } else {
      guard let text = writer.text(of: record, as: node, view) else { return false }
      if let place, first == .openArray {
        own.append(text, to: place)
        return true
      }
      new = NewList.Item(key: nil, value: text)
    }
    // Where nothing is yet an empty list shows that there may be one.
    let way = NewList.Place(start: start, steps: steps)
    var list = NewList()
    list.append(new)
    guard first == .ascii("n"), (try? own.set(steps, from: start, to: list.empty)) != nil else {
      return fail(.noPlace, at: record, node)
    }
    if let key = new.key,
      newLists[way]?.keys.contains(key) == true || ownLists[way]?.keys.contains(key) == true
    {
      return fail(.repeatedKey, at: record, node)
    }
    ownLists[way, default: NewList()].append(list)
    return true
  }

  private func fail(_ problem: WriteProblem, at token: Int, _ node: Int) -> Bool {
    writer.fail(problem, at: token, Int(plan.nodes[node].site))
  }

  // MARK: - The end

  /// The changed text; what was not matched goes where that is wanted.
  ///
  /// Where a record failed that might have been any of the original, none goes.
  func finish() -> [UInt8] {
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
    return changes.apply()
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

  /// Removes a record that stands where some steps lead to, or in a list or object there; false if there is
  /// none.
  func remove(
    _ record: Record,
    _ node: Int?,
    at steps: [WritePlan.Step],
    from start: Int,
    in changes: inout TextChanges
  ) -> Bool {
    var offset = record.offset
    if let node, plan.nodes[node].isCollection {
      // It is a member of its object, which stays.
      offset = representation(of: record, node)
    } else if originals.text.place(at: steps, from: start) == offset {
      return changes.remove(steps, from: start)
    }
    guard let place = originals.text.parent(of: offset, from: start) else { return false }
    return changes.remove(elementAround: offset, of: place)
  }

  // MARK: - Identities

  /// Equal for records of one identity; the same for all that have none.
  func identity(_ node: Int, _ base: Int, _ view: TokenView) -> String {
    plan.nodes[node].identifying.map { number in
      let token = writer.token(of: number, of: node, base)
      return token == 0
        ? "" : Value(json: view.padded, view.range(ofValue: token)).identityText
    }.joined(separator: ",")
  }

  /// Whether a record has a member that identifies it.
  func saysIdentity(_ node: Int, _ base: Int) -> Bool {
    plan.nodes[node].identifying.contains { writer.token(of: $0, of: node, base) != 0 }
  }

  static func identity(of record: Record, _ node: Int, _ plan: WritePlan) -> String {
    plan.nodes[node].identifying.map { number in
      record.value(at: plan.nodes[node].members[number].names)?.identityText ?? ""
    }.joined(separator: ",")
  }
}

extension WritePlan {
  /// The node that writes a record of a key path.
  fileprivate func node(of record: Record, under keyPath: String) -> Int? {
    for entry in entries where entry.name.elementsEqual(keyPath.utf8) {
      guard case .records(let choices) = entry.content else { continue }
      if let node = node(of: record, choices) { return node }
    }
    return nil
  }

  /// The one of some nodes that writes a record.
  func node(of record: Record, _ nodes: [Int]) -> Int? {
    nodes.first { record.target.utf8.elementsEqual(self.nodes[$0].target) }
  }
}

extension WritePlan.Node {
  /// The members that tell records from each other; none where their order does.
  fileprivate var identifying: [Int] { identity.isEmpty ? key.map { [$0] } ?? [] : identity }

  /// Something identifies its records.
  var isIdentified: Bool { !identifying.isEmpty }
}
