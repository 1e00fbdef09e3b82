internal import RKDiagnostics

extension SpecReader {
  /// The type that an attribute states itself.
  func readType(_ members: SpecMembers) -> TypeName? {
    guard let text = members.text(.type) else { return nil }
    do throws(TypeNameError) {
      let type = try TypeNameParser.parse(text.value)
      if let flaw = type.flaw(targets: []) { throw flaw }
      return type
    } catch {
      let isWhole = error.offset == 0
      let place = isWhole ? text.place : place(in: text, offset: error.offset)
      findings.report(.unknownValue, error.message, at: place)
      return nil
    }
  }
}
