/// What a key path makes of a collection: key-value coding's operators (semantics.md R0.11), and a
/// few that its users missed (spec-format.md, section 4).
package enum CollectionOperator: UInt8, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  case count
  case sum
  case average
  case minimum
  case maximum
  case first
  case last
  case unionOfObjects
  case distinctUnionOfObjects
  case unionOfArrays
  case distinctUnionOfArrays
  case keys
  case values

  /// As a key path spells it.
  package var word: String {
    switch self {
    case .count: "@count"
    case .sum: "@sum"
    case .average: "@avg"
    case .minimum: "@min"
    case .maximum: "@max"
    case .first: "@first"
    case .last: "@last"
    case .unionOfObjects: "@unionOfObjects"
    case .distinctUnionOfObjects: "@distinctUnionOfObjects"
    case .unionOfArrays: "@unionOfArrays"
    case .distinctUnionOfArrays: "@distinctUnionOfArrays"
    case .keys: "@keys"
    case .values: "@values"
    }
  }

  /// What follows it in a key path is looked up in each element of the collection, and what it makes
  /// is the end of the path.
  package var looksIntoElements: Bool {
    switch self {
    case .count, .first, .last, .keys, .values: false
    case .sum, .average, .minimum, .maximum, .unionOfObjects, .distinctUnionOfObjects,
      .unionOfArrays, .distinctUnionOfArrays:
      true
    }
  }
}
