internal import RKDiagnostics

extension SpecReader {
  /// The type that an attribute states itself; whether a target that it names is there is seen when
  /// all are known.
  func readType(_ members: SpecMembers) -> TypeName? {
    guard let text = members.text(.type) else { return nil }
    do throws(TypeNameError) {
      return try TypeNameParser.parse(text.value)
    } catch {
      let isWhole = error.offset == 0
      let place = isWhole ? text.place : place(in: text, offset: error.offset)
      findings.report(.unknownValue, error.message, at: place)
      return nil
    }
  }
}
