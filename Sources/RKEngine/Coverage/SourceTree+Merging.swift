/// Adds leaves that were counted elsewhere.
extension SourceTree {
  /// The node at the end of a path.
  package mutating func node(_ path: [Component]) -> Int {
    var node = Self.document
    for component in path {
      switch component {
      case .set(let name): node = document(ofSet: name)
      case .key(let key): node = member(key, of: node)
      case .elements: node = elements(of: node)
      case .everyKey: node = foldedKey(of: node)
      }
    }
    return node
  }

  /// Adds the counts of a path from elsewhere, with the first leaf in its state.
  package mutating func add(
    _ path: [Component],
    _ counts: Counts,
    rules: [Int32],
    _ example: Example
  ) {
    let node = node(path)
    nodes[node].counts.add(counts)
    for rule in rules { note(rule, at: node) }
    add(example, at: node, counts.state)
  }

  /// Adds the tree of the next part of the input.
  ///
  /// Adds nothing and returns false if a leaf of the part is the first of its path in its state.
  mutating func add(_ part: SourceTree) -> Bool {
    var places = Array(repeating: Self.document, count: part.nodes.count)
    for (number, node) in part.nodes.enumerated() where node.successor < 0 && number > 0 {
      let parent = places[Int(node.parent)]
      guard parent >= 0, let place = counterpart(of: node, in: part, below: parent) else {
        if !part.isVacant(number) { return false }
        places[number] = -1
        continue
      }
      places[number] = place
    }
    for (number, node) in part.nodes.enumerated() where node.successor < 0 {
      guard places[number] >= 0 else { continue }
      let known = nodes[places[number]].examples
      if node.counts.mapped > 0 && known.0 < 0 || node.counts.unmapped > 0 && known.1 < 0
        || node.counts.ignored > 0 && known.2 < 0
      {
        return false
      }
    }
    for (number, node) in part.nodes.enumerated() where node.successor < 0 {
      guard places[number] >= 0 else { continue }
      nodes[places[number]].counts.add(node.counts)
      for rule in part.rules[number] { note(rule, at: places[number]) }
    }
    return true
  }

  private func isVacant(_ node: Int) -> Bool { nodes[node].counts.occurrences == 0 }

  private func counterpart(of node: Node, in part: SourceTree, below parent: Int) -> Int? {
    switch node.kind {
    case .document: return findDocument(Array(part.keys[node.key.range]))
    case .elements: return nodes[parent].elements >= 0 ? Int(nodes[parent].elements) : nil
    case .everyKey: return nodes[parent].everyKey >= 0 ? Int(nodes[parent].everyKey) : nil
    case .named, .unnamed:
      if let known = find(Array(part.keys[node.key.range]), of: parent) { return known }
      let isFolded = node.kind == .unnamed && nodes[parent].everyKey >= 0
      return isFolded ? Int(nodes[parent].everyKey) : nil
    }
  }
}
