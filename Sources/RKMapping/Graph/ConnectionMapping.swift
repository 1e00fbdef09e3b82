package import RKEngine

/// Records of a target that belong to a record because keys of theirs say so (RestKit's
/// RKConnectionDescription).
package struct ConnectionMapping: Sendable {
  package var destination: DestinationKeyPath
  package var target: String
  /// Attributes of the record's own, and those of the target that they are looked for in.
  package var keys: [(own: String, other: String)]
  /// Where it is false, the record is connected to nothing.
  package var condition: SpecExpression?
  /// Those of the target for which it is false are none that are meant.
  package var only: SpecExpression?
  package var cardinality: Cardinality
  package var place: SpecPlace
  package var destinationPlace: SpecPlace
}
