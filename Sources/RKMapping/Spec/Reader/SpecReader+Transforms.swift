internal import RKDiagnostics

extension SpecReader {
  /// Reads the transforms of an attribute's values, which precede the type: a name, or a list of names.
  func readTransforms(_ members: SpecMembers) -> [ValueTransform] {
    let texts = members.texts(
      "transform",
      "What is done to the value before it is converted, in this order.",
      form: .texts(.transform)
    )
    return (texts ?? []).compactMap { transform($0) }
  }

  private func transform(_ text: SpecText) -> ValueTransform? {
    parse(text, .unknownValue, isWholeAtStart: true) { (text) throws(TextError) in
      try ValueTransform(text)
    }
  }
}
