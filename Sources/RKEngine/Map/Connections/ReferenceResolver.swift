/// Replaces references by the records that their keys refer to.
struct ReferenceResolver: ~Copyable {
  /// One value of a part of a record's key; a list has several.
  struct Choice: BitwiseCopyable {
    var kind: Cell.Kind
    /// Its bytes in the batch.
    var start: Int
    var end: Int
    /// Its text in the text of the key.
    var textStart: Int
    var textEnd: Int
  }

  /// A column with references, and a connection that they may belong to.
  private struct Route: BitwiseCopyable {
    var column: UInt32
    var connection: Int
  }

  /// A record that the current one is related to.
  private struct Holder: BitwiseCopyable {
    /// The first row of the store for that record's identity.
    var identity: Int
    /// The row of the batch after the holder's last.
    var end: Int
  }

  private let plan: MappingPlan
  private var lookup: ConnectionLookup
  private var identities: RecordIdentities
  /// For each shape, where its records may have references.
  private var routes: [[Route]]
  /// For each connection, the shape of its records.
  private var shapes: [PlanID<RecordShape>]
  /// For each connection, the keys that refer to no record.
  private(set) var unresolved: [RecordCollector.Unresolved]

  private var choices = UniqueArray<Choice>()
  private var texts = UniqueArray<UInt8>()
  /// For each part of the key, the index of its first choice; then the end of the last part's.
  private var parts: [Int] = []
  /// The current choice of each part.
  private var chosen: [Int] = []
  /// Whether some part of the key is neither null nor missing.
  private var hasKey = false
  private var key = UniqueArray<UInt8>()
  private var hashes = UniqueArray<UInt64>()
  /// For each connection, the columns of its keys.
  private let keyColumns: [[Int32]]
  private var found = UniqueArray<UInt32>()
  private var seen: Set<UInt32> = []
  /// The records around the current one, outermost first.
  private var holders: [Holder] = []

  /// The most bytes that a record may take with everything connected to it: a batch counts in 32
  /// bits, and many connections of many records must not multiply.
  private static func largestRecord(_ store: borrowing RecordStore) -> Int {
    min(1 << 31, 64 * (store.size + 1024 * 1024))
  }

  init(
    plan: MappingPlan,
    _ lookup: consuming ConnectionLookup,
    _ identities: consuming RecordIdentities
  ) {
    self.plan = plan
    self.lookup = lookup
    self.identities = identities
    routes = plan.schema.records.map { _ in [] }
    shapes = plan.connections.map { _ in .none }
    for node in plan.nodes where !node.record.isNone {
      for number in node.connections.indices where !plan.connections[number].isKept {
        let column = plan.connections[number].column
        shapes[number] = node.record
        routes[Int(node.record.index)].append(Route(column: column, connection: number))
        if plan.mergeRules.isEmpty { continue }
        let rule = plan.mergeRules[Int(node.record.index)]
        if rule.merged.isNone || rule.merged == node.record { continue }
        let place = plan.mergeColumns[Int(rule.columns.first) + Int(column)].place
        routes[Int(rule.merged.index)].append(Route(column: place, connection: number))
      }
    }
    unresolved = plan.connections.indices.map { RecordCollector.Unresolved(connection: $0) }
    keyColumns = plan.connections.map { plan.connectionKeys[$0.keys].map { Int32($0) } }
  }

  /// Prefetches the records that the keys of some rows refer to.
  ///
  /// The waits for memory of many rows then overlap, and `resolve` need not wait.
  mutating func readAhead(_ numbers: Range<Int>, _ store: borrowing RecordStore) {
    hashes.removeAll()
    for number in numbers {
      let shape = store.shape(of: number)
      if shape.isNone { continue }
      for route in routes[Int(shape.index)] where shapes[route.connection] == shape {
        key.removeAll()
        if store.appendKey(of: number, keyColumns[route.connection][...], to: &key) == 0 {
          continue
        }
        lookup.appendHash(of: key, of: route.connection, to: &hashes)
      }
    }
    lookup.touch(hashes, store)
  }

