extension SourceTree {
  /// A path that leaves were found at.
  package struct Path: Sendable {
    package var components: [Component]
    package var counts: Counts
    package var rules: [Int32]
    /// The first leaf that is in the path's own state.
    package var example: Example
  }

  /// All paths that leaves were found at, in no order.
  package var paths: [Path] {
    nodes.indices.compactMap { number in
      let node = nodes[number]
      guard node.successor < 0, node.counts.occurrences > 0 else { return nil }
      let example = node[node.counts.state]
      guard example >= 0 else { return nil }
      return Path(
        components: components(of: number),
        counts: node.counts,
        rules: rules[number],
        example: examples[Int(example)]
      )
    }
  }

  func components(of number: Int) -> [Component] {
    var components: [Component] = []
    var number = number
    while number > 0 {
      let node = nodes[number]
      switch node.kind {
      case .document: break
      case .elements: components.append(.elements)
      case .everyKey: components.append(.everyKey)
      case .named, .unnamed: components.append(.key(Array(keys[node.key.range])))
      }
      number = Int(node.parent)
    }
    return components.reversed()
  }

  /// The last document of a file was its only one: its examples need no number.
  mutating func forgetDocument(from first: Int) {
    for number in first..<examples.count { examples[number].document = 0 }
  }
}
