internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// The changes between a snapshot and a run of its fixture.
struct SnapshotComparison {
  /// Similar changes, of which the first is shown.
  private struct Group {
    var finding: Diagnostic
    var count = 0
    var recordCount = 0
    /// Whether it is one change of several records.
    var isOne = false
    var lastRecord = -1
  }

  /// What similar changes of several records have in common.
  private struct Kind: Hashable {
    var target: String
    /// The path of the member; nil for whole records.
    var pattern: String?
    var wasThere: Bool
    var isThere: Bool
    /// Whether the values were only read from other kinds than before.
    var isOfKinds = false
  }

  let kept: Snapshot
  let made: Snapshot
  private let file: SourceFile
  let fixture: FixturePlaces
  let rules: RuleFinder
  private let limit: Int
  /// How many changes of one kind a page shows.
  private static let mostDifferences = 1_000
  private let updateCommand: String
  private var groups: [Group] = []
  private var numbers: [Kind: Int] = [:]
  private var hiddenCount = 0
  private var recordNumber = 0
  private(set) var failures: FailedRecords
  /// Where the descriptors of the run look for records.
  private let sources: [Mapper.RecordSource]

  /// The findings where `made` differs from `kept`: at most `limit` kinds of changes, and at least one.
  ///
  /// `mapping` are the findings of the run itself; help is added where the snapshot explains them.
  static func findings(
    _ kept: Snapshot,
    _ made: Snapshot,
    _ file: SourceFile,
    _ run: FixtureRun,
    explaining mapping: inout [Diagnostic],
    limit: Int
  ) -> [Diagnostic] {
    var comparison = SnapshotComparison(kept, made, file, run, limit: limit)
    mapping = comparison.explained(mapping, run.mapper.mapping.graph)
    comparison.compare()
    return comparison.findings
  }

  private init(
    _ kept: Snapshot,
    _ made: Snapshot,
    _ file: SourceFile,
    _ run: FixtureRun,
    limit: Int
  ) {
    self.kept = kept
    self.made = made
    self.file = file
    self.limit = max(limit, 1)
    fixture = FixturePlaces(run)
    rules = RuleFinder(run.mapper.mapping.graph, notesForms: made.form == .document)
    failures = FailedRecords(of: run)
    sources = run.mapper.recordSources
    updateCommand = "rkmap test --update \(shellWord(ofFile: run.suite.file))"
  }

  private var findings: [Diagnostic] {
    var findings = groups.map { group in
      var finding = group.finding
      if group.count > 1 && !group.isOne {
        finding.extent = Diagnostic.Extent(
          findings: group.count,
          records: group.recordCount,
          recordsRead: max(kept.records.count, made.records.count)
        )
      }
      return finding
    }
    if hiddenCount > 0 {
      findings.append(.notShown("\(hiddenCount.counting("more change")) in \(fixture.path)"))
    }
    return findings
  }

  // MARK: - Records

  /// Compares records with the same target and identity.
  ///
  /// Records without an identity are compared if no equal record exists.
  private mutating func compare() {
    var left: [RecordLabel: (kept: [Snapshot.Record], made: [Snapshot.Record])] = [:]
    var labels: [RecordLabel] = []
    for record in kept.records {
      if left[record.label] == nil { labels.append(record.label) }
      left[record.label, default: ([], [])].kept.append(record)
    }
    for record in made.records {
      if left[record.label] == nil { labels.append(record.label) }
      left[record.label, default: ([], [])].made.append(record)
    }
    labels.sort { RecordLabel.precedes($0, $1) ?? false }
    for label in labels {
      guard let (olds, news) = left[label] else { continue }
      let (missing, added) = Self.withoutEqual(olds, news)
      // If there are several candidates, it is unknown which one changed.
      if missing.count == added.count {
        for (old, new) in zip(missing, added) { compare(old, new) }
      } else {
        for old in missing where !failures.takes(old.label) { add(old, isThere: false) }
        for new in added { add(new, isThere: true) }
      }
    }
  }

  private static func withoutEqual(
    _ olds: [Snapshot.Record],
    _ news: [Snapshot.Record]
  ) -> ([Snapshot.Record], [Snapshot.Record]) {
    var counts: [[UInt8]: Int] = [:]
    for new in news { counts[new.meaning, default: 0] += 1 }
    var missing: [Snapshot.Record] = []
    var equal: [[UInt8]: Int] = [:]
    for old in olds {
      let meaning = old.meaning
      if let count = counts[meaning], count > 0 {
        counts[meaning] = count - 1
        equal[meaning, default: 0] += 1
      } else {
        missing.append(old)
      }
    }
    let added = news.filter { new in
      let meaning = new.meaning
      guard let count = equal[meaning], count > 0 else { return true }
      equal[meaning] = count - 1
      return false
    }
    return (missing, added)
  }

