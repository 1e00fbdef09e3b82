/// Maps a representation to a record of a target (RestKit's RKObjectMapping and RKEntityMapping).
package struct ObjectMapping: Sendable {
  package var id: String
  /// The target of its records.
  package var target: String
  /// Whether its records are declared to be rows of a store.
  package var isEntity = false
  /// The attributes in output order; the nesting attribute comes first.
  package var attributes: [AttributeMapping] = []
  package var relationships: [RelationshipMapping] = []
  /// The attributes that identify a record.
  package var identification: [String] = []
  /// The attribute by which the newer of two representations of a record is found.
  package var modification: String?
  /// Whether relationships are mapped even if the modification attribute says that nothing is new.
  package var mapsRelationshipsIfUnmodified: Bool
  package var nestingAttribute: String?
  /// Whether every key of the representation is a nesting key.
  package var forcesCollection = false
  /// The attribute that takes a scalar in place of an object.
  package var scalarAttribute: String?
  /// The policies for unread keys in its representations.
  package var keyPolicies: KeyPolicies
  /// The policies of its rules that state none of their own.
  package var policies = ValuePolicies()
  /// Whether the mapper itself states a word for drift, so that no word from outside the spec counts.
  package var statesDrift = false
  /// What the function `date` of its predicates and expressions reads and writes.
  package var dates = DateRules.standard
  /// If false for a representation, it is declined.
  package var when: SpecExpression?
  /// The validations of its finished records.
  package var validations: [ValidationDeclaration] = []
  package var connections: [ConnectionMapping] = []
  /// The predicate for stored records that may be used for one of its own.
  package var identificationPredicate: SpecExpression?
  /// If true for a record, the record is deleted.
  package var deletionPredicate: SpecExpression?
  package var place: SpecPlace
}

extension ObjectMapping {
  /// Whether some rule reads a value of the representation.
  ///
  /// Values from outside it do not make a record.
  var readsRepresentation: Bool {
    attributes.indices.contains { number in
      attributes[number].sources.contains { !$0.climbs }
    } || relationships.contains { !$0.source.climbs && !$0.source.isWhole }
  }

  /// The paths into the representation of each attribute and relationship that has any.
  var readPaths: [[SourceKeyPath]] {
    let ofAttributes = attributes.indices.map { number in
      attributes[number].expression?.tree.sourcePaths ?? attributes[number].sources
    }
    return (ofAttributes + relationships.map { [$0.source] })
      .map { $0.filter { !$0.climbs } }.filter { !$0.isEmpty }
  }

  /// Whether some rule reads the representation itself, which may then be a scalar.
  package var readsItself: Bool {
    attributes.indices.contains { number in
      attributes[number].sources.contains { $0.isWhole }
        || attributes[number].expression?.tree.sourcePaths.contains { $0.isWhole } == true
    } || relationships.contains { $0.source.isWhole }
  }
}
