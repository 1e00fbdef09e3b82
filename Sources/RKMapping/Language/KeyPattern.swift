/// A pattern for the keys on a path through objects, in which stars match any text.
package struct KeyPattern: Sendable, Hashable {
  /// One key of the path.
  package struct Component: Sendable, Hashable {
    /// The texts between the stars; a single text is the key itself.
    package var pieces: [String]

    package init(pieces: [String]) { self.pieces = pieces }

    /// The only key that it matches; nil if it has stars.
    package var onlyKey: String? { pieces.count == 1 ? pieces[0] : nil }

    /// Whether it matches a key.
    package func matches(_ key: String) -> Bool {
      var rest = Array(key.utf8)[...]
      for (number, piece) in pieces.enumerated() {
        if number == pieces.count - 1 && number > 0 {
          let start = rest.count - piece.utf8.count
          return start >= 0 && rest.dropFirst(start).elementsEqual(piece.utf8)
        }
        while number > 0 && !rest.isEmpty && !rest.starts(with: piece.utf8) { rest.removeFirst() }
        guard rest.starts(with: piece.utf8) else { return false }
        rest = rest.dropFirst(piece.utf8.count)
      }
      return rest.isEmpty
    }
  }

  package var components: [Component]

  package init(_ components: [Component]) { self.components = components }
}
