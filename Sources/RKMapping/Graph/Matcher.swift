package import RKEngine

/// One condition of a dynamic mapping, and the mapping that it chooses.
package struct Matcher: Sendable {
  package var source: SourceKeyPath
  package var test: MatcherRule.Test
  /// The values that the test compares with; each has a mapping if each has its own target.
  package var values: [(constant: ConstantValue, mapping: MappingID?)] = []
  /// The predicate on the representation, if the test is a predicate.
  package var predicate: SpecExpression?
  /// The mapping that it chooses; nil to decline the representation.
  ///
  /// Not used if the values have their own targets.
  package var mapping: MappingID?
  package var place: SpecPlace

  /// The mappings that it may choose.
  package var references: [MappingID] { (values.map(\.mapping) + [mapping]).compactMap { $0 } }

  /// The key paths that it reads.
  var paths: [SourceKeyPath] { predicate?.tree.sourcePaths ?? [source] }

  /// Whether it reads arrays by index or as a whole, so that an array may be a representation.
  var readsArrays: Bool {
    predicate == nil
      ? source.readsArrays : paths.contains { $0.readsArrays && !$0.isWhole }
  }
}

extension Matcher {
  /// For each mapper that it may choose, the condition in words of the spec.
  ///
  /// No mapper means that it declines.
  package var conditions: [(text: String, mapping: MappingID?)] {
    if let predicate { return [(predicate.text, mapping)] }
    let source = source.text.isEmpty ? "self" : source.text
    if case .kind(let kind) = test { return [("\(source) is \(kind)", mapping)] }
    guard values.contains(where: { $0.mapping != nil }) else {
      return [(Self.condition(source, values.map(\.constant.text)), mapping)]
    }
    var targets: [MappingID?] = []
    for value in values where !targets.contains(value.mapping) { targets.append(value.mapping) }
    return targets.map { target in
      let own = values.filter { $0.mapping == target }
      return (Self.condition(source, own.map(\.constant.text)), target)
    }
  }

  private static func condition(_ source: String, _ values: [String]) -> String {
    values.count == 1
      ? "\(source) == \(values[0])" : "\(source) IN {\(values.joined(separator: ","))}"
  }
}
