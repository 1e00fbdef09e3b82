internal import RKDiagnostics
internal import RKEngine

/// Finds the differences between the records of two sides, which are matched by identity.
///
/// Both sides are read twice: first to compute fingerprints of the records, then to read the
/// records that may differ.
package final class RecordDifferences {
  /// A record with an identity that differs.
  private struct Item {
    var kind: RecordChange.Kind
    var target: Int
    var candidate: Int
    var key: RecordOrder
  }

  private let comparison: ValueComparison
  private let pairing: RecordPairing
  private let sources: [any ComparedSource]
  private let sides: [ComparedRecords]
  private let maker: RecordMaker
  /// For each side, the offsets of the values of kept records; nil if they are not requested.
  private let values: [ValueOffsets?]
  /// For each side, how the offsets of separately fetched records correspond to those of the input.
  private var pieces: [OffsetPieces?]
  private var batch = RecordBatch()
  private var items: [Item] = []
  /// For each target, the differences among its records without identity.
  private var unidentified: [[RecordChange]]
  /// For each target with records, in the order of the spec, how many differ.
  package private(set) var counts: [(target: String, counts: ChangeCounts)] = []
  private var countsOfTargets: [ChangeCounts]
  /// For each side and target, records whose representations contradict each other.
  private var conflicts: [[Conflict]]

  /// Records of a side and target that occur more than once, with different values.
  private struct Conflict {
    var count = 0
    /// The key of the first such record.
    var first: RecordOrder?
    var key: [Value] = []
  }

  /// `ignoresNull` treats absent values as null, as in a database.
  ///
  /// `findsPlaces` says that places of values will be requested.
  package init(
    _ mapper: Mapper,
    rules: ComparisonRules,
    old: any ComparedSource,
    new: any ComparedSource,
    ignoresNull: Bool,
    findsPlaces: Bool
  ) {
    comparison = ValueComparison(rules: rules, ignoresNull: ignoresNull)
    let plan = mapper.compiled.plan
    let pairing = RecordPairing(targetCount: rules.targets.count)
    self.pairing = pairing
    sources = [old, new]
    let targets = rules.targetsOfShapes.map { $0 >= 0 && rules.targets[$0].isIgnored ? -1 : $0 }
    sides = ComparedSide.allCases.map { side in
      ComparedRecords(
        side,
        plan: plan,
        pairing: pairing,
        targets: targets,
        ignoresNull: ignoresNull,
        findsRootsAlone: (side == .old ? old : new).passesKeys
      )
    }
    values = sources.map { source in
      // Connected records are completed only after their inputs were read.
      guard findsPlaces, source.input != nil, !plan.hasConnections else { return nil }
      return ValueOffsets(rules)
    }
    pieces = sources.map { _ in nil }
    maker = RecordMaker(plan)
    unidentified = rules.targets.map { _ in [] }
    countsOfTargets = rules.targets.map { _ in ChangeCounts() }
    conflicts = sources.map { _ in rules.targets.map { _ in Conflict() } }
  }

  /// Whether there are no differences.
  package var areSame: Bool { counts.allSatisfy(\.counts.areSame) }

  /// The number of changes.
  package var count: Int { items.count + unidentified.map(\.count).reduce(0, +) }

  // MARK: - Reading

  /// Reads both sides and compares them.
  ///
  /// Returns the reports of the runs, up to a side that could not be read.
  package func read(reportingTo receivers: [any DiagnosticReceiver]) -> [MappingReport] {
    var reports: [MappingReport] = []
    for (number, source) in sources.enumerated() {
      sides[number].begin()
      reports.append(source.pass(to: sides[number], reportingTo: receivers[number]))
      if reports[number].ending != .complete { return reports }
    }
    pairing.chooseCandidates()
    for (number, source) in sources.enumerated() where !pairing.candidates.isEmpty {
      if !fetch(number) {
        sides[number].beginKeeping(observer(number))
        // All diagnostics were reported before.
        reports[number].ending =
          source.pass(to: sides[number], reportingTo: SilentReceiver()).ending
        if reports[number].ending != .complete { return reports }
      }
      sides[number].endKeeping()
    }
    find()
    for (side, receiver) in receivers.enumerated() { tellConflicts(of: side, to: receiver) }
    return reports
  }

  /// Reads only the records of a side that may differ; returns false if that is impossible.
  private func fetch(_ number: Int) -> Bool {
    guard let roots = pairing.roots(sides[number].side) else { return false }
    sides[number].beginKeeping(observer(number))
    pieces[number] =
      roots.offsets.isEmpty ? OffsetPieces() : sources[number].fetch(roots, to: sides[number])
    if pieces[number] != nil && sides[number].hasKeptAll { return true }
    pieces[number] = nil
    return false
  }

  private func observer(_ number: Int) -> ComparedRecords.Observer? {
    guard let values = values[number] else { return nil }
    values.removeAll()
    return values.observe
  }

  private func find() {
    var groups: [[[UnidentifiedRecords.Group]]] = sides.map { _ in unidentified.map { _ in [] } }
    for target in countsOfTargets.indices {
      countsOfTargets[target].same = pairing.sameCounts[target]
    }
    for (number, candidate) in pairing.candidates.enumerated() {
      if candidate.isCounted {
        for side in sides where candidate.count(side.side) > 0 {
          guard let group = group(number, side, candidate) else { continue }
          groups[side.side.rawValue][candidate.target].append(group)
        }
        continue
      }
      for side in sides where candidate.hasConflict(side.side) { note(number, candidate, side) }
      if let item = item(number, candidate) {
        countsOfTargets[candidate.target].add(item.kind)
        items.append(item)
      } else {
        countsOfTargets[candidate.target].same += 1
      }
    }
    items.sort { ($0.target, $0.key) < ($1.target, $1.key) }
    for target in unidentified.indices { match(target, groups[0][target], groups[1][target]) }
    counts = zip(comparison.rules.targets, countsOfTargets).compactMap { target, counts in
      counts == ChangeCounts() ? nil : (target.name, counts)
    }
  }

  /// The record with an identity, if it differs.
  private func item(_ number: Int, _ candidate: RecordPairing.Candidate) -> Item? {
    let kind: RecordChange.Kind
    let key: [Value]
    if candidate.mayChange {
      guard let change = change(number, candidate) else { return nil }
      (kind, key) = (.change, change.key.map(\.value))
    } else {
      let side = sides[candidate.oldCount > 0 ? 0 : 1]
      guard let row = side.restore(number, into: &batch) else { return nil }
      (kind, key) = (candidate.oldCount > 0 ? .remove : .add, self.key(of: row, side))
    }
    return Item(kind: kind, target: candidate.target, candidate: number, key: RecordOrder(key))
  }

  // MARK: - Changes

  /// Passes on the changes in order, while `body` returns true.
  package func forEach(_ body: (RecordChange) -> Bool) {
    forEachDifference { difference in
      switch difference {
      case .identified(let item):
        change(item.candidate, pairing.candidates[item.candidate]).map(body) ?? true
      case .unidentified(let change): body(change)
      }
    }
  }

  private enum Difference {
    case identified(Item)
    case unidentified(RecordChange)
  }

  private func forEachDifference(_ body: (Difference) -> Bool) {
    var next = 0
    for target in unidentified.indices {
      while next < items.count && items[next].target == target {
        if !body(.identified(items[next])) { return }
        next += 1
      }
      for change in unidentified[target] where !body(.unidentified(change)) { return }
    }
  }

  /// The change of a record with an identity; nil if nothing differs.
  private func change(_ number: Int, _ candidate: RecordPairing.Candidate) -> RecordChange? {
    let found = sides.map { record(number, $0) }
    let target = comparison.rules.targets[candidate.target]
    let keys = found.map { $0?.key ?? [] }
    var change = RecordChange(
      kind: found[0] == nil ? .add : found[1] == nil ? .remove : .change,
      target: target.name,
      key: zip(target.identity, Self.key(keys[0], keys[1])).map { ($0.keys, $1) }
    )
    guard let old = found[0], let new = found[1] else {
      change.record = (found[0] ?? found[1]).map { .record($0.record) }
      change.offset = offset(number, nil, sides[found[0] == nil ? 1 : 0])
      return change
    }
    for (place, member) in target.members.enumerated() {
      let (one, other) = (old.record.value(at: member.path), new.record.value(at: member.path))
      if comparison.areEqual(one, other, as: member) { continue }
      change.attributes.append(
        RecordChange.Attribute(
          name: member.name,
          old: one,
          new: other,
          oldOffset: offset(number, place, sides[0]),
          newOffset: offset(number, place, sides[1])
        )
      )
    }
    return change.attributes.isEmpty ? nil : change
  }

  /// The key of a record that is on both sides.
  ///
  /// A number and a text with the same characters are one key, which is written as the number.
  private static func key(_ old: [Value], _ new: [Value]) -> [Value] {
    if old.isEmpty || new.isEmpty { return old + new }
    return zip(old, new).map { old, new in
      let (one, other) = (RecordOrder([old]), RecordOrder([new]))
      if one == other { return old.jsonText.isBefore(new.jsonText) ? old : new }
      return one < other ? old : new
    }
  }

  private func record(_ number: Int, _ side: ComparedRecords) -> (record: Record, key: [Value])? {
    guard let row = side.restore(number, into: &batch) else { return nil }
    let nothing = InlineArray<64, UInt8>(repeating: 0)
    guard let record = maker.record(row, of: batch, nothing.span, nil) else { return nil }
    return (record, key(of: row, side))
  }

  /// The values that identify the record at a row.
  private func key(of row: Int, _ side: ComparedRecords) -> [Value] {
    let nothing = InlineArray<64, UInt8>(repeating: 0)
    let cells = side.identity(of: row, in: batch) ?? []
    return cells.compactMap { maker.value($0, batch, nothing.span, nil) }
  }

  // MARK: - Identities that occur more than once

  private func note(
    _ number: Int,
    _ candidate: RecordPairing.Candidate,
    _ side: ComparedRecords
  ) {
    guard let key = record(number, side)?.key else { return }
    let (place, order) = (side.side.rawValue, RecordOrder(key))
    conflicts[place][candidate.target].count += 1
    if let first = conflicts[place][candidate.target].first, first < order { return }
    conflicts[place][candidate.target].first = order
    conflicts[place][candidate.target].key = key
  }

  private func tellConflicts(of side: Int, to receiver: any DiagnosticReceiver) {
    for (target, conflict) in zip(comparison.rules.targets, conflicts[side])
    where conflict.count > 0 {
      let key = zip(target.identity, conflict.key).map { ($0.keys, $1) }
      let name = DifferenceText.name(of: RecordChange(kind: .change, target: target.name, key: key))
      let count = conflict.count
      receiver.receive(
        Diagnostic(
          .repeatedIdentity,
          (count == 1 ? "'\(name)' occurs" : "\(count) records of '\(target.name)' occur")
            + " more than once in '\(sources[side].input?.name ?? "")', with different values"
            + (count == 1 ? "" : ", the first of them is '\(name)'"),
          help: [
            "they are merged in the order of the input, as in a database: what comes later wins"
          ]
        )
      )
    }
  }

  // MARK: - Records without identity

  private func group(
    _ number: Int,
    _ side: ComparedRecords,
    _ candidate: RecordPairing.Candidate
  ) -> UnidentifiedRecords.Group? {
    guard let record = record(number, side)?.record else { return nil }
    return UnidentifiedRecords.Group(
      record: record,
      json: Value.record(record).jsonText,
      count: candidate.count(side.side),
      offset: offset(number, nil, side)
    )
  }

  private func match(
    _ target: Int,
    _ olds: [UnidentifiedRecords.Group],
    _ news: [UnidentifiedRecords.Group]
  ) {
    var (olds, news) = (olds, news)
    let same = UnidentifiedRecords(comparison: comparison).match(&olds, &news)
    countsOfTargets[target].same += same
    let all = olds.map { (RecordChange.Kind.remove, $0) } + news.map { (.add, $0) }
    for (kind, group) in all.sorted(by: { $0.1.json.isBefore($1.1.json) }) {
      var change = RecordChange(kind: kind, target: comparison.rules.targets[target].name, key: [])
      change.count = group.count
      change.record = .record(group.record)
      change.offset = group.offset
      countsOfTargets[target].add(kind, count: group.count)
      unidentified[target].append(change)
    }
  }

  // MARK: - Places

  /// The offset of a record's member in the input, or else that of the record.
  private func offset(_ candidate: Int, _ member: Int?, _ side: ComparedRecords) -> Int? {
    guard sources[side.side.rawValue].input != nil else { return nil }
    let numbers = side.numbers(of: candidate)
    var offset = numbers.first.map(side.offset)
    if let member, let values = values[side.side.rawValue] {
      let found = numbers.reversed().lazy.compactMap {
        values.offset(ofMember: member, ofRecord: $0)
      }
      offset = found.first ?? offset
    }
    guard let pieces = pieces[side.side.rawValue] else { return offset }
    return offset.map(pieces.original)
  }

  /// Finds the places for at most `limit` changes, with JSON pointers if requested.
  package func places(limit: Int, findsPointers: Bool) -> [InputPlaces] {
    var offsets: [[Int]] = sources.map { _ in [] }
    var left = limit
    forEachDifference { difference in
      if left == 0 { return false }
      left -= 1
      switch difference {
      case .unidentified(let change):
        offsets[change.kind == .add ? 1 : 0] += change.offset.map { [$0] } ?? []
      case .identified(let item) where item.kind == .change:
        let change = change(item.candidate, pairing.candidates[item.candidate])
        offsets[0] += change?.attributes.compactMap(\.oldOffset) ?? []
        offsets[1] += change?.attributes.compactMap(\.newOffset) ?? []
      case .identified(let item):
        // For a record on one side only, its own place is enough.
        let side = item.kind == .add ? 1 : 0
        offsets[side] += offset(item.candidate, nil, sides[side]).map { [$0] } ?? []
      }
      return true
    }
    return zip(offsets, sources).map {
      InputPlaces(of: $0, in: $1.input, findsPointers: findsPointers)
    }
  }
}
