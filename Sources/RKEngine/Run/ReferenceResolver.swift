/// Puts records in the places of references: the records that keys of others lead to.
struct ReferenceResolver: ~Copyable {
  /// One value of a part of a record's key: a list has several.
  struct Choice: BitwiseCopyable {
    var kind: Cell.Kind
    /// Its bytes in the batch.
    var start: Int
    var end: Int
    /// Its text among those of the key.
    var textStart: Int
    var textEnd: Int
  }

  private let plan: MappingPlan
  private var lookup: ConnectionLookup
  private var identities: RecordIdentities
  /// For each shape its connections.
  private let connections: [PlanRange<ConnectionRule>]
  /// For each connection what led nowhere.
  private(set) var unresolved: [RecordCollector.Unresolved]

  private var choices = UniqueArray<Choice>()
  private var texts = UniqueArray<UInt8>()
  /// For each part where its choices begin; and where they end, behind the last.
  private var parts: [Int] = []
  /// Which choice of each part is being looked for.
  private var chosen: [Int] = []
  private var key = UniqueArray<UInt8>()
  private var found = UniqueArray<UInt32>()
  private var seen: Set<UInt32> = []

  init(
    plan: MappingPlan,
    _ lookup: consuming ConnectionLookup,
    _ identities: consuming RecordIdentities
  ) {
    self.plan = plan
    self.lookup = lookup
    self.identities = identities
    var connections = plan.schema.records.map { _ in PlanRange<ConnectionRule>.empty }
    for node in plan.nodes where !node.record.isNone {
      connections[Int(node.record.index)] = node.connections
    }
    self.connections = connections
    unresolved = plan.connections.indices.map { RecordCollector.Unresolved(connection: $0) }
  }

  /// Resolves the references of the record at `row` of a batch, which is its last, and of everything
  /// related to it.
  ///
  /// Connected records stand behind all of these.
  mutating func resolve(
    _ row: Int,
    _ batch: inout RecordBatch,
    _ store: borrowing RecordStore,
    input: String
  ) {
    if batch.rows[row].record.isNone { return }
    let end = batch.rows.count
    for owner in row..<end {
      for number in connections[Int(batch.rows[owner].record.index)].indices {
        unresolved[number].ownerCount += 1
        let column = plan.connections[number].column
        let cell = batch.cell(column, of: owner)
        guard cell.kind == .reference, !plan.connections[number].isKept else { continue }
        find(number, of: owner, isList: cell.traits.contains(.isList), batch, store, input)
        let place = Int(batch.rows[owner].firstCell + column)
        batch.cells[place] = restoreFound(isList: cell.traits.contains(.isList), &batch, store)
      }
    }
    batch.rows[row].end = UInt32(batch.rows.count)
  }

  /// Appends the records that were found to the batch, and gives the cell that leads to them.
  private func restoreFound(
    isList: Bool,
    _ batch: inout RecordBatch,
    _ store: borrowing RecordStore
  ) -> Cell {
    let first = UInt32(batch.rows.count)
    for place in 0..<found.count {
      let content = identities.content(of: Int(found[place]))
      store.restore(content, into: &batch, keepingReferences: false)
    }
    if isList {
      return Cell(.list, space: .batch, offset: first, count: UInt32(found.count))
    }
    return found.isEmpty ? Cell(.null) : Cell(.record, space: .batch, offset: first, count: 1)
  }

  // MARK: - Keys

  /// Finds the records that a record's keys lead to: in the order of the keys, for each key in that of
  /// the run, and each record once.
  private mutating func find(
    _ number: Int,
    of owner: Int,
    isList: Bool,
    _ batch: borrowing RecordBatch,
    _ store: borrowing RecordStore,
    _ input: String
  ) {
    found.removeAll()
    let listCount = readKeys(of: plan.connections[number], owner, batch)
    guard !chosen.isEmpty else { return }
    var missing = 0
    var sample: [[UInt8]] = []
    repeat {
      key.removeAll()
      for part in chosen {
        key.append(contentsOf: texts, choices[part].textStart..<choices[part].textEnd)
      }
      let before = found.count
      lookup.find(key, of: number, store, identities, to: &found, onlyFirst: !isList)
      if found.count > before {
        if !isList { break }
      } else if !lookup.isExcluded(key, of: number) {
        if missing == 0 { sample = chosenTexts(batch) }
        missing += 1
      }
    } while choose()
    if !isList && !found.isEmpty || listCount > 1 && !found.isEmpty { missing = 0 }
    if found.count > 1 && (listCount > 0 || identities.hasRepeated) { removeRepeated() }
    if missing > 0 {
      if unresolved[number].keyCount == 0 {
        unresolved[number].key = sample
        unresolved[number].offset = batch.origin + Int(batch.rows[owner].offset)
        unresolved[number].input = input
      }
      unresolved[number].keyCount += missing
      unresolved[number].recordCount += 1
    }
  }

  /// Reads the parts of a record's key, and says how many of them are lists; `chosen` is empty where a
  /// list is.
  private mutating func readKeys(
    of rule: ConnectionRule,
    _ owner: Int,
    _ batch: borrowing RecordBatch
  ) -> Int {
    choices.removeAll()
    texts.removeAll()
    parts.removeAll(keepingCapacity: true)
    chosen.removeAll(keepingCapacity: true)
    var listCount = 0
    var hasEmpty = false
    for column in plan.connectionKeys[rule.keys] {
      let cell = batch.cell(column, of: owner)
      let first = choices.count
      parts.append(first)
      if cell.kind == .structure && batch.side[Int(cell.offset)] == .openArray {
        listCount += 1
        var elements = ListElements(cell.range)
        while let (kind, range) = elements.next(batch.side.span) {
          // Null in a list is no key.
          if kind != .null { add(kind, range, batch) }
        }
      } else {
        add(cell.kind, cell.range, batch)
      }
      if choices.count == first { hasEmpty = true }
    }
    if !hasEmpty { chosen += parts }
    parts.append(choices.count)
    return listCount
  }

  private mutating func add(
    _ kind: Cell.Kind,
    _ range: Range<Int>,
    _ batch: borrowing RecordBatch
  ) {
    let start = texts.count
    KeyText.append(kind, batch.side.span, range, to: &texts)
    choices.append(
      Choice(
        kind: kind,
        start: range.lowerBound,
        end: range.upperBound,
        textStart: start,
        textEnd: texts.count
      )
    )
  }

  /// Goes on to the next choice, that of the last part first; false behind the last.
  private mutating func choose() -> Bool {
    for part in chosen.indices.reversed() {
      chosen[part] += 1
      if chosen[part] < parts[part + 1] { return true }
      chosen[part] = parts[part]
    }
    return false
  }

  /// The parts of the key that is being looked for, as JSON.
  private func chosenTexts(_ batch: borrowing RecordBatch) -> [[UInt8]] {
    chosen.map { place in
      let choice = choices[place]
      switch choice.kind {
      case .true: return Array("true".utf8)
      case .false: return Array("false".utf8)
      case .number, .string, .structure:
        return (choice.start..<choice.end).map { batch.side[$0] }
      case .missing, .null, .record, .list, .reference: return Array("null".utf8)
      }
    }
  }

  private mutating func removeRepeated() {
    seen.removeAll(keepingCapacity: true)
    var count = 0
    for place in 0..<found.count where seen.insert(found[place]).inserted {
      found[count] = found[place]
      count += 1
    }
    found.truncate(to: count)
  }
}
