internal import RKEngine

extension Expression {
  /// Whether it is always true, or always false; nil if it depends on data.
  ///
  /// Recognizes only TRUEPREDICATE and FALSEPREDICATE.
  var truth: Bool? {
    switch kind {
    case .truth(let truth): truth
    case .not(let inner): inner.truth.map { !$0 }
    case .and(let parts):
      if parts.contains(where: { $0.truth == false }) {
        false
      } else {
        parts.allSatisfy { $0.truth == true } ? true : nil
      }
    case .or(let parts):
      if parts.contains(where: { $0.truth == true }) {
        true
      } else {
        parts.allSatisfy { $0.truth == false } ? false : nil
      }
    default: nil
    }
  }

  /// The key and the values, if it only tests that a key has one of some values: `type == 'Girl'`,
  /// `type IN {'Girl', 'Boy'}`, or several of these joined by OR.
  var expectedValues: (path: SourceKeyPath, values: [ConstantValue])? {
    switch kind {
    case .comparison(Comparison(.equal), let left, let right):
      for (side, other) in [(left, right), (right, left)] {
        if let path = side.keyPath, path.onlyKey != nil, let value = other.scalar {
          return (path, [value])
        }
      }
      return nil
    case .comparison(Comparison(.isIn), let left, let right):
      guard let path = left.keyPath, path.onlyKey != nil, case .list(let items) = right.kind else {
        return nil
      }
      let values = items.compactMap(\.scalar)
      return values.isEmpty || values.count < items.count ? nil : (path, values)
    case .or(let parts):
      let expected = parts.compactMap(\.expectedValues)
      guard let first = expected.first, expected.count == parts.count,
        expected.allSatisfy({ $0.path.components == first.path.components })
      else { return nil }
      return (first.path, expected.flatMap(\.values))
    default: return nil
    }
  }

  private var scalar: ConstantValue? {
    guard case .constant(let value) = kind, value.kind != .structure else { return nil }
    return value
  }
}