  private mutating func compare(_ old: Snapshot.Record, _ new: Snapshot.Record) {
    recordNumber += 1
    guard let before = old.value, let after = new.value else {
      // The record is nested too deeply to compare in detail.
      let change = MemberChange(path: [])
      let kind = Kind(target: new.label.target, pattern: "", wasThere: true, isThere: true)
      add(kind, Self.difference(old, new)) { $0.changed(change, old, new, []) }
      return
    }
    for change in MemberChange.all(before, after) {
      if made.form != .lines, let place = change.path.firstIndex(of: .member(KindRule.memberName)) {
        for other in KindChange.all(change, noted: place, before, after) {
          add(other, old, new, after.elementCounts(along: other.path))
        }
        continue
      }
      if change.new == nil, rules.isRecord(change.path, of: new.label.target),
        failures.takesRelated()
      {
        continue
      }
      let kind = Kind(
        target: new.label.target,
        pattern: change.pattern,
        wasThere: change.old != nil,
        isThere: change.new != nil
      )
      add(kind, Self.difference(change, old, new)) {
        $0.changed(change, old, new, after.elementCounts(along: change.path))
      }
    }
  }

  private mutating func add(
    _ change: KindChange,
    _ old: Snapshot.Record,
    _ new: Snapshot.Record,
    _ counts: [Int]
  ) {
    let pattern = MemberChange(path: change.path).pattern
    var kind = Kind(target: new.label.target, pattern: pattern, wasThere: true, isThere: true)
    kind.isOfKinds = true
    let (was, become) = kinds(change, new)
    let difference = Diagnostic.Difference(
      "\(new.label.text) \(MemberChange(path: change.path).pointer)",
      expected: was,
      actual: become
    )
    add(kind, difference) { $0.changed(change, old, new, counts) }
  }

  private mutating func add(_ record: Snapshot.Record, isThere: Bool) {
    recordNumber += 1
    let kind = Kind(target: record.label.target, wasThere: !isThere, isThere: isThere)
    let difference = isThere ? Self.difference(nil, record) : Self.difference(record, nil)
    let isKnown = numbers[kind] != nil
    let whole = isThere || isKnown ? nil : emptied(record)
    add(kind, difference) { isThere ? $0.added(record) : whole ?? $0.missing(record) }
    if whole != nil, let number = numbers[kind] { groups[number].isOne = true }
  }

  private mutating func add(
    _ kind: Kind,
    _ difference: @autoclosure () -> Diagnostic.Difference,
    _ finding: (SnapshotComparison) -> Diagnostic
  ) {
    let number: Int
    if let known = numbers[kind] {
      number = known
    } else if groups.count < limit {
      number = groups.count
      numbers[kind] = number
      groups.append(Group(finding: finding(self)))
    } else {
      hiddenCount += 1
      return
    }
    groups[number].count += 1
    if groups[number].count <= Self.mostDifferences {
      groups[number].finding.differences.append(difference())
    }
    if groups[number].lastRecord != recordNumber {
      groups[number].lastRecord = recordNumber
      groups[number].recordCount += 1
    }
  }

  // MARK: - Findings

  private func changed(
    _ change: MemberChange,
    _ old: Snapshot.Record,
    _ new: Snapshot.Record,
    _ counts: [Int]
  ) -> Diagnostic {
    let was = change.old.map { Self.words($0, old) }
    let become = change.new.map { Self.words($0, new) }
    let news =
      switch (was, become) {
      case (let was?, let become?) where was == become:
        // The two texts look equal but differ.
        "it was \(VisibleText.spelling(was)), and is \(VisibleText.spelling(become))"
      case (let was?, let become?): "it was \(was), and is \(become)"
      case (let was?, nil): "it was \(was), and is missing"
      case (nil, let become?): "it was missing, and is \(become)"
      case (nil, nil): "it is another"
      }
    let name = change.path.isEmpty ? new.label.text : "'\(change.pointer)' of \(new.label.text)"
    let rule = rules.rule(for: change.path, of: new.label.target)
    let place = fixture.place(of: new, rule?.way ?? [], counts: counts)
    return Diagnostic(
      .changedSnapshot,
      "\(name) has changed: \(news)",
      at: place.location,
      related: [kept(change.old?.place.range, of: old, change)] + (rule.map { [$0.related] } ?? []),
      help: [rule.flatMap { renaming($0, place, change, old) }, help].compactMap { $0 }
    ).stating(expected: was, actual: become)
  }

