internal import RKDiagnostics

extension SpecReader {
  /// Reads `inverse` and `ordered` of a relationship or a connection.
  func readInverse(_ members: SpecMembers) -> InverseDeclaration? {
    let name = members.optionalText(
      "inverse",
      "The way back: databases hold the owner's key in the related records, in place of a join table."
    )
    let isOrdered = members.flag(
      "ordered",
      "Whether databases keep the order of a list that has an inverse.",
      initial: "false"
    )
    members.expect([.beside("ordered", ["inverse"])])
    if isOrdered != nil, name == nil {
      findings.reportMissing(
        "'ordered' needs an 'inverse' beside it",
        at: members.place(of: "ordered"),
        help: "without an inverse a join table keeps the order"
      )
    }
    return name.map { InverseDeclaration(name: $0, isOrdered: isOrdered ?? false) }
  }
}