  /// Resolves the references of the record at `row` of a batch, which is its last, and of
  /// everything related to it.
  ///
  /// Connected records are appended after all of these. `number` is the record's number in the
  /// store.
  mutating func resolve(
    _ row: Int,
    of number: Int,
    _ batch: inout RecordBatch,
    _ store: borrowing RecordStore,
    input: String
  ) throws(SystemError) {
    if batch.rows[row].record.isNone { return }
    let end = batch.rows.count
    holders.removeAll(keepingCapacity: true)
    for owner in row..<end {
      let shape = batch.rows[owner].record
      if shape.isNone { continue }
      while let holder = holders.last, holder.end <= owner { holders.removeLast() }
      for route in routes[Int(shape.index)] {
        // A merged record has one column for several connections.
        let cell = batch.cell(route.column, of: owner)
        let isOther = cell.kind == .reference && Int(cell.offset) != route.connection
        if isOther { continue }
        unresolved[route.connection].ownerCount += 1
        guard cell.kind == .reference else { continue }
        let isList = cell.traits.contains(.isList)
        let isThere = find(route.connection, of: owner, isList: isList, batch, store, input)
        let place = Int(batch.rows[owner].firstCell + route.column)
        if isThere && !found.isEmpty { unresolved[route.connection].foundCount += 1 }
        batch.cells[place] = isThere ? try restoreFound(isList: isList, &batch, store) : .missing
      }
      if Int(batch.rows[owner].end) > owner + 1 {
        let identity = identities.first(of: number + owner - row)
        holders.append(Holder(identity: identity, end: Int(batch.rows[owner].end)))
      }
    }
    batch.rows[row].end = UInt32(batch.rows.count)
  }

  /// Appends the found records to the batch, and returns the cell that refers to them.
  private func restoreFound(
    isList: Bool,
    _ batch: inout RecordBatch,
    _ store: borrowing RecordStore
  ) throws(SystemError) -> Cell {
    let first = UInt32(batch.rows.count)
    for place in 0..<found.count {
      let content = identities.content(of: Int(found[place]))
      // A record that contains this one is copied alone: otherwise each of its parts would contain
      // it again.
      let isHolder = holders.contains { $0.identity == Int(found[place]) }
      store.restore(content, into: &batch, keepingConnections: false, isAlone: isHolder)
      if batch.size > Self.largestRecord(store) { throw .excess }
    }
    if isList {
      return Cell(.list, space: .batch, offset: first, count: UInt32(found.count))
    }
    return found.isEmpty ? Cell(.null) : Cell(.record, space: .batch, offset: first, count: 1)
  }

  // MARK: - Keys

  /// Finds the records that a record's keys refer to, each once: in the order of the keys, and for
  /// each key in the order of the run.
  ///
  /// False if merging records removed the keys.
  private mutating func find(
    _ number: Int,
    of owner: Int,
    isList: Bool,
    _ batch: borrowing RecordBatch,
    _ store: borrowing RecordStore,
    _ input: String
  ) -> Bool {
    found.removeAll()
    let listCount = readKeys(of: number, owner, batch)
    if !hasKey { return false }
    guard !chosen.isEmpty else { return true }
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
    return true
  }

  /// Reads the parts of a record's key, and returns how many of them are lists.
  ///
  /// `chosen` is empty if a list is.
  private mutating func readKeys(
    of number: Int,
    _ owner: Int,
    _ batch: borrowing RecordBatch
  ) -> Int {
    hasKey = false
    choices.removeAll()
    texts.removeAll()
    parts.removeAll(keepingCapacity: true)
    chosen.removeAll(keepingCapacity: true)
    var listCount = 0
    var hasEmpty = false
    for column in plan.connectionKeys[plan.connections[number].keys] {
      let place = self.place(of: column, number, in: batch.rows[owner].record)
      let cell = batch.cell(place, of: owner)
      if cell.kind != .missing && cell.kind != .null { hasKey = true }
      let first = choices.count
      parts.append(first)
      if cell.kind == .structure && batch.side[Int(cell.offset)] == .openArray {
        listCount += 1
        var elements = ArrayElements(from: Int(cell.offset))
        while let range = elements.next(batch.side.span) {
          let kind = Cell.Kind(firstByte: batch.side[range.lowerBound])
          // Null in a list is not a key.
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

  /// Converts the column of a connection's records to that of the shape that they may have been
  /// merged into.
  private func place(
    of column: UInt32,
    _ connection: Int,
    in shape: PlanID<RecordShape>
  ) -> UInt32 {
    let own = shapes[connection]
    if own == shape { return column }
    let columns = plan.mergeRules[Int(own.index)].columns
    return plan.mergeColumns[Int(columns.first) + Int(column)].place
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

  /// Advances to the next combination of choices, the last part first; false after the last.
  private mutating func choose() -> Bool {
    for part in chosen.indices.reversed() {
      chosen[part] += 1
      if chosen[part] < parts[part + 1] { return true }
      chosen[part] = parts[part]
    }
    return false
  }

  /// The parts of the key that is being looked up, as JSON.
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
