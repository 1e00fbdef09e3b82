internal import RKEngine

extension MappingPlan {
  /// Adds transforms to the plan's tables.
  mutating func add(_ transforms: [ValueTransform]) -> PlanRange<ValueRule.Transform> {
    let rules = transforms.map { rule($0) }
    return self.transforms.add(rules)
  }

  private mutating func rule(_ transform: ValueTransform) -> ValueRule.Transform {
    switch transform.name.declaration.argument {
    case .none(let rule): return rule
    case .text(let rule, _, _): return rule(add(text: transform.argument.utf8))
    case .places: return .round(places: Int32(transform.places))
    case .replacement:
      guard let (pattern, replacement) = transform.replacing else {
        preconditionFailure("'replace' is made with its pattern")
      }
      return .replace(add(pattern), with: add(replacement))
    }
  }
}
