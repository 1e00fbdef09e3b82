extension MappingBuilder {
  /// An expression over the representation, with its nesting attributes separated from the keys
  /// below them.
  func resolved(_ expression: SpecExpression) -> SpecExpression? {
    for (path, range) in expression.tree.placedPaths {
      // Finding a position takes as long as the text is.
      guard case .nestingAttribute = path.root else { continue }
      let place = findings.place(of: range, ofText: expression.place)
      if resolved(path, at: place) == nil { return nil }
    }
    var resolvedExpression = expression
    resolvedExpression.tree = expression.tree.mapPaths { path in
      resolved(path, at: expression.place) ?? path
    }
    return resolvedExpression
  }
}
