internal import RKEngine

/// The records of the changed text are compared with those that were put, as they come.
struct ChangedTextCheck {
  /// What was put over a record of the original, by its number, and what is new.
  fileprivate var changed: [Int: OriginalUpdater.Placed] = [:]
  fileprivate var new: [OriginalRecords.Group: [String: [OriginalUpdater.Placed]]] = [:]
  /// How many places of each group and identity were passed, of the original's records and of new ones.
  fileprivate var turns: [OriginalRecords.Group: [String: (old: Int, new: Int)]] = [:]
  fileprivate var isFound: [Bool] = []
  /// How many records had been refused before.
  fileprivate var refusedCount = 0
  /// Something is read that was not put, or the other way round.
  fileprivate var isOdd = false

  init() {}
}

extension OriginalUpdater {
  /// Begins to compare the records of the changed text with those that were put.
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

  /// Compares a record of the changed text with the next one of its group and identity.
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

  /// Whether all that was put was read; else some records are refused from now on.
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
    // It is not known whose fault it is.
    if refused.count == check.refusedCount || refusingAll {
      for record in placed { refused[record.number] = .some(nil) }
    }
    return false
  }

  /// Notes that a record was not read, or one that was to stay as it is.
  private func miss(_ record: Placed?) {
    // An object of which nothing is left is no record any more.
    if let record, comparison.isEmpty(Value(jsonText: record.text), record.node) { return }
    check.isOdd = true
    if let record { refused[record.number] = .some(nil) }
  }

  /// Whether a record of the original was to go.
  private func isGone(_ number: Int) -> Bool {
    deletes && !hasUnknown && !originals.isMatched[number]
  }
}
