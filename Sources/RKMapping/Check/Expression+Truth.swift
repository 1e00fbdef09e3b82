internal import RKEngine

extension Expression {
  /// It is true, or false, for everything; nil where that depends.
  ///
  /// Only what is said by TRUEPREDICATE and FALSEPREDICATE is known.
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

  /// The key and the text where it asks for nothing but that a key has a text: `type == 'Girl'`.
  var expectedText: (path: SourceKeyPath, value: ConstantValue)? {
    guard case .comparison(Comparison(.equal), let left, let right) = kind else { return nil }
    for (side, other) in [(left, right), (right, left)] {
      if let path = side.keyPath, path.onlyKey != nil, case .constant(let value) = other.kind,
        value.kind == .string
      {
        return (path, value)
      }
    }
    return nil
  }
}
