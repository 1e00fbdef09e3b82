package import RKEngine

/// Records that belong to a record because its keys say so, as a mapper declares it.
package struct ConnectionDeclaration: Sendable, Hashable {
  package var destination: DestinationKeyPath
  package var destinationPlace: SpecPlace
  package var target: SpecText
  /// Attributes of the mapper's own record, and those of the target in which they are looked up.
  package var keys: [Key]
  /// As its property declares it.
  package var cardinality = Cardinality.automatic
  /// `if`: a condition on this record.
  package var condition: SpecExpression?
  /// A condition on the connected ones.
  package var only: SpecExpression?
  package var inverse: InverseDeclaration?
  package var place: SpecPlace

  package struct Key: Sendable, Hashable {
    package var own: SpecText
    package var other: SpecText
  }
}
