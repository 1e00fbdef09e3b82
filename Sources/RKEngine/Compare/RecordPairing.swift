/// Which of two collections of records is meant: what was there before, or what is there now.
package enum ComparedSide: Int, Sendable, CaseIterable {
  case old
  case new
}

/// The records of two sides by their identities, each as a key and a fingerprint of its values.
///
/// It tells which records may differ, so that only those need be kept: some 60 bytes per identity. A
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
  }

  private struct State: OptionSet, BitwiseCopyable {
    var rawValue: UInt8

    static let isOld = State(rawValue: 1)
    static let isNew = State(rawValue: 2)
    /// Several representations of the record differ on a side: they have to be merged.
    static let varies = State(rawValue: 4)
    /// Records without identity: the fingerprints are the counts of equal ones.
    static let isCounted = State(rawValue: 8)

    static func on(_ side: ComparedSide) -> State { side == .old ? .isOld : .isNew }
  }

  private struct Entry: BitwiseCopyable {
    var key: RecordKey
    var old: UInt64 = 0
    var new: UInt64 = 0
    var target: UInt32
    var state: State

    subscript(side: ComparedSide) -> UInt64 {
      get { side == .old ? old : new }
      set { if side == .old { old = newValue } else { new = newValue } }
    }
  }

  /// A record, or equal ones without identity, that may differ between the sides.
  package struct Candidate: BitwiseCopyable, Sendable {
    package var target: Int
    /// It has no identity.
    package var isCounted: Bool
    /// How many more of them each side has than the other; 1 for a record with identity that is there.
    package var oldCount: Int
    package var newCount: Int

    /// How many of them one side has.
    package func count(_ side: ComparedSide) -> Int { side == .old ? oldCount : newCount }
  }

  private var entries = UniqueArray<Entry>()
  private var table = RecordKeyTable()
  /// The entry that comes next if the records of a side come as those of the other one did.
  private var expected = 0
  /// What may differ, in the order in which it was met.
  package private(set) var candidates: [Candidate] = []
  private var keys = UniqueArray<RecordKey>()
  /// For each target, how many records are the same on both sides for sure.
  package private(set) var sameCounts: [Int]

  package init(targetCount: Int) { sameCounts = Array(repeating: 0, count: targetCount) }

  // MARK: - Fingerprints

  /// Adds a record of a side.
  func add(_ print: Print, to side: ComparedSide) {
    let number = entry(print)
    if print.isCounted {
      entries[number][side] += 1
      return
    }
    let state = State.on(side)
    if entries[number].state.contains(state) {
      if print.merges || entries[number][side] != print.fingerprint {
        entries[number].state.insert(.varies)
      }
    } else {
      entries[number].state.insert(state)
      entries[number][side] = print.fingerprint
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
      let same = min(entry.old, entry.new)
      sameCounts[target] += Int(same)
      if entry.old == entry.new { return nil }
      return Candidate(
        target: target,
        isCounted: true,
        oldCount: Int(entry.old - same),
        newCount: Int(entry.new - same)
      )
    }
    if entry.state == [.isOld, .isNew] && entry.old == entry.new {
      sameCounts[target] += 1
      return nil
    }
    return Candidate(
      target: target,
      isCounted: false,
      oldCount: entry.state.contains(.isOld) ? 1 : 0,
      newCount: entry.state.contains(.isNew) ? 1 : 0
    )
  }

  /// The number of a record among those that may differ; nil if it is none of them.
  func candidate(_ key: RecordKey) -> Int? { table.find(key) { keys[$0] == key } }
}
