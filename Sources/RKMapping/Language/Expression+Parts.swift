internal import RKEngine

extension Expression {
  /// Whether it is a predicate, which is true or false.
  package var isPredicate: Bool {
    switch kind {
    case .truth, .and, .or, .not, .comparison: true
    default: false
    }
  }

  /// Whether its value is a text or NIL, whatever the document has.
  package var givesText: Bool {
    switch kind {
    case .constant(let value): value.kind == .string || value.kind == .null
    case .function(.uppercase, _), .function(.lowercase, _), .function(.text, _): true
    case .ternary(_, let first, let second): first.givesText && second.givesText
    default: false
    }
  }

  /// Its direct subexpressions.
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

  // MARK: - Key paths

  /// Whether it is `SELF` alone.
  package var isSubject: Bool {
    if case .keyPath(let path) = kind { path.isWhole } else { false }
  }

  /// Its key path, if it is one; the path of `SELF.a` is `a`.
  package var keyPath: SourceKeyPath? {
    switch kind {
    case .keyPath(let path): path
    case .path(let inner, let components) where inner.isSubject:
      SourceKeyPath(components: components, text: "")
    default: nil
    }
  }

  /// The key paths that it reads, with their places in its text.
  package var placedPaths: [(path: SourceKeyPath, range: Range<Int>)] {
    if let keyPath { return [(keyPath, range)] }
    return parts.flatMap(\.placedPaths)
  }

  /// The key paths that it reads.
  package var sourcePaths: [SourceKeyPath] { placedPaths.map(\.path) }

  /// Returns a copy with changed key paths.
  ///
  /// A look-up in a computed value is passed as a path of its own.
  package func mapPaths(_ change: (SourceKeyPath) -> SourceKeyPath) -> Expression {
    func steps(_ components: [SourceKeyPath.Component]) -> [SourceKeyPath.Component] {
      change(SourceKeyPath(components: components, text: "")).components
    }
    var changed = self
    changed.kind =
      switch kind {
      case .constant, .truth: kind
      case .keyPath(let path): .keyPath(change(path))
      case .variable(let name, let components): .variable(name, steps(components))
      case .path(let inner, let components): .path(inner.mapPaths(change), steps(components))
      case .list(let items): .list(items.map { $0.mapPaths(change) })
      case .negative(let inner): .negative(inner.mapPaths(change))
      case .arithmetic(let sign, let left, let right):
        .arithmetic(sign, left.mapPaths(change), right.mapPaths(change))
      case .function(let function, let arguments):
        .function(function, arguments.map { $0.mapPaths(change) })
      case .ternary(let condition, let first, let second):
        .ternary(condition.mapPaths(change), first.mapPaths(change), second.mapPaths(change))
      case .subquery(let collection, let variable, let predicate):
        .subquery(collection.mapPaths(change), variable: variable, predicate.mapPaths(change))
      case .and(let parts): .and(parts.map { $0.mapPaths(change) })
      case .or(let parts): .or(parts.map { $0.mapPaths(change) })
      case .not(let inner): .not(inner.mapPaths(change))
      case .comparison(let comparison, let left, let right):
        .comparison(comparison, left.mapPaths(change), right.mapPaths(change))
      }
    return changed
  }
}
