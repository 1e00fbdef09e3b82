internal import RKDiagnostics
internal import RKEngine

extension MappingBuilder {
  /// What a rule sets is not converted: it should be of the attribute's type already.
  func reportOtherValues(_ declaration: AttributeDeclaration, _ type: AttributeType?) {
    guard let type else { return }
    for rule in declaration.validations {
      guard let value = rule.value, !type.takes(value) else { continue }
      findings.reportOnce(
        .otherValue,
        "the rule sets \(value.text), but the attribute is of the type '\(type.name)'",
        at: rule.place,
        help: "the value stands in the record as it is written here"
      )
    }
  }
}

extension AttributeType {
  /// A constant may be one of its values, told by the kind of the constant.
  func takes(_ value: ConstantValue) -> Bool {
    switch (self, value.kind) {
    case (_, .null), (.any, _): true
    case (.string, let kind), (.url, let kind), (.uuid, let kind), (.data, let kind):
      kind == .string
    case (.integer, let kind): kind == .number && value.text.utf8.allSatisfy(\.isPartOfInteger)
    case (.number, let kind): kind == .number
    case (.decimal, let kind), (.date, let kind): kind == .string || kind == .number
    case (.boolean, let kind): kind == .true || kind == .false
    case (.object, let kind): kind == .structure && value.text.utf8.first == .openObject
    case (.list, let kind), (.set, let kind), (.orderedSet, let kind):
      kind == .structure && value.text.utf8.first == .openArray
    }
  }
}

extension UInt8 {
  fileprivate var isPartOfInteger: Bool { isDigit || self == .minus }
}
