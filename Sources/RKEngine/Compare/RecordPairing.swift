/// Which of two collections of records is meant: what was there before, or what is there now.
package enum ComparedSide: Int, Sendable, CaseIterable {
  case old
  case new
}

/// The records of two sides by their identities, each as a key and a fingerprint of its values.
///
/// It tells which records may differ, so that only those need be kept: some 80 bytes per identity. A
/// fingerprint is of the values as they are written, so that records with different ones may still be
/// equal; those with equal ones are.
package final class RecordPairing {
  /// A record as it is paired.
  struct Print: BitwiseCopyable {
    var key: RecordKey
    /// Of its values; none for a record without identity, whose key is made of them.
    var fingerprint: UInt64 = 0
    var target: UInt32
    /// It has no identity.
    var isCounted = false
    /// Two such records are more than one of them.
    var merges = false
    /// Where the root record that it is in begins in its input.
    var offset: UInt64 = 0
  }

  fileprivate struct State: OptionSet, BitwiseCopyable {
    var rawValue: UInt8

    static let isOld = State(rawValue: 1)
    static let isNew = State(rawValue: 2)
    /// Several representations of the record differ on that side: they have to be merged.
    static let oldVaries = State(rawValue: 4)
    static let newVaries = State(rawValue: 8)
    /// Records without identity: the fingerprints are the counts of equal ones.
    static let isCounted = State(rawValue: 16)
    /// Several representations of the record say different things on that side.
    static let oldConflicts = State(rawValue: 32)
    static let newConflicts = State(rawValue: 64)

    static func on(_ side: ComparedSide) -> State { side == .old ? .isOld : .isNew }

    static func varies(on side: ComparedSide) -> State { side == .old ? .oldVaries : .newVaries }

    static func conflicts(on side: ComparedSide) -> State {
      side == .old ? .oldConflicts : .newConflicts
    }
  }

  /// What is known of a record on one side.
  fileprivate struct Seen: BitwiseCopyable {
    /// Its fingerprint; for records without identity how many there are.
    var print: UInt64 = 0
    /// Where the first root record begins that it is in.
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

  /// A record, or equal ones without identity, that may differ between the sides.
  package struct Candidate: BitwiseCopyable {
    package var target: Int
    /// It has no identity.
    package var isCounted: Bool
    /// How many more of them each side has than the other; 1 for a record with identity that is there.
    package var oldCount: Int
    package var newCount: Int

    fileprivate var state: State
    /// What each side has of it.
    fileprivate var old: Seen
    fileprivate var new: Seen

    /// How many of them one side has.
    package func count(_ side: ComparedSide) -> Int { side == .old ? oldCount : newCount }

    /// Whether its representations on a side say different things.
    package func hasConflict(_ side: ComparedSide) -> Bool {
      state.contains(State.conflicts(on: side))
    }

    /// Both sides have it.
    package var mayChange: Bool { !isCounted && oldCount > 0 && newCount > 0 }

    /// Its fingerprint on a side; nil for records without identity, whose key is that.
    func fingerprint(_ side: ComparedSide) -> UInt64? {
      isCounted ? nil : (side == .old ? old : new).print
    }
  }

  /// Where the records of a side begin that may differ: their root records.
  package struct Roots: Sendable {
    /// In ascending order.
    package var offsets: [Int]
    /// The first and the last one of all, whether or not they differ.
    package var first: Int
    package var last: Int
  }

  private var entries = UniqueArray<Entry>()
  private var table = RecordKeyTable()
  /// The entry that comes next if the records of a side come as those of the other one did.
  private var expected = 0
  /// Where the first and the last root record of each side begin.
  private var bounds = ComparedSide.allCases.map { _ in (first: UInt64.max, last: UInt64.min) }
  /// A record of a side has to be merged from several.
  private var hasVarying = ComparedSide.allCases.map { _ in false }
  /// What may differ, in the order in which it was met.
  package private(set) var candidates: [Candidate] = []
  private var keys = UniqueArray<RecordKey>()
  private var entryCount = 0
  /// For each target, how many records are the same on both sides for sure.
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

  /// A side begins.
  func begin() { expected = 0 }

  // MARK: - Candidates

  /// All records have been added: finds those that may differ, and forgets the others.
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

  /// What is to be kept of an entry, if anything.
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

  /// Where the records of a side begin that may differ; nil if they are many, and if some of them have
  /// to be merged from several.
  package func roots(_ side: ComparedSide) -> Roots? {
    let wanted = candidates.filter { $0.count(side) > 0 }
    if hasVarying[side.rawValue] || wanted.count > max(64, entryCount / 16) { return nil }
    if wanted.isEmpty { return Roots(offsets: [], first: 0, last: 0) }
    let offsets = Set(wanted.map { Int((side == .old ? $0.old : $0.new).offset) })
    let (first, last) = bounds[side.rawValue]
    return Roots(offsets: offsets.sorted(), first: Int(first), last: Int(last))
  }

  /// The number of a record among those that may differ; nil if it is none of them.
  func candidate(_ key: RecordKey) -> Int? { table.find(key) { keys[$0] == key } }
}
