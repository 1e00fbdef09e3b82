internal import RKEngine

/// The records without identity that are left over on each side after equal ones are removed.
struct UnidentifiedRecords {
  /// Equal records.
  struct Group {
    var record: Record
    /// The record as JSON without white space, by which groups are sorted.
    var json: String
    var count: Int
    var offset: Int?
  }

  let comparison: ValueComparison

  /// Removes from both sides the records that are on both; returns how many there were.
  func match(_ olds: inout [Group], _ news: inout [Group]) -> Int {
    let (left, right) = (sorted(olds), sorted(news))
    var same = 0
    // First compares records as written, then by value, then with tolerances.
    (olds, news) = cancel(left, right, &same) { $0.json }
    (olds, news) = cancel(olds, news, &same) { comparison.text(of: $0.record) }
    if comparison.rules.hasTolerances { cancelNear(&olds, &news, &same) }
    (olds, news) = (united(olds), united(news))
    return same
  }

  private func sorted(_ groups: [Group]) -> [Group] { groups.sorted { $0.json.isBefore($1.json) } }

  private func cancel(
    _ olds: [Group],
    _ news: [Group],
    _ same: inout Int,
    by text: (Group) -> String
  ) -> ([Group], [Group]) {
    var (olds, news) = (olds, news)
    var places: [String: [Int]] = [:]
    for (place, group) in news.enumerated().reversed() {
      places[text(group), default: []].append(place)
    }
    for place in olds.indices {
      let key = text(olds[place])
      while olds[place].count > 0, let other = places[key]?.last {
        let count = min(olds[place].count, news[other].count)
        olds[place].count -= count
        news[other].count -= count
        same += count
        if news[other].count == 0 { places[key]?.removeLast() }
      }
    }
    return (olds.filter { $0.count > 0 }, news.filter { $0.count > 0 })
  }

  /// Pairs records that are equal within tolerances.
  ///
  /// Both sides are sorted by the values with tolerances.
  private func cancelNear(_ olds: inout [Group], _ news: inout [Group], _ same: inout Int) {
    let left = Dictionary(grouping: olds) { comparison.text(of: $0.record, exactly: false) }
    let right = Dictionary(grouping: news) { comparison.text(of: $0.record, exactly: false) }
    (olds, news) = ([], [])
    for (text, groups) in left {
      var (one, other) = (ordered(groups), ordered(right[text] ?? []))
      var (first, second) = (0, 0)
      while first < one.count && second < other.count {
        if comparison.isNear(one[first].record, other[second].record) {
          let count = min(one[first].count, other[second].count)
          one[first].count -= count
          other[second].count -= count
          same += count
          if one[first].count == 0 { first += 1 }
          if second < other.count && other[second].count == 0 { second += 1 }
        } else if isBefore(one[first].record, other[second].record) {
          first += 1
        } else {
          second += 1
        }
      }
      olds += one.filter { $0.count > 0 }
      news += other.filter { $0.count > 0 }
    }
    for (text, groups) in right where left[text] == nil { news += groups }
    (olds, news) = (sorted(olds), sorted(news))
  }

  private func ordered(_ groups: [Group]) -> [Group] {
    groups.sorted { isBefore($0.record, $1.record) }
  }

  private func isBefore(_ one: Record, _ other: Record) -> Bool {
    for member in comparison.rules.target(of: one)?.members ?? [] where member.tolerance != nil {
      let left = one.value(at: member.path).flatMap { comparison.amount($0, member) }
      let right = other.value(at: member.path).flatMap { comparison.amount($0, member) }
      guard let left, let right else {
        if (left == nil) != (right == nil) { return left == nil }
        continue
      }
      if NumberDistance.isLess(left, right) { return true }
      if NumberDistance.isLess(right, left) { return false }
    }
    return Value.record(one).jsonText.isBefore(Value.record(other).jsonText)
  }

  /// Merges equal groups of a side; the first of them determines how the record is written.
  private func united(_ groups: [Group]) -> [Group] {
    var united: [Group] = []
    var places: [String: Int] = [:]
    for group in groups {
      let text = group.record.canonicalText
      if let place = places[text] {
        united[place].count += group.count
      } else {
        places[text] = united.count
        united.append(group)
      }
    }
    return united
  }
}

extension Record {
  /// A text that is equal for records with equal values.
  fileprivate var canonicalText: String { Value.record(self).plain.canonicalText }
}

extension Value {
  /// The value with objects in place of records.
  fileprivate var plain: Value {
    switch self {
    case .array(let values): .array(values.map(\.plain))
    case .record(let record):
      .object(record.members.map { Member(name: $0.name, value: $0.value.plain) })
    case .null, .bool, .number, .string, .object: self
    }
  }
}
