internal import RKEngine

/// The way back from the records of a to-many relationship to their owner: a foreign key in their
/// own table instead of a table that joins the two.
package struct InverseDeclaration: Sendable, Hashable {
  package var name: SpecText
  /// Their order in the list is kept.
  package var isOrdered: Bool
}

extension Cardinality {
  /// That of a relationship with such a way back, if there is one: it is to-many, unless it is
  /// declared to-one, which is reported.
  func with(_ inverse: InverseDeclaration?) -> Cardinality {
    inverse != nil && self == .automatic ? .many : self
  }
}
