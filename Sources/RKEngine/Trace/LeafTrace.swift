/// Finds the result for each leaf of a document, and the places of all traced tokens.
struct LeafTrace {
  private let trace: MappingTrace
  private let isRecord: [Int: MappingTrace.Region]
  private let readings: [Int: [MappingTrace.Reading]]
  private let ignored: Set<Int>
  /// The regions and the readings around the current value, outermost first.
  private var regions: [(region: MappingTrace.Region, end: Int)] = []
  private var open: [Open] = []
  private struct Open {
    var readings: [MappingTrace.Reading]
    var isIgnored: Bool
    /// Some rule has read the value as a whole, and could not use it.
    var isFaulty: Bool
    var end: Int
  }

  private(set) var leaves: [TracedLeaf] = []
  /// The rules of validations, by their numbers in the plan.
  private let validations: [Int]

  init(_ trace: MappingTrace, validations: [Int]) {
    self.trace = trace
    self.validations = validations
    isRecord = Dictionary(trace.regions.map { ($0.token, $0) }) { first, other in
      // A region with a record is preferred to one without.
      other.node == nil ? first : other
    }
    readings = Dictionary(grouping: trace.readings, by: \.token)
    ignored = Set(trace.ignored)
  }

  /// Walks over a document, and records its leaves in a range of tokens.
  mutating func pass(from first: Int, wanted: Range<Int>, _ view: TokenView) {
    var token = first
    let end = min(view.next(after: first), wanted.upperBound)
    while token < end {
      while let last = regions.last, last.end <= token { regions.removeLast() }
      while let last = open.last, last.end <= token { open.removeLast() }
      let byte = view.token(token)
      let isKey = byte == .quote && view.token(token + 1) == .colon
      switch byte {
      case .comma, .colon, .closeArray, .closeObject:
        token += 1
        continue
      default: break
      }
      if isKey {
        token += 2
        continue
      }
      let after = view.next(after: token)
      if let region = isRecord[token] { regions.append((region, after)) }
      let isLeaf = !TokenView.opens(byte) || view.isEmptyOrNull(token)
      let own = (readings[token] ?? []).filter {
        !$0.isOfEmpty || isLeaf && view.isEmptyOrNull(token)
      }
      if !own.isEmpty || ignored.contains(token) {
        open.append(
          Open(
            readings: own,
            isIgnored: ignored.contains(token),
            isFaulty: !own.isEmpty && trace.faults.contains(token),
            end: after
          )
        )
      }
      if isLeaf {
        if token >= wanted.lowerBound { leaves.append(leaf(token)) }
        token = after
      } else {
        token += 1
      }
    }
  }

  private func leaf(_ token: Int) -> TracedLeaf {
    let region = regions.last?.region
    var leaf = TracedLeaf(token: token, reason: .unmatched)
    leaf.isFaulty = trace.faults.contains(token) || open.contains(where: \.isFaulty)
    leaf.node = region?.node
    leaf.owner = region?.node == nil ? nil : region?.token
    let read = open.flatMap(\.readings)
    leaf.isRead = !read.isEmpty
    for reason in [TracedLeaf.Reason.cell, .rejected, .failed, .read] {
      guard let reading = read.first(where: { $0.reason == reason }) else { continue }
      leaf.reason = reason
      leaf.rule = reading.remover.map { validations[$0] } ?? reading.rule
      // The value was read for a record that was not made in the end.
      if reason == .failed, let region, region.node == nil {
        (leaf.reason, leaf.rule) = (region.reason, region.rule)
      }
      return leaf
    }
    if open.contains(where: \.isIgnored) {
      leaf.reason = .ignored
    } else if let region {
      leaf.reason = region.reason
      leaf.rule = region.rule
    }
    return leaf
  }
}

/// Finds the places of tokens of a document, in one pass over it.
struct TokenPlaces {
  private let wanted: [Int]
  private var next = 0
  private var pointer: [UInt8] = []
  private(set) var pointers: [Int: [UInt8]] = [:]

  init(_ tokens: Set<Int>) { wanted = tokens.sorted() }

  /// Walks over a document, skipping values without wanted tokens.
  mutating func pass(from first: Int, _ view: TokenView) {
    while next < wanted.count && wanted[next] < first { next += 1 }
    /// The open containers: their ends, the length of the pointer to each, and the index of its
    /// current element.
    var open: [(end: Int, count: Int, index: Int)] = []
    var token = first
    let end = view.next(after: first)
    while token < end && next < wanted.count {
      if let last = open.indices.last, token >= open[last].end {
        open.removeLast()
        continue
      }
      let byte = view.token(token)
      if byte == .comma || byte == .closeArray || byte == .closeObject {
        token += 1
        continue
      }
      var value = token
      if let last = open.indices.last {
        pointer.removeSubrange(open[last].count...)
        if open[last].index < 0 {
          JSONPointer.append(key: view.text(ofString: token), to: &pointer)
          note(token)
          value = token + 2
        } else {
          JSONPointer.append(index: open[last].index, to: &pointer)
          open[last].index += 1
        }
      }
      note(value)
      let after = view.next(after: value)
      let first = view.token(value)
      guard TokenView.opens(first), next < wanted.count, wanted[next] < after else {
        token = after
        continue
      }
      open.append((after, pointer.count, first == .openArray ? 0 : -1))
      token = value + 1
    }
  }

  private mutating func note(_ token: Int) {
    while next < wanted.count && wanted[next] < token { next += 1 }
    guard next < wanted.count, wanted[next] == token else { return }
    pointers[token] = pointer
    next += 1
  }
}
