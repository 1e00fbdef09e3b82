extension ObjectMapping {
  /// The paths that expressions over its representations read from these, and that expressions over
  /// its records read from outside of them.
  ///
  /// Does not include the representation as a whole.
  var pathsOfExpressions: [SourceKeyPath] {
    var paths: [SourceKeyPath] = []
    func add(ofRepresentation expression: SpecExpression) {
      paths += expression.tree.sourcePaths.filter { !$0.isWhole }
    }
    func add(ofRecord expression: SpecExpression) {
      paths += expression.tree.sourcePaths.filter(\.climbs)
    }
    if let when { add(ofRepresentation: when) }
    // By index, because rules are large.
    for number in attributes.indices {
      if let expression = attributes[number].expression { add(ofRepresentation: expression) }
    }
    for number in attributes.indices {
      for rule in attributes[number].validations { add(ofRecord: rule.condition) }
    }
    for rule in validations { add(ofRecord: rule.condition) }
    if let deletionPredicate { add(ofRecord: deletionPredicate) }
    for connection in connections {
      if let condition = connection.condition { add(ofRecord: condition) }
    }
    return paths
  }
}
