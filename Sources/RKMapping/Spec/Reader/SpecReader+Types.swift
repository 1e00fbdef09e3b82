internal import RKDiagnostics

extension SpecReader {
  /// A type; whether its target exists is checked when all are known.
  func type(named text: SpecText) -> TypeName? {
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
