internal import RKEngine

/// The inverse of a to-many relationship: the records refer to their owner by a foreign key in
/// their own table, which replaces a table that joins the two.
package struct InverseDeclaration: Sendable, Hashable {
  package var name: SpecText
  /// Whether the order of the records is kept.
  package var isOrdered: Bool
}

extension Cardinality {
  /// The cardinality of a relationship with an inverse, if it has one: to-many, unless it is
  /// declared to-one, which is reported.
  func with(_ inverse: InverseDeclaration?) -> Cardinality {
    inverse != nil && self == .automatic ? .many : self
  }
}
