internal import RKDiagnostics
internal import RKEngine

/// What differs between the records of two sides, by their identity.
///
/// Both sides are read twice: first for the fingerprints of their records, then for those that may
/// differ.
package final class RecordDifferences {
  /// A record with identity that differs.
  private struct Item {
    var target: Int
    var candidate: Int
    var key: RecordOrder
  }

  private let mapper: Mapper
  private let comparison: ValueComparison
  private let pairing: RecordPairing
  private let sources: [any ComparedSource]
  private let sides: [ComparedRecords]
  private let maker: RecordMaker
  /// Where the values of kept records are; nil where nobody asks.
  private let values: [ValueOffsets?]
  private var batch = RecordBatch()
  private var items: [Item] = []
  /// For each target, what differs among its records without identity.
  private var unidentified: [[RecordChange]]
  /// For each target that a side has records of, in the order of the spec, how many differ.
  package private(set) var counts: [(target: String, counts: ChangeCounts)] = []
  private var countsOfTargets: [ChangeCounts]

  /// `ignoresNull` says that an absent value is null, as in a database; `findsPlaces` that places of
  /// values will be asked for.
  package init(
    _ mapper: Mapper,
    rules: ComparisonRules,
    old: any ComparedSource,
    new: any ComparedSource,
    ignoresNull: Bool,
    findsPlaces: Bool
  ) {
    self.mapper = mapper
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
      // Connected records are put together when their inputs are gone.
      guard findsPlaces, source.input != nil, !plan.hasConnections else { return nil }
      return ValueOffsets(rules)
    }
    maker = RecordMaker(plan)
    unidentified = rules.targets.map { _ in [] }
    countsOfTargets = rules.targets.map { _ in ChangeCounts() }
  }

  /// Nothing differs.
  package var areSame: Bool { counts.allSatisfy(\.counts.areSame) }

  // MARK: - Reading

  /// Reads both sides and finds what differs; returns how that went, up to the side that could not be
  /// read.
  package func read(reportingTo receivers: [any DiagnosticReceiver]) -> [MappingReport] {
    var reports: [MappingReport] = []
    for (number, source) in sources.enumerated() {
      sides[number].begin()
      reports.append(source.pass(to: sides[number], reportingTo: receivers[number]))
      if reports[number].ending != .complete { return reports }
    }
    pairing.chooseCandidates()
    if !pairing.candidates.isEmpty {
      for (number, source) in sources.enumerated() {
        let side = sides[number]
        side.beginKeeping(values[number].map { values in values.observe })
        // Everything was reported before.
        reports[number].ending = source.pass(to: side, reportingTo: SilentReceiver()).ending
        if reports[number].ending != .complete { return reports }
        side.endKeeping()
      }
    }
    find()
    return reports
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
      } else if let change = change(number, candidate) {
        countsOfTargets[candidate.target].add(change)
        let key = RecordOrder(change.key.map(\.value))
        items.append(Item(target: candidate.target, candidate: number, key: key))
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

  // MARK: - Changes

  /// Passes on what differs, in its order; the function returns whether it wants more.
  package func forEach(_ body: (RecordChange) -> Bool) {
    var next = 0
    for target in unidentified.indices {
      while next < items.count && items[next].target == target {
        let number = items[next].candidate
        if let change = change(number, pairing.candidates[number]), !body(change) { return }
        next += 1
      }
      for change in unidentified[target] where !body(change) { return }
    }
  }

  /// What differs about a record with identity; nil if nothing does.
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

  /// The key of a record that has one on each side: a number and a text of the same characters are
  /// one key, which is the number.
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
    let key = side.identity(of: row, in: batch)?.compactMap {
      maker.value($0, batch, nothing.span, nil)
    }
    return (record, key ?? [])
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
      countsOfTargets[target].add(change)
      unidentified[target].append(change)
    }
  }

  // MARK: - Places

  /// Where a member of a record is in the input, or else the record.
  private func offset(_ candidate: Int, _ member: Int?, _ side: ComparedRecords) -> Int? {
    guard sources[side.side.rawValue].input != nil else { return nil }
    let numbers = side.numbers(of: candidate)
    if let member, let values = values[side.side.rawValue] {
      for number in numbers.reversed() {
        if let offset = values.offset(ofMember: member, ofRecord: number) { return offset }
      }
    }
    return numbers.first.map(side.offset)
  }

  /// Finds the places of what is told of changes, of at most so many; with pointers, if asked.
  package func places(limit: Int, findsPointers: Bool) -> [InputPlaces] {
    var offsets: [[Int]] = sources.map { _ in [] }
    var left = limit
    if left > 0 {
      forEach { change in
        switch change.kind {
        case .add: if let offset = change.offset { offsets[1].append(offset) }
        case .remove: if let offset = change.offset { offsets[0].append(offset) }
        case .change:
          offsets[0] += change.attributes.compactMap(\.oldOffset)
          offsets[1] += change.attributes.compactMap(\.newOffset)
        }
        left -= 1
        return left > 0
      }
    }
    return zip(offsets, sources).map {
      InputPlaces(of: $0, in: $1.input, findsPointers: findsPointers)
    }
  }
}

/// Nobody wants to know.
private final class SilentReceiver: DiagnosticReceiver {
  func receive(_ diagnostic: Diagnostic) {}
}
