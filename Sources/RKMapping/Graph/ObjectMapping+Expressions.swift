extension ObjectMapping {
  /// What the expressions over its representations read of them, and what those over its records
  /// read of others.
  ///
  /// The representation as a whole is not among it.
  var pathsOfExpressions: [SourceKeyPath] {
    let ofRepresentation = [when].compactMap { $0 } + attributes.compactMap(\.expression)
    let ofRecord =
      attributes.flatMap(\.validations).map(\.condition) + validations.map(\.condition)
      + [deletionPredicate].compactMap { $0 } + connections.compactMap(\.condition)
    return ofRepresentation.flatMap(\.tree.sourcePaths).filter { !$0.isWhole }
      + ofRecord.flatMap(\.tree.sourcePaths).filter(\.climbs)
  }
}

extension Matcher {
  /// The key paths that it looks at.
  var paths: [SourceKeyPath] {
    if case .predicate(let predicate) = condition { predicate.tree.sourcePaths } else { [source] }
  }

  /// It looks at arrays by index or as a whole, so that an array may be a representation.
  var readsArrays: Bool {
    if case .predicate = condition {
      paths.contains { $0.readsArrays && !$0.isWhole }
    } else {
      source.readsArrays
    }
  }
}
