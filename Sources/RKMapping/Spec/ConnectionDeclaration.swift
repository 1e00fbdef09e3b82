package import RKEngine

/// A relationship by keys, as a mapper declares it.
package struct ConnectionDeclaration: Sendable, Hashable {
  package var destination: DestinationKeyPath
  package var destinationPlace: SpecPlace
  package var target: SpecText
  /// The attributes of the mapper's own record, each with the attribute of the target that must equal it.
  package var keys: [Key]
  package var cardinality = Cardinality.automatic
  /// The place of its own `many`.
  package var cardinalityPlace: SpecPlace?
  /// The condition on this record (`if`).
  package var condition: SpecExpression?
  /// The condition on the connected records.
  package var only: SpecExpression?
  package var inverse: InverseDeclaration?
  package var place: SpecPlace

  package struct Key: Sendable, Hashable {
    package var own: SpecText
    package var other: SpecText
  }
}
