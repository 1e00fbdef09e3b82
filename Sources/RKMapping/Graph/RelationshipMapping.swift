package import RKEngine

/// Records that belong to a record, and the mapping that makes them (RestKit's
/// RKRelationshipMapping).
package struct RelationshipMapping: Sendable {
  package var source: SourceKeyPath
  package var destination: DestinationKeyPath
  package var mapping: MappingID
  package var cardinality: Cardinality
  package var assignmentPolicy: AssignmentPolicy
  package var isRequired: Bool
  /// It is written back where records become representations again.
  package var isSerialized = true
  package var policies: ValuePolicies
  /// What it says itself of keys that nothing maps of the representations it leads to.
  package var keyPolicies: KeyPolicies
  package var place: SpecPlace
  package var destinationPlace: SpecPlace
}
