internal import RKEngine

/// Compares the records read from the changed text with the records that were written.
struct ChangedTextCheck {
  /// The records that replaced those of the original, by the number of the latter, and the new records.
  fileprivate var changed: [Int: OriginalUpdater.Placed] = [:]
  fileprivate var new: [OriginalRecords.Group: [String: [OriginalUpdater.Placed]]] = [:]
  /// For each group and identity, how many records of the original and how many new ones were passed.
  fileprivate var turns: [OriginalRecords.Group: [String: (old: Int, new: Int)]] = [:]
  fileprivate var isFound: [Bool] = []
  /// How many records had been refused before this check.
  fileprivate var refusedCount = 0
  /// Whether a record was read that was not written, or the other way round.
  fileprivate var isOdd = false

  init() {}
}

extension OriginalUpdater {
  /// Begins the comparison of the changed text with the records that were written.
  func beginCheck() {
    var check = ChangedTextCheck()
    check.isFound = Array(repeating: false, count: originals.roots.count)
    check.refusedCount = refused.count
    for record in placed {
      if let old = record.old {
        check.changed[old] = record
      } else {
        check.new[record.group, default: [:]][record.identity, default: []].append(record)
      }
    }
    self.check = check
  }

  /// Compares a record of the changed text with the next record of the same group and identity.
  func check(_ record: Record, under keyPath: String) {
    guard let node = plan.node(of: record, under: keyPath) else { return check.isOdd = true }
    let isIdentified = plan.nodes[node].isIdentified
    let group = OriginalRecords.Group(
      keyPath: keyPath,
      target: isIdentified ? record.target : nil
    )
    let identity = isIdentified ? plan.nodes[node].identity { record.value(at: $0) } : ""
    var turn = check.turns[group]?[identity] ?? (0, 0)
    let equals = originals.equals(group, identity)
    while turn.old < equals.count, isGone(equals[turn.old]) { turn.old += 1 }
    var expected = RecordComparison.Expected()
    var put: Placed?
    if turn.old < equals.count {
      let number = equals[turn.old]
      turn.old += 1
      check.isFound[number] = true
      expected.old = originals.roots[number].record
      put = check.changed[number]
    } else {
      let new = check.new[group]?[identity] ?? []
      if turn.new < new.count { put = new[turn.new] } else { check.isOdd = true }
      turn.new += 1
    }
    check.turns[group, default: [:]][identity] = turn
    expected.wanted = put.map { Value(jsonText: $0.text) }
    let (member, isRead) = comparison.difference(expected, record, put?.node ?? node)
    if isRead { return }
    check.isOdd = true
    if let put { refused[put.number] = .some(member) }
  }

  /// Returns whether all records were read as written; if not, some are refused from now on.
  func endCheck(isReadable: Bool, refusingAll: Bool) -> Bool {
    for number in originals.roots.indices where !check.isFound[number] && !isGone(number) {
      miss(check.changed[number])
    }
    for (group, identities) in check.new {
      for (identity, records) in identities {
        for record in records.dropFirst(check.turns[group]?[identity]?.new ?? 0) { miss(record) }
      }
    }
    if isReadable && !check.isOdd { return true }
    // The cause is unknown: refuse all records.
    if refused.count == check.refusedCount || refusingAll {
      for record in placed { refused[record.number] = .some(nil) }
    }
    return false
  }

  /// Notes that a record was not read.
  ///
  /// Nil stands for a record of the original that should have stayed unchanged.
  private func miss(_ record: Placed?) {
    // An object of which nothing is left does not count as a record.
    if let record, comparison.isEmpty(Value(jsonText: record.text), record.node) { return }
    check.isOdd = true
    if let record { refused[record.number] = .some(nil) }
  }

  /// Whether a record of the original was to be removed.
  private func isGone(_ number: Int) -> Bool {
    deletes && !hasUnknown && !originals.isMatched[number]
  }
}
