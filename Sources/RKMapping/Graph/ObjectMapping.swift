/// How a representation becomes a record of a target (RestKit's RKObjectMapping and
/// RKEntityMapping).
package struct ObjectMapping: Sendable {
  package var id: String
  /// The record's type.
  package var target: String
  /// Its records are said to be rows of a store.
  package var isEntity = false
  /// The attributes in the order of the output; the nesting attribute comes first.
  package var attributes: [AttributeMapping]
  package var relationships: [RelationshipMapping]
  /// The attributes that tell one record from another.
  package var identification: [String]
  /// The attribute that says which of two representations of one record is newer.
  package var modification: String?
  /// Relationships are mapped although that one says that nothing is new.
  package var mapsRelationshipsIfUnmodified: Bool
  package var nestingAttribute: String?
  /// Every key of the representation is one.
  package var forcesCollection: Bool
  /// The attribute that a scalar becomes where an object is expected.
  package var scalarAttribute: String?
  /// What is said of keys of its representations that nothing maps.
  package var keyPolicies: KeyPolicies
  /// A representation for which it is false is declined.
  package var when: SpecExpression?
  /// What is asked of its finished records.
  package var validations: [ValidationDeclaration]
  package var connections: [ConnectionMapping]
  /// Which stored records may be taken for the same.
  package var identificationPredicate: SpecExpression?
  /// Records for which it is true are deleted.
  package var deletionPredicate: SpecExpression?
  package var place: SpecPlace
}
