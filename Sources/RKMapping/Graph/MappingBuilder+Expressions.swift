extension MappingBuilder {
  /// Returns an expression over the representation with the nesting attributes in its paths
  /// separated from the keys below them.
  func resolved(_ expression: SpecExpression) -> SpecExpression? {
    for (path, range) in expression.tree.placedPaths {
      // Positions are computed only if needed, because that takes time linear in the text.
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
