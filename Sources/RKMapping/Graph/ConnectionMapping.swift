package import RKEngine

/// A relationship by keys: the records of a target whose keys match a record's (RestKit's
/// RKConnectionDescription).
package struct ConnectionMapping: Sendable {
  package var destination: DestinationKeyPath
  package var target: String
  /// The record's own attributes, each with the attribute of the target that must equal it.
  package var keys: [(own: String, other: String)]
  /// If false for a record, the record is not connected.
  package var condition: SpecExpression?
  /// If false for a record of the target, that record is left out.
  package var only: SpecExpression?
  package var cardinality: Cardinality
  package var inverse: InverseDeclaration?
  package var place: SpecPlace
  package var destinationPlace: SpecPlace
}
