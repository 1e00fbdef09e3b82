extension TokenView {
  /// The keys that lead to the members of the object at `token`, and of objects inside it, as far
  /// as they are available: no deeper than `depth`, and at most `largestCount`.
  ///
  /// With `entersLists` a list counts as its first element.
  func waysToMembers(
    of token: Int,
    depth: Int,
    largestCount: Int,
    entersLists: Bool = false
  ) -> [[[UInt8]]] {
    var ways: [[[UInt8]]] = []
    appendWays(toMembersOf: token, after: [], depth: depth, largestCount, entersLists, &ways)
    return ways
  }

  /// Recurses no deeper than `depth`.
  private func appendWays(
    toMembersOf token: Int,
    after way: [[UInt8]],
    depth: Int,
    _ largestCount: Int,
    _ entersLists: Bool,
    _ ways: inout [[[UInt8]]]
  ) {
    let object = entersLists && self.token(token) == .openArray ? token + 1 : token
    guard depth > 0, self.token(object) == .openObject else { return }
    var key = object + 1
    while self.token(key) == .quote && ways.count < largestCount {
      ways.append(way + [text(ofString: key)])
      appendWays(
        toMembersOf: key + 2,
        after: way + [text(ofString: key)],
        depth: depth - 1,
        largestCount,
        entersLists,
        &ways
      )
      key = afterComma(next(after: key + 2))
    }
  }
}

extension TokenView {
  /// Whether the value that begins with a token is null or an empty object or array.
  func isEmptyOrNull(_ token: Int) -> Bool {
    let byte = self.token(token)
    guard Self.opens(byte) else { return byte == .ascii("n") }
    let next = self.token(token + 1)
    return next == .closeObject || next == .closeArray
  }
}
