internal import RKDiagnostics
internal import RKEngine

extension PropertyInheritance {
  /// Returns a connection completed by the declaration of its property.
  mutating func filled(_ connection: ConnectionDeclaration, _ mapper: MapperDeclaration)
    -> ConnectionDeclaration
  {
    let answer = targets.answer(for: connection.destination.keys, in: mapper.targetName)
    guard let (property, target) = declared(answer, at: connection.destinationPlace) else {
      return connection
    }
    checkRecords(connection, property, target)
    var filled = connection
    filled.cardinality = cardinality(
      connection.cardinality,
      of: "connection",
      at: connection.cardinalityPlace ?? connection.place,
      property,
      target
    )
    return filled
  }

  /// Checks that a connection leads to records that its property can hold.
  private mutating func checkRecords(
    _ connection: ConnectionDeclaration,
    _ property: TargetProperty,
    _ target: Target
  ) {
    switch property.type?.held ?? .anything {
    case .anything: return
    case .values:
      report(
        .targetContradiction,
        "a connection leads to records, but the property '\(property.name.text)' of "
          + "'\(target.name)' is of the type '\(property.type?.text ?? "any")'",
        property,
        target,
        at: connection.destinationPlace,
        help: "give the property the type of the records"
      )
    case .records(let wanted, _):
      if targets.isTarget(connection.target.value, kindOf: wanted) { return }
      report(
        .targetContradiction,
        "the connection leads to records of '\(connection.target.value)', but the property "
          + "'\(property.name.text)' of '\(target.name)' holds those of '\(wanted)'",
        property,
        target,
        at: connection.target.place,
        help: "a target that extends '\(wanted)' will do, too"
      )
    }
  }
}
