package import RKEngine

/// Records of a target that belong to a record because its keys say so (RestKit's
/// RKConnectionDescription).
package struct ConnectionMapping: Sendable {
  package var destination: DestinationKeyPath
  package var target: String
  /// The record's own attributes, and those of the target in which they are looked up.
  package var keys: [(own: String, other: String)]
  /// If it is false, the record is connected to nothing.
  package var condition: SpecExpression?
  /// Records of the target for which it is false are excluded.
  package var only: SpecExpression?
  package var cardinality: Cardinality
  package var inverse: InverseDeclaration?
  package var place: SpecPlace
  package var destinationPlace: SpecPlace
}
