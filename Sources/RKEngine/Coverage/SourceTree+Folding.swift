/// Folds the keys of an object that has too many of them into one path.
extension SourceTree {
  /// The node that has replaced a node.
  func current(_ node: Int) -> Int {
    var node = node
    while nodes[node].successor >= 0 { node = Int(nodes[node].successor) }
    return node
  }

  /// Folds the keys below a node that no rule names into one path.
  mutating func fold(_ node: Int) {
    // A combined node may have too many keys itself: nodes are folded one after the other, without
    // recursion.
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

  /// Moves a node and everything below it into another one.
  private mutating func combine(_ source: Int, into target: Int, _ open: inout [Int]) {
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

  /// The child for a key; if there are too many keys, the node into which they will be folded.
  private mutating func place(_ key: [UInt8], below target: Int, _ open: inout [Int]) -> Int {
    if nodes[target].unnamedCount >= mostKeys, find(key, of: target) == nil,
      nodes[target].everyKey < 0, sets.member(key, of: Int(nodes[target].scopes)) == nil
    {
      open.append(target)
      return everyKey(of: target)
    }
    return member(key, of: target)
  }

  /// The node of folded keys below a node, whose keys were folded in another part of the inputs.
  mutating func foldedKey(of node: Int) -> Int {
    if nodes[node].everyKey < 0 && nodes[node].unnamedCount > 0 { fold(node) }
    return everyKey(of: node)
  }
}
