internal import RKDiagnostics

extension MappingBuilder {
  /// Reports values set by rules that are not of the attribute's type, because they are not converted.
  func reportOtherValues(_ declaration: AttributeDeclaration, _ type: AttributeType?) {
    guard let type else { return }
    for rule in declaration.validations {
      guard let value = rule.value, !type.takes(value) else { continue }
      findings.reportOnce(
        .otherValue,
        "the rule sets \(value.text), but the attribute is of the type '\(type.name)'",
        at: rule.place,
        help: "the value is written to the record unchanged"
      )
    }
  }
}