  private func changed(
    _ change: KindChange,
    _ old: Snapshot.Record,
    _ new: Snapshot.Record,
    _ counts: [Int]
  ) -> Diagnostic {
    let rule = rules.rule(for: change.path, of: new.label.target)
    let (was, become) = kinds(change, new)
    let member = MemberChange(path: change.path)
    let place = fixture.place(of: new, rule?.way ?? [], counts: counts)
    return Diagnostic(
      .changedSnapshot,
      "'\(member.pointer)' of \(new.label.text) came as \(become), and came as \(was) before",
      at: place.location,
      related: [kept(change.place, of: old, member)] + (rule.map { [$0.related] } ?? []),
      help: [help]
    ).stating(expected: was, actual: become)
  }

  private func missing(_ record: Snapshot.Record) -> Diagnostic {
    Diagnostic(
      .changedSnapshot,
      "\(record.label.text) has changed: it is in the snapshot, and \(fixture.path) does not give it",
      at: fixture.location,
      related: [kept(nil, of: record, nil)],
      help: [help]
    )
  }

  /// The finding that all records of a target are gone because the list of them is empty; nil if it is not.
  private func emptied(_ record: Snapshot.Record) -> Diagnostic? {
    let target = record.label.target
    let ways = sources.filter { $0.targets.contains(target) }.compactMap(\.keyPath.plainSteps)
    guard !made.records.contains(where: { $0.label.target == target }),
      let list = fixture.emptyList(at: ways)
    else { return nil }
    let count = kept.records.count { $0.label.target == target }
    return Diagnostic(
      .changedSnapshot,
      "\(count == 1 ? "the record of \(target) is" : "all \(count) records of \(target) are") gone: "
        + "the list is empty",
      at: list,
      related: [kept(nil, of: record, nil)],
      help: [help]
    )
  }

  private func added(_ record: Snapshot.Record) -> Diagnostic {
    Diagnostic(
      .changedSnapshot,
      "\(record.label.text) has changed: it is new, and not in the snapshot",
      at: fixture.place(of: record, [], counts: []).location,
      related: [
        Diagnostic.Related(location: file.location(of: 0..<0), subject: "the snapshot")
      ],
      help: [help]
    )
  }

  /// The kinds that a value was read from, before and now.
  private func kinds(_ change: KindChange, _ new: Snapshot.Record) -> (was: String, is: String) {
    let rule = rules.rule(for: change.path, of: new.label.target)
    let natural = rule?.naturalKinds ?? "its natural kind"
    return (change.old ?? natural, change.new ?? natural)
  }

  /// Help that names the key which may have replaced a missing one.
  func renaming(
    _ rule: RuleFinder.Rule,
    _ place: FixturePlaces.Place,
    _ change: MemberChange,
    _ old: Snapshot.Record
  ) -> String? {
    guard let object = place.object, place.depth >= rule.ownerDepth,
      let keys = rule.way?.dropFirst(rule.ownerDepth).names,
      keys.indices.contains(place.depth - rule.ownerDepth)
    else { return nil }
    let parent = Array(keys[..<(place.depth - rule.ownerDepth)])
    let missing = keys[parent.count]
    let was = change.new == nil ? change.old.map { Array(old.text[$0.place.range]) } : nil
    let objects = fixture.members(around: object, was: was) { names, depth in
      // It is unknown what is read of an object outside of the representation.
      let way = depth > parent.count ? nil : parent.dropLast(depth)
      return names.filter { name in
        way.map { way in !rule.waysRead.contains { $0.starts(with: way + [name]) } }
          ?? !rules.keysRead.contains(name)
      }
    }
    guard let found = RenamedKey.found(for: missing, in: objects.map(\.members)) else { return nil }
    if found.hasOldValue {
      var pointer = Array(objects[found.depth].pointer.utf8)
      JSONPointer.append(key: found.name.utf8, to: &pointer)
      return "'\(String(decoding: pointer, as: UTF8.self))' has that value now"
    }
    let key = (parent + [missing]).joined(separator: ".")
    if found.depth > 0 {
      return "an object around it has '\(found.name)': did '\(key)' become that?"
    }
    let name = (parent + [found.name]).joined(separator: ".")
    return "\(RenamedKey.helpStart)\(name)': did '\(key)' become that?"
  }

  private var help: String {
    "correct the fixture or the spec; or keep the new records: \(updateCommand)"
  }

  /// The place of a value in the snapshot, or that of its record.
  private func kept(
    _ range: Range<Int>?,
    of record: Snapshot.Record,
    _ change: MemberChange?
  ) -> Diagnostic.Related {
    let range = range ?? 0..<record.text.count
    let start = record.start + range.lowerBound
    var location = file.location(of: start..<(start + range.count))
    location.pointer = record.pointer + (change?.pointer ?? "")
    return Diagnostic.Related(location: location, subject: "the snapshot")
  }
}
