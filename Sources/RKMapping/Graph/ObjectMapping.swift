/// How a representation becomes a record of a target (RestKit's RKObjectMapping and
/// RKEntityMapping).
package struct ObjectMapping: Sendable {
  package var id: String
  /// The record's type.
  package var target: String
  /// Its records are declared to be rows of a store.
  package var isEntity = false
  /// The attributes in the order of the output; the nesting attribute comes first.
  package var attributes: [AttributeMapping] = []
  package var relationships: [RelationshipMapping] = []
  /// The attributes that identify a record.
  package var identification: [String] = []
  /// The attribute that says which of two representations of one record is newer.
  package var modification: String?
  /// Whether relationships are mapped although that one says that nothing is new.
  package var mapsRelationshipsIfUnmodified: Bool
  package var nestingAttribute: String?
  /// Every key of the representation is a nesting key.
  package var forcesCollection = false
  /// The attribute that a scalar becomes if an object is expected.
  package var scalarAttribute: String?
  /// The policies for keys of its representations that no rule reads.
  package var keyPolicies: KeyPolicies
  /// What happens to data that is not what the spec says, if no policy is stated for it.
  package var drift: DriftPolicy?
  /// A representation for which it is false is declined.
  package var when: SpecExpression?
  /// The validations of its finished records.
  package var validations: [ValidationDeclaration] = []
  package var connections: [ConnectionMapping] = []
  /// Which stored records may be used for one of its own.
  package var identificationPredicate: SpecExpression?
  /// Records for which it is true are deleted.
  package var deletionPredicate: SpecExpression?
  package var place: SpecPlace
}

extension ObjectMapping {
  /// Whether some rule reads a value of the representation: values found around it do not make a
  /// record.
  var readsRepresentation: Bool {
    attributes.indices.contains { number in
      attributes[number].sources.contains { !$0.climbs }
    } || relationships.contains { !$0.source.climbs && !$0.source.isWhole }
  }

  /// Whether some rule reads the representation itself, so that it may be a scalar.
  package var readsItself: Bool {
    attributes.indices.contains { number in
      attributes[number].sources.contains { $0.isWhole }
        || attributes[number].expression?.tree.sourcePaths.contains { $0.isWhole } == true
    } || relationships.contains { $0.source.isWhole }
  }
}
