internal import RKEngine

/// Whether the changed text is read as what the records say.
extension OriginalUpdater {
  /// Compares the records of the changed text with those that were put; false if some that are refused from
  /// now on would be read as others.
  ///
  /// `checked` is nil where the changed text cannot be read.
  func accepts(_ checked: OriginalRecords?, refusingAll: Bool) -> Bool {
    let known = refused.count
    hasNothingToRefuse = placed.isEmpty
    if let checked {
      group(checked)
      turns = [:]
      let comparison = RecordComparison(writer, deletes: deletes)
      var byOld: [Int: Placed] = [:]
      for record in placed { record.old.map { byOld[$0] = record } }
      var isOdd = false
      for (number, root) in originals.roots.enumerated() {
        let isGone = deletes && !hasUnknown && !originals.isMatched[number]
        if isGone && byOld[number] == nil { continue }
        isOdd = !check(byOld[number], root, in: checked, comparison) || isOdd
      }
      for record in placed where record.old == nil {
        isOdd = !check(record, nil, in: checked, comparison) || isOdd
      }
      if !isOdd && checked.isMatched.allSatisfy({ $0 }) { return true }
    }
    // It is not known whose fault it is.
    if refused.count == known || refusingAll {
      for record in placed { refused[record.number] = .some(nil) }
    }
    return false
  }

  /// Whether a record of the changed text is one that was put, or else the original's.
  private func check(
    _ record: Placed?,
    _ root: (keyPath: String, record: Record)?,
    in checked: OriginalRecords,
    _ comparison: RecordComparison
  ) -> Bool {
    let node = record?.node ?? root.flatMap { plan.node(of: $0.record, under: $0.keyPath) }
    guard let node else { return true }
    var (group, identity) = (record?.group, record?.identity)
    if let root, record == nil {
      let isIdentified = plan.nodes[node].isIdentified
      group = .init(keyPath: root.keyPath, target: isIdentified ? root.record.target : nil)
      identity = isIdentified ? plan.nodes[node].identity { root.record.value(at: $0) } : ""
    }
    guard let group, let identity else { return true }
    let wanted = record.map { Value(jsonText: $0.text) }
    let target = String(decoding: plan.nodes[node].target, as: UTF8.self)
    let old = root?.record.target == target ? root?.record : nil
    let equals = checked.equals(group, identity)
    let turn = turns[group]?[identity] ?? 0
    turns[group, default: [:]][identity] = turn + 1
    let next = turn < equals.count ? equals[turn] : nil
    next.map { checked.match($0) }
    // An object of which nothing is left is no record any more.
    if next == nil, let wanted, comparison.isEmpty(wanted, node) { return true }
    let (member, isRead) =
      next.map {
        comparison.difference(.init(wanted: wanted, old: old), checked.roots[$0].record, node)
      } ?? (nil, false)
    if let record, !isRead { refused[record.number] = .some(member) }
    return isRead
  }
}
