internal import RKEngine

extension MappingPlan {
  /// Puts transforms into the plan's tables.
  mutating func add(_ transforms: [ValueTransform]) -> PlanRange<TransformRule> {
    let rules = transforms.map { rule($0) }
    return self.transforms.add(rules)
  }

  private mutating func rule(_ transform: ValueTransform) -> TransformRule {
    switch transform.name {
    case .trim: return .trim
    case .collapse: return .collapse
    case .lowercase: return .lowercase
    case .uppercase: return .uppercase
    case .capitalize: return .capitalize
    case .snakeCase: return .snakeCase
    case .camelCase: return .camelCase
    case .prefix: return .prefix(add(text: transform.argument.utf8))
    case .suffix: return .suffix(add(text: transform.argument.utf8))
    case .removePrefix: return .removePrefix(add(text: transform.argument.utf8))
    case .removeSuffix: return .removeSuffix(add(text: transform.argument.utf8))
    case .replace:
      guard let (pattern, replacement) = transform.replacing else {
        preconditionFailure("'replace' is made with its pattern")
      }
      return .replace(add(pattern), with: add(replacement))
    case .split: return .split(add(text: transform.argument.utf8))
    case .join: return .join(add(text: transform.argument.utf8))
    case .first: return .first
    case .last: return .last
    case .sort: return .sort
    case .unique: return .unique
    case .flatten: return .flatten
    case .count: return .count
    case .round: return .round(places: Int32(transform.places))
    case .floor: return .floor
    case .ceil: return .ceil
    case .abs: return .abs
    case .urlDecode: return .urlDecode
    case .urlEncode: return .urlEncode
    case .base64Decode: return .base64Decode
    case .base64Encode: return .base64Encode
    case .htmlUnescape: return .htmlUnescape
    case .json: return .json
    case .toJSON: return .toJSON
    }
  }
}
