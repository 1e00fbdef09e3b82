extension Expression {
  /// It is true or false of itself.
  package var isPredicate: Bool {
    switch kind {
    case .truth, .and, .or, .not, .comparison: true
    default: false
    }
  }

  /// What it is made of, one level down.
  package var parts: [Expression] {
    switch kind {
    case .constant, .keyPath, .variable, .truth: []
    case .path(let inner, _), .negative(let inner), .not(let inner): [inner]
    case .list(let items), .function(_, let items), .and(let items), .or(let items): items
    case .arithmetic(_, let left, let right), .comparison(_, let left, let right): [left, right]
    case .ternary(let condition, let first, let second): [condition, first, second]
    case .subquery(let collection, _, let predicate): [collection, predicate]
    }
  }

  /// The key paths that it reads, with their places in its text.
  package var placedPaths: [(path: SourceKeyPath, range: Range<Int>)] {
    if case .keyPath(let path) = kind { return [(path, range)] }
    return parts.flatMap(\.placedPaths)
  }

  /// The key paths that it reads.
  package var sourcePaths: [SourceKeyPath] { placedPaths.map(\.path) }
}
