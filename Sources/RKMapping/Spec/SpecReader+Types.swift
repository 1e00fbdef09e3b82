internal import RKDiagnostics

extension SpecReader {
  /// The type that an attribute states itself.
  func readType(_ members: SpecMembers) -> TypeName? {
    guard let text = members.text(.type) else { return nil }
    do throws(TypeNameError) {
      let type = try TypeNameParser.parse(text.value)
      if let flaw = type.flaw(targets: []) { throw flaw }
      return refuseLater(type, text)
    } catch {
      let isWhole = error.offset == 0
      let place = isWhole ? text.place : place(in: text, offset: error.offset)
      findings.report(.unknownValue, error.message, at: place)
      return nil
    }
  }

  private func refuseLater(_ type: TypeName, _ text: SpecText) -> TypeName? {
    switch type {
    case .plain(.integer), .plain(.decimal), .plain(.date), .plain(.any): return type
    default:
      findings.report(
        .unsupportedInSpec,
        "this version does not do the type '\(text.value)' yet",
        at: text.place,
        help: "it does integer, decimal and date; without a type the value passes unchanged"
      )
      return nil
    }
  }
}
