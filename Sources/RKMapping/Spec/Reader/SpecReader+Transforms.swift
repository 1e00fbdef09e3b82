internal import RKDiagnostics

extension SpecReader {
  /// What is done to an attribute's values before their type applies; a name, or a list of names.
  func readTransforms(_ members: SpecMembers) -> [ValueTransform] {
    let texts = members.texts(
      "transform",
      "What is done to the value before it is converted, in this order.",
      form: .texts(.transform)
    )
    return (texts ?? []).compactMap { transform($0) }
  }

  private func transform(_ text: SpecText) -> ValueTransform? {
    do throws(ValueTransformError) {
      return try ValueTransform(text.value)
    } catch {
      findings.report(
        error.isUnsupported ? .unsupportedInSpec : .unknownValue,
        error.message,
        at: error.offset == 0 ? text.place : place(in: text, offset: error.offset),
        help: error.help
      )
      return nil
    }
  }
}
