package import RKEngine

/// One condition of a dynamic mapping, and the mapping that it leads to.
package struct Matcher: Sendable {
  package enum Condition: Sendable {
    /// The value equals one of these.
    case equals([ConstantValue])
    case kind(JSONKind)
    /// The value's text leads to a mapping; nil to decline.
    case valueMap([(text: String, mapping: MappingID?)])
    /// The representation satisfies it; there is no source.
    case predicate(SpecExpression)
  }

  package var source: SourceKeyPath
  package var condition: Condition
  /// Where it leads; nil to decline.
  ///
  /// Not used by a value map.
  package var mapping: MappingID?
  package var place: SpecPlace
}
