internal import RKDiagnostics

extension PropertyInheritance {
  /// Returns the property at a rule's destination, with its target.
  ///
  /// Returns nil if none is declared, and reports this where one is required.
  mutating func declared(
    _ answer: TargetTable.Answer,
    at place: SpecPlace
  ) -> (TargetProperty, Target)? {
    switch answer {
    case .nothing: break
    case .none(let name, let target): reportUndeclared(name, target, at: place)
    case .insideScalar(let property, let target): reportInside(property, target, at: place)
    case .property(let property, let target): return (property, target)
    }
    return nil
  }

  private mutating func reportUndeclared(_ name: String, _ target: Target, at place: SpecPlace) {
    guard reported.insert(Report(place: place, target: target.name)).inserted else { return }
    let suggestion = findings.suggestion(for: name) { target.properties.map(\.name.text) }
    findings.reportUnlessBroken(
      .unknownProperty,
      "the target '\(target.name)' is closed and has no property '\(name)'\(suggestion)",
      at: place,
      help: "declare it among the target's 'properties'"
    )
  }

  private mutating func reportInside(
    _ property: TargetProperty,
    _ target: Target,
    at place: SpecPlace
  ) {
    report(
      .targetContradiction,
      "the destination lies inside the property '\(property.name.text)' of '\(target.name)', which "
        + "is of the type '\(property.type?.text ?? "any")'",
      property,
      target,
      at: place,
      help: "only objects and records have members"
    )
  }

  mutating func reportRecords(
    _ property: TargetProperty,
    _ target: Target,
    at place: SpecPlace
  ) {
    report(
      .targetContradiction,
      "the property '\(property.name.text)' of '\(target.name)' holds records of "
        + "'\(property.type?.record?.name ?? "")', but an attribute makes none",
      property,
      target,
      at: place,
      help: TypeNameCheck.help
    )
  }

  mutating func report(
    _ code: DiagnosticCode,
    _ message: String,
    _ property: TargetProperty,
    _ target: Target,
    at place: SpecPlace,
    help: String
  ) {
    guard reported.insert(Report(place: place, target: target.name)).inserted else { return }
    findings.report(
      code,
      message,
      at: place,
      related: [(property.place, "the property")],
      help: help
    )
  }
}
