/// Which rules of a plan have found nothing so far, and the unread keys beside them.
///
/// A rule that has found something is not examined again, and a node whose rules have all found
/// something costs one comparison per record. The result does not depend on threads: the position
/// of a record in its input decides whether its keys are collected.
package struct RuleSurvey: Sendable {
  /// Some node may have rules that have found nothing.
  private(set) var isOn = false
  /// For each node, how many of its rules have found nothing; -1 before its first record.
  private(set) var openCounts: [Int] = []
  /// For each node, where its rules begin.
  private var starts: [Int] = []
  /// For each node with open rules, the number of records examined.
  private var recordCounts: [Int] = []
  /// How many of these were related to another record.
  private var relatedCounts: [Int] = []
  /// For each node, the rules that have found nothing, then the others: attributes by number, a
  /// relationship `n` as `-1 - n`.
  private var rules: [Int] = []
  /// The nodes that still have open rules.
  private var openNodeCount = 0
  /// The open rules that lead to an object around some record, in which they found nothing.
  private var heldRules: Set<Int> = []
  /// For shapes, the keys of their objects that no rule of the mapper reads.
  private var unreadKeys: [Int: Set<[UInt8]>] = [:]

  /// Creates a survey that observes nothing.
  init() {}

  init(_ plan: borrowing MappingPlan) {
    let count = plan.nodes.count
    openCounts = Array(repeating: -1, count: count)
    starts = Array(repeating: 0, count: count)
    (recordCounts, relatedCounts) = (starts, starts)
    openNodeCount = count
    isOn = count > 0
  }

  /// The most keys of a shape that are kept: a similar key is usually among the first.
  private static var mostKeys: Int { 1000 }

  /// Whether the unread keys of a record at an offset of its input are collected: for the first
  /// records, then for few.
  static func samples(_ offset: Int) -> Bool {
    offset < 64 * 1024 || offset & (1024 * 1024 - 1) < 4 * 1024
  }

  /// Adds the rules of a node that has its first record.
  mutating func begin(_ node: Int, _ plan: borrowing MappingPlan) {
    let first = rules.count
    let compiled = plan.nodes[node]
    for number in compiled.early.indices where plan.isSurveyed(attribute: number) {
      rules.append(number)
    }
    for number in compiled.late.indices where plan.isSurveyed(attribute: number) {
      rules.append(number)
    }
    for number in compiled.relationships.indices where plan.isSurveyed(relationship: number) {
      rules.append(-1 - number)
    }
    starts[node] = first
    openCounts[node] = rules.count - first
    if rules.count == first { closeNode() }
  }

  private mutating func closeNode() {
    openNodeCount -= 1
    isOn = openNodeCount > 0
  }

  /// Counts one more record of a node.
  mutating func countRecord(of node: Int, isRelated: Bool) {
    recordCounts[node] += 1
    if isRelated { relatedCounts[node] += 1 }
  }

  /// Notes that an open rule leads to an object.
  mutating func hold(_ rule: Int) { heldRules.insert(rule) }

  /// The open rule of a node at an index.
  func rule(_ place: Int, of node: Int) -> Int { rules[starts[node] + place] }

  /// Notes that the open rule of a node at an index has found something.
  mutating func close(_ place: Int, of node: Int) {
    let last = starts[node] + openCounts[node] - 1
    rules.swapAt(starts[node] + place, last)
    openCounts[node] -= 1
    if openCounts[node] == 0 { closeNode() }
  }

  /// Notes a key of a shape's object that no rule reads.
  mutating func note(unread key: [UInt8], of shape: Int) {
    if unreadKeys[shape, default: []].count < Self.mostKeys {
      unreadKeys[shape, default: []].insert(key)
    }
  }

  private func openRules(of node: Int) -> ArraySlice<Int> {
    rules[starts[node]..<(starts[node] + max(openCounts[node], 0))]
  }

  /// Adds what was observed in a part of the input, or in another input.
  mutating func merge(_ part: RuleSurvey, _ plan: borrowing MappingPlan) {
    guard isOn, part.openCounts.count == openCounts.count else { return }
    for node in openCounts.indices where part.openCounts[node] >= 0 && openCounts[node] != 0 {
      if openCounts[node] < 0 { begin(node, plan) }
      recordCounts[node] += part.recordCounts[node]
      relatedCounts[node] += part.relatedCounts[node]
      let open = Set(part.openRules(of: node))
      for place in (0..<openCounts[node]).reversed() where !open.contains(rule(place, of: node)) {
        close(place, of: node)
      }
    }
    heldRules.formUnion(part.heldRules)
    for (shape, keys) in part.unreadKeys {
      for key in keys { note(unread: key, of: shape) }
    }
  }

  // MARK: - At the end

  /// A rule that has found nothing in the records of a node.
  package struct Missed: Sendable {
    package var node: Int
    package var site: PlanSite
    package var recordCount: Int
    /// Whether some of these were related to another record.
    package var isRelated: Bool
    /// Whether it led to an object.
    package var isHeld: Bool
    /// For each source and each key of its path, the unread keys of the object in which the key is
    /// looked up.
    package var sources: [[(key: [UInt8], unread: [[UInt8]])]] = []
  }

  /// The nodes that have had records.
  package var usedNodes: [Int] {
    openCounts.indices.filter { openCounts[$0] >= 0 && recordCounts[$0] > 0 }
  }

  /// Whether a rule that leads out of its representation has found nothing.
  package func mayLeadOut(_ plan: MappingPlan) -> Bool {
    isOn
      && usedNodes.contains { node in
        openRules(of: node).contains { rule in
          plan.surveyedSources(of: rule).contains { $0.leadsOut }
        }
      }
  }

  /// Whether the name of some unread key may be similar to one that a rule has not found.
  ///
  /// Compares ASCII names by their number of letters and digits, which is cheap, since most runs
  /// end without a misspelt key. Names that are equal except for case and punctuation have equal
  /// numbers; names that differ in two characters have numbers that differ by at most two.
  package func mayHaveNearKeys(_ plan: MappingPlan) -> Bool {
    guard isOn else { return false }
    var unread: Set<Int> = []
    for keys in unreadKeys.values {
      for key in keys {
        guard let count = Self.wordCharacterCount(key.span) else { return true }
        unread.formUnion(max(count - 2, 0)...(count + 2))
      }
    }
    if unread.isEmpty { return false }
    for node in usedNodes {
      for rule in openRules(of: node) {
        for source in plan.surveyedSources(of: rule) {
          for step in plan.steps[source.whole] {
            guard case .key(let key) = step else { break }
            let text = plan.text.span.extracting(key.range)
            guard let count = Self.wordCharacterCount(text) else { return true }
            if unread.contains(count) { return true }
          }
        }
      }
    }
    return false
  }

  /// The number of letters and digits; nil unless all is ASCII.
  private static func wordCharacterCount(_ text: Span<UInt8>) -> Int? {
    var count = 0
    for place in text.indices {
      let byte = text[place]
      if byte >= 0x80 { return nil }
      let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 26
      if isLetter || byte &- UInt8(ascii: "0") < 10 { count += 1 }
    }
    return count
  }

  /// The rules that have found nothing, in the order of the plan.
  package func missed(_ plan: MappingPlan) -> [Missed] {
    var missed: [Missed] = []
    for node in usedNodes {
      let open = openRules(of: node)
      // Attributes first, as in the spec.
      for rule in open.filter({ $0 >= 0 }).sorted() + open.filter({ $0 < 0 }).sorted(by: >) {
        let site = rule >= 0 ? plan.attributes[rule].site : plan.relationships[-1 - rule].site
        var found = Missed(
          node: node,
          site: site,
          recordCount: recordCounts[node],
          isRelated: relatedCounts[node] > 0,
          isHeld: heldRules.contains(rule)
        )
        found.sources = plan.surveyedSources(of: rule).map { places(of: $0, node, plan) }
        missed.append(found)
      }
    }
    return missed
  }

  private func places(of source: Source, _ node: Int, _ plan: MappingPlan) -> [(
    key: [UInt8], unread: [[UInt8]]
  )] {
    var places: [(key: [UInt8], unread: [[UInt8]])] = []
    var shape = plan.nodes[node].shape
    for step in plan.steps[source.whole] {
      guard !shape.isNone, case .key(let key) = step else { break }
      let text = Array(plan.text[key.range])
      let unread = unreadKeys[Int(shape.index)].map {
        $0.sorted { $0.lexicographicallyPrecedes($1) }
      }
      places.append((text, unread ?? []))
      let padded = text + Array(repeating: 0, count: 8)
      let number = plan.keys.find(padded.span, 0..<text.count, in: plan.shapes[shape].table)
      if number < 0 { break }
      shape = plan.shapeMembers[Int(plan.shapes[shape].members.first) + number].inner
    }
    return places
  }
}

extension MappingPlan {
  /// Whether a source looks up a value by a name in the representation, or in what is around it, so
  /// that a misspelt name may be why it is missing.
  private func isSurveyed(_ source: Source) -> Bool {
    switch source.origin {
    case .member: true
    case .representation: !source.rest.isEmpty
    default: source.leadsOut
    }
  }

  fileprivate func isSurveyed(attribute number: Int) -> Bool {
    attributes[number].sources.indices.contains { isSurveyed(sources[$0]) }
  }

  fileprivate func isSurveyed(relationship number: Int) -> Bool {
    isSurveyed(sources[relationships[number].source])
  }

  fileprivate func surveyedSources(of rule: Int) -> [Source] {
    rule >= 0
      ? sources[attributes[rule].sources].filter(isSurveyed)
      : [sources[relationships[-1 - rule].source]]
  }
}

extension Source {
  /// Whether it begins in what is around the representation.
  fileprivate var leadsOut: Bool {
    switch origin {
    case .parent, .root, .document: true
    default: false
    }
  }
}
