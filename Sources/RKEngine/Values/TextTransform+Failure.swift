/// Where in a list a transform cannot be applied.
extension TextTransform {
  /// Which element of a list a rule that could not be applied does not take; nil where it is the
  /// value as a whole.
  static func failedElement(
    of rule: TransformRule,
    in value: borrowing ValueBuffer,
    _ plan: MappingPlan
  ) -> Int? {
    var needsText = false
    switch rule {
    case .first, .last, .sort, .unique, .flatten, .count, .toJSON: return nil
    case .join: needsText = true
    default: break
    }
    guard value.isList else { return nil }
    var element = ValueBuffer()
    var at = 1
    var number = 0
    while let range = nextElement(value.bytes.span, &at) {
      guard element.load(elementOf: value.bytes.span, range), element.kind != .structure,
        needsText || apply(rule, to: &element, plan)
      else { return number }
      number += 1
    }
    return nil
  }
}
