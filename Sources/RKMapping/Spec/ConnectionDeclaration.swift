package import RKEngine

/// Records that belong to a record because keys of theirs say so, as a mapper declares it.
package struct ConnectionDeclaration: Sendable, Hashable {
  package var destination: DestinationKeyPath
  package var destinationPlace: SpecPlace
  package var target: SpecText
  /// Attributes of the mapper's own record, and those of the target that they are looked for in.
  package var keys: [Key]
  /// As the property says that it is of.
  package var cardinality = Cardinality.automatic
  /// `if`: of this record.
  package var condition: SpecExpression?
  /// Of the connected ones.
  package var only: SpecExpression?
  package var place: SpecPlace

  package struct Key: Sendable, Hashable {
    package var own: SpecText
    package var other: SpecText

    package init(own: SpecText, other: SpecText) {
      self.own = own
      self.other = other
    }
  }

  package init(
    destination: DestinationKeyPath,
    destinationPlace: SpecPlace,
    target: SpecText,
    keys: [Key],
    place: SpecPlace
  ) {
    self.destination = destination
    self.destinationPlace = destinationPlace
    self.target = target
    self.keys = keys
    self.place = place
  }
}
