extension SourceTree {
  // MARK: - Too many keys

  /// The node that is now in the place of one.
  func current(_ node: Int) -> Int {
    var node = node
    while nodes[node].successor >= 0 { node = Int(nodes[node].successor) }
    return node
  }

  /// Makes the keys below a node that no rule names one path.
  mutating func fold(_ node: Int) {
    // What is combined may have too many keys in turn: done one after the other, as deep as it is.
    var open = [node]
    while let node = open.popLast() {
      if nodes[node].successor >= 0 { continue }
      let target = everyKey(of: node)
      var child = Int(nodes[node].firstChild)
      while child >= 0 {
        let next = Int(nodes[child].sibling)
        if nodes[child].kind == .unnamed && nodes[child].successor < 0 {
          combine(child, into: target, &open)
        }
        child = next
      }
      nodes[node].unnamedCount = 0
    }
    foldCount += 1
  }

  /// Moves a node and all below it into another one.
  mutating func combine(_ source: Int, into target: Int, _ open: inout [Int]) {
    var pairs = [(source, target)]
    while let (source, given) = pairs.popLast() {
      let target = current(given)
      nodes[target].counts.add(nodes[source].counts)
      for rule in rules[source] { note(rule, at: target) }
      for state in State.allCases {
        keep(example: Int(nodes[source][state]), at: target, state)
      }
      nodes[source].successor = Int32(target)
      var child = Int(nodes[source].firstChild)
      while child >= 0 {
        if nodes[child].successor < 0 {
          switch nodes[child].kind {
          case .elements: pairs.append((child, elements(of: target)))
          case .everyKey:
            if nodes[target].everyKey < 0 && nodes[target].unnamedCount > 0 { open.append(target) }
            pairs.append((child, everyKey(of: target)))
          case .document, .named, .unnamed:
            pairs.append((child, place(Array(keys[nodes[child].key.range]), below: target, &open)))
          }
        }
        child = Int(nodes[child].sibling)
      }
    }
  }

  /// The child for a key, where there are too many of them one that is still to be combined.
  mutating func place(_ key: [UInt8], below target: Int, _ open: inout [Int]) -> Int {
    if nodes[target].unnamedCount >= mostKeys, find(key, of: target) == nil,
      nodes[target].everyKey < 0, sets.member(key, of: Int(nodes[target].scopes)) == nil
    {
      open.append(target)
      return everyKey(of: target)
    }
    return member(key, of: target)
  }

  /// Keys below a node were combined in another part of the inputs.
  mutating func foldedKey(of node: Int) -> Int {
    if nodes[node].everyKey < 0 && nodes[node].unnamedCount > 0 { fold(node) }
    return everyKey(of: node)
  }

  // MARK: - Merging

  /// The node at the end of a path.
  package mutating func node(_ path: [Component]) -> Int {
    var node = Self.document
    for component in path {
      switch component {
      case .key(let key): node = member(key, of: node)
      case .elements: node = elements(of: node)
      case .everyKey: node = foldedKey(of: node)
      }
    }
    return node
  }

  /// Adds what was counted elsewhere of a path, with the first leaf in its state.
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

  /// Adds the tree of the part of the input that follows, of which no leaf is the first of its path
  /// in its state; does nothing and returns false if one is.
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

  func isVacant(_ node: Int) -> Bool { nodes[node].counts.occurrences == 0 }

  func counterpart(of node: Node, in part: SourceTree, below parent: Int) -> Int? {
    switch node.kind {
    case .document: return Self.document
    case .elements: return nodes[parent].elements >= 0 ? Int(nodes[parent].elements) : nil
    case .everyKey: return nodes[parent].everyKey >= 0 ? Int(nodes[parent].everyKey) : nil
    case .named, .unnamed:
      if let known = find(Array(part.keys[node.key.range]), of: parent) { return known }
      let isFolded = node.kind == .unnamed && nodes[parent].everyKey >= 0
      return isFolded ? Int(nodes[parent].everyKey) : nil
    }
  }
}
