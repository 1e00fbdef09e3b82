internal import RKEngine

/// A list whose elements are received one by one.
struct ListParts {
  var count = 0
  /// The hash of its contents.
  var hash: UInt64 = 5
}

/// Lists whose elements are added before the documents that contain the lists.
extension SampleWalk {
  /// Moves past a list whose elements were added before.
  ///
  /// - Returns: The hash of its contents.
  mutating func pass(_ list: ListParts, _ position: Position, _ depth: Int) -> UInt64 {
    at += 2
    if list.count == 0 { position.tally.emptyLists += 1 }
    if depth >= places.deepest {
      isCut = true
    } else if list.count > 0 {
      position.noteList(list.count)
    }
    return list.hash
  }

  /// Adds an element of a list before the list itself.
  mutating func add(
    _ text: Span<UInt8>,
    to list: inout ListParts,
    of position: Position,
    depth: Int
  ) {
    let value =
      depth >= places.deepest
      ? hash(of: text, depth + 1)
      : add(text, to: element(of: position, depth), depth: depth + 1, key: nil)
    list.hash = StableHash.of(list.hash, value)
    list.count += 1
  }

  /// The position of the values that some keys lead to.
  mutating func position(at path: [[UInt8]], in root: Position) -> Position {
    var position = root
    for (depth, key) in path.enumerated() {
      let site = position.recordSite
      if let values = site.values {
        position = values
      } else {
        let known = site.members.count
        let number = site.member(StableHash.of(key.span, 0..<key.count), guess: known) { key }
        places.add(site.members.count - known, depth: depth + 1)
        position = site.members[number]
      }
    }
    return position
  }
}
