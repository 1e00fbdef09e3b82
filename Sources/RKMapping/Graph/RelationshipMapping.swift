package import RKEngine

/// Related records of a record, and the mapping that makes them (RestKit's RKRelationshipMapping).
package struct RelationshipMapping: Sendable {
  package var source: SourceKeyPath
  package var destination: DestinationKeyPath
  package var mapping: MappingID
  package var cardinality: Cardinality
  package var assignmentPolicy: AssignmentPolicy
  package var inverse: InverseDeclaration?
  package var isRequired = false
  /// Whether it is written back when records become representations again.
  package var isSerialized = true
  package var policies = ValuePolicies()
  /// The policies that it states itself, without inherited ones.
  package var stated: StatedPolicies = []
  /// Its own policies for unread keys in the representations of its records.
  package var keyPolicies = KeyPolicies()
  package var place: SpecPlace
  package var destinationPlace: SpecPlace
}
