/// One of the two compared collections of records: the earlier or the later one.
package enum ComparedSide: Int, Sendable, CaseIterable {
  case old
  case new
}

/// Pairs the records of two sides by their identities, each as a key and a fingerprint of its
/// values.
///
/// It finds the records that may differ, so that only those must be kept: some 80 bytes per
/// identity. The fingerprint is that of the written values: records with equal fingerprints are
/// equal, records with different ones may be equal, too.
package final class RecordPairing {
  /// A record in a pairing.
  struct Print: BitwiseCopyable {
    var key: RecordKey
    /// The fingerprint of its values; unused without identity, as the key is then made from the
    /// values.
    var fingerprint: UInt64 = 0
    var target: UInt32
    /// The record has no identity.
    var isCounted = false
    /// Merging two equal records gives a different one, since a relationship unites its lists.
    var merges = false
    /// The offset in the input of the root record that contains it.
    var offset: UInt64 = 0
  }

  fileprivate struct State: OptionSet, BitwiseCopyable {
    var rawValue: UInt8

    static let isOld = State(rawValue: 1)
    static let isNew = State(rawValue: 2)
    /// The side has several, different representations of the record, which must be merged.
    static let oldVaries = State(rawValue: 4)
    static let newVaries = State(rawValue: 8)
    /// The records have no identity; the fingerprints are the numbers of equal records.
    static let isCounted = State(rawValue: 16)
    /// Representations of the record on that side contradict each other.
    static let oldConflicts = State(rawValue: 32)
    static let newConflicts = State(rawValue: 64)

    static func on(_ side: ComparedSide) -> State { side == .old ? .isOld : .isNew }

    static func varies(on side: ComparedSide) -> State { side == .old ? .oldVaries : .newVaries }

    static func conflicts(on side: ComparedSide) -> State {
      side == .old ? .oldConflicts : .newConflicts
    }
  }

  /// A record on one side.
  fileprivate struct Seen: BitwiseCopyable {
    /// The fingerprint; without identity the number of equal records.
    var print: UInt64 = 0
    /// The offset of the first root record that contains it.
    var offset: UInt64 = 0
  }

  private struct Entry: BitwiseCopyable {
    var key: RecordKey
    var old = Seen()
    var new = Seen()
    var target: UInt32
    var state: State

    subscript(side: ComparedSide) -> Seen {
      get { side == .old ? old : new }
      set { if side == .old { old = newValue } else { new = newValue } }
    }
  }

  /// A record, or equal records without identity, that may differ between the sides.
  package struct Candidate: BitwiseCopyable {
    package var target: Int
    /// The records have no identity.
    package var isCounted: Bool
    /// How many more of these records each side has than the other; for a record with identity 1 if
    /// the side has it.
    package var oldCount: Int
    package var newCount: Int

    fileprivate var state: State
    /// The record on each side.
    fileprivate var old: Seen
    fileprivate var new: Seen

    /// How many of these records a side has.
    package func count(_ side: ComparedSide) -> Int { side == .old ? oldCount : newCount }

    /// Whether its representations on a side contradict each other.
    package func hasConflict(_ side: ComparedSide) -> Bool {
      state.contains(State.conflicts(on: side))
    }

    /// Whether both sides have the record, so that it may have changed.
    package var mayChange: Bool { !isCounted && oldCount > 0 && newCount > 0 }

    /// The fingerprint on a side; nil for records without identity, whose key is their fingerprint.
    func fingerprint(_ side: ComparedSide) -> UInt64? {
      isCounted ? nil : (side == .old ? old : new).print
    }
  }

  /// The offsets of the root records of a side with records that may differ.
  package struct Roots: Sendable {
    /// In ascending order.
    package var offsets: [Int]
    /// The offsets of the first and the last root record of the side, whether or not they differ.
    package var first: Int
    package var last: Int
  }

  private var entries = UniqueArray<Entry>()
  private var table = RecordKeyTable()
  /// The next entry, if the records of this side come in the order of the other side's.
  private var expected = 0
  /// The offsets of the first and the last root record of each side.
  private var bounds = ComparedSide.allCases.map { _ in (first: UInt64.max, last: UInt64.min) }
  /// For each side, whether a record must be merged from several.
  private var hasVarying = ComparedSide.allCases.map { _ in false }
  /// The records that may differ, in the order in which they were found.
  package private(set) var candidates: [Candidate] = []
  private var keys = UniqueArray<RecordKey>()
  private var entryCount = 0
  /// For each target, the number of records that are certainly the same on both sides.
  package private(set) var sameCounts: [Int]

  package init(targetCount: Int) { sameCounts = Array(repeating: 0, count: targetCount) }

  // MARK: - Fingerprints

  /// Adds a record of a side.
  func add(_ print: Print, to side: ComparedSide) {
    let number = entry(print)
    let state = State.on(side)
    let isFirst = !entries[number].state.contains(state)
    if isFirst {
      entries[number].state.insert(state)
      entries[number][side].offset = print.offset
      bounds[side.rawValue].first = min(bounds[side.rawValue].first, print.offset)
      bounds[side.rawValue].last = max(bounds[side.rawValue].last, print.offset)
    }
    if print.isCounted {
      entries[number][side].print += 1
    } else if isFirst {
      entries[number][side].print = print.fingerprint
    } else if entries[number][side].print != print.fingerprint {
      entries[number].state.insert([State.varies(on: side), State.conflicts(on: side)])
    } else if print.merges {
      entries[number].state.insert(State.varies(on: side))
    }
  }

  @inline(__always)
  private func entry(_ print: Print) -> Int {
    if expected < entries.count && entries[expected].key == print.key {
      expected += 1
      return expected - 1
    }
    if let number = table.find(print.key, { entries[$0].key == print.key }) {
      expected = number + 1
      return number
    }
    let number = entries.count
    entries.append(
      Entry(key: print.key, target: print.target, state: print.isCounted ? .isCounted : [])
    )
    table.insert(number, print.key) { entries[$0].key }
    expected = number + 1
    return number
  }

  /// Begins a side.
  func begin() { expected = 0 }

  // MARK: - Candidates

  /// Finds the records that may differ, after all were added, and forgets the others.
  package func chooseCandidates() {
    table = RecordKeyTable()
    entryCount = entries.count
    for number in 0..<entries.count {
      let entry = entries[number]
      guard let candidate = candidate(entry) else { continue }
      keys.append(entry.key)
      table.insert(candidates.count, entry.key) { keys[$0] }
      candidates.append(candidate)
    }
    entries = UniqueArray()
  }

  /// The candidate for an entry; nil if its records are the same.
  private func candidate(_ entry: Entry) -> Candidate? {
    let target = Int(entry.target)
    if entry.state.contains(.isCounted) {
      let same = min(entry.old.print, entry.new.print)
      sameCounts[target] += Int(same)
      if entry.old.print == entry.new.print { return nil }
      return Candidate(
        target: target,
        isCounted: true,
        oldCount: Int(entry.old.print - same),
        newCount: Int(entry.new.print - same),
        state: entry.state,
        old: entry.old,
        new: entry.new
      )
    }
    if entry.state == [.isOld, .isNew] && entry.old.print == entry.new.print {
      sameCounts[target] += 1
      return nil
    }
    for side in ComparedSide.allCases where entry.state.contains(State.varies(on: side)) {
      hasVarying[side.rawValue] = true
    }
    return Candidate(
      target: target,
      isCounted: false,
      oldCount: entry.state.contains(.isOld) ? 1 : 0,
      newCount: entry.state.contains(.isNew) ? 1 : 0,
      state: entry.state,
      old: entry.old,
      new: entry.new
    )
  }

  /// The root records of a side with records that may differ; nil if there are many, or if some
  /// records must be merged from several.
  package func roots(_ side: ComparedSide) -> Roots? {
    let wanted = candidates.filter { $0.count(side) > 0 }
    if hasVarying[side.rawValue] || wanted.count > max(64, entryCount / 16) { return nil }
    if wanted.isEmpty { return Roots(offsets: [], first: 0, last: 0) }
    let offsets = Set(wanted.map { Int((side == .old ? $0.old : $0.new).offset) })
    let (first, last) = bounds[side.rawValue]
    return Roots(offsets: offsets.sorted(), first: Int(first), last: Int(last))
  }

  /// The number of a record among the candidates; nil if it is not one.
  func candidate(_ key: RecordKey) -> Int? { table.find(key) { keys[$0] == key } }
}
