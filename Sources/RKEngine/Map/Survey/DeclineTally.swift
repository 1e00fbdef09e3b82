/// Counts the declined representations of descriptors that have produced nothing, which are
/// reported if all of them were declined.
package struct DeclineTally: Sendable {
  /// Why a representation is declined.
  enum Reason: BitwiseCopyable {
    /// The spec declines it explicitly.
    case onPurpose
    /// Its record is deleted.
    case deleted
    /// The mapper's `when` is false.
    case condition
    /// No matcher matches it.
    case unmatched(PlanID<PlanNode>)
  }

  /// The values that no matcher of a dynamic node matches.
  package struct Unmatched: Sendable {
    package let node: Int
    package fileprivate(set) var count = 0
    /// The values at the matchers' first key path, as they are shown, in order of appearance.
    package fileprivate(set) var values: [(text: [UInt8], count: Int)] = []
    private var places: [[UInt8]: Int] = [:]

    fileprivate init(node: Int) { self.node = node }

    /// The most different values that are kept; further ones are only counted.
    private static var mostValues: Int { 4096 }

    fileprivate mutating func add(_ text: [UInt8], count: Int = 1) {
      if let place = places[text] {
        values[place].count += count
      } else if values.count < Self.mostValues {
        places[text] = values.count
        values.append((text, count))
      }
    }
  }

  /// The declined representations of a descriptor.
  package struct Declined: Sendable {
    package let descriptor: Int
    package fileprivate(set) var conditionCount = 0
    fileprivate var purposeCount = 0
    package fileprivate(set) var unmatched: [Unmatched] = []

    package var count: Int { purposeCount + conditionCount + unmatched.reduce(0) { $0 + $1.count } }
    fileprivate var isOnPurpose: Bool { count == purposeCount }

    fileprivate init(descriptor: Int) { self.descriptor = descriptor }

    fileprivate mutating func place(of node: Int) -> Int {
      if let place = unmatched.firstIndex(where: { $0.node == node }) { return place }
      unmatched.append(Unmatched(node: node))
      return unmatched.count - 1
    }
  }

  /// For each descriptor, whether it has produced a record, or anything but declined
  /// representations.
  private var taken: [Bool] = []
  private var declined: [Int: Declined] = [:]

  /// Notes that a representation of a descriptor produced something, or failed.
  mutating func markTaken(_ descriptor: Int) {
    while taken.count <= descriptor { taken.append(false) }
    taken[descriptor] = true
  }

  func isTaken(_ descriptor: Int) -> Bool { descriptor < taken.count && taken[descriptor] }

  /// Notes a declined representation; `value` is the one at the matchers' first key path, if known.
  mutating func note(_ reason: Reason, _ descriptor: Int, value: [UInt8]?) {
    if isTaken(descriptor) { return }
    switch reason {
    case .deleted: markTaken(descriptor)
    case .onPurpose:
      declined[descriptor, default: Declined(descriptor: descriptor)].purposeCount += 1
    case .condition:
      declined[descriptor, default: Declined(descriptor: descriptor)].conditionCount += 1
    case .unmatched(let id):
      var found = declined.removeValue(forKey: descriptor) ?? Declined(descriptor: descriptor)
      let place = found.place(of: Int(id.index))
      found.unmatched[place].count += 1
      if let value { found.unmatched[place].add(value) }
      declined[descriptor] = found
    }
  }

  /// Adds the counts of the next part of the input.
  mutating func merge(_ part: DeclineTally) {
    for descriptor in part.taken.indices where part.taken[descriptor] { markTaken(descriptor) }
    for (descriptor, other) in part.declined {
      var found = declined.removeValue(forKey: descriptor) ?? Declined(descriptor: descriptor)
      found.purposeCount += other.purposeCount
      found.conditionCount += other.conditionCount
      for unmatched in other.unmatched {
        let place = found.place(of: unmatched.node)
        found.unmatched[place].count += unmatched.count
        for value in unmatched.values { found.unmatched[place].add(value.text, count: value.count) }
      }
      declined[descriptor] = found
    }
  }

  /// The descriptors whose representations were all declined, in their order.
  package var allDeclined: [Declined] {
    declined.values.filter { !isTaken($0.descriptor) && !$0.isOnPurpose }.sorted {
      $0.descriptor < $1.descriptor
    }
  }
}
