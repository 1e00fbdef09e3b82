/// An operator of key paths on collections: key-value coding's (docs/restkit.md), and a few more
/// (docs/spec-format.md, Operators).
///
/// The case names are the spellings in key paths; an operator is declared only here. The engine
/// implements the forms.
package enum CollectionOperator: String, Sendable, BitwiseCopyable, CaseIterable {
  case count = "@count"
  case sum = "@sum"
  case average = "@avg"
  case minimum = "@min"
  case maximum = "@max"
  case first = "@first"
  case last = "@last"
  case unionOfObjects = "@unionOfObjects"
  case distinctUnionOfObjects = "@distinctUnionOfObjects"
  case unionOfArrays = "@unionOfArrays"
  case distinctUnionOfArrays = "@distinctUnionOfArrays"
  case keys = "@keys"
  case values = "@values"

  package var form: Form {
    switch self {
    case .count: .part(.count)
    case .sum: .combination(.aggregate(.sum))
    case .average: .combination(.aggregate(.average))
    case .minimum: .combination(.aggregate(.minimum))
    case .maximum: .combination(.aggregate(.maximum))
    case .first: .part(.element(0))
    case .last: .part(.element(-1))
    case .unionOfObjects: .combination(.list(ofElements: false, isDistinct: false))
    case .distinctUnionOfObjects: .combination(.list(ofElements: false, isDistinct: true))
    case .unionOfArrays: .combination(.list(ofElements: true, isDistinct: false))
    case .distinctUnionOfArrays: .combination(.list(ofElements: true, isDistinct: true))
    case .keys: .part(.keys)
    case .values: .part(.values)
    }
  }

  /// How an operator works.
  package enum Form: BitwiseCopyable {
    /// Selects a part of the collection, from which the path continues.
    case part(Part)
    /// Looks up the rest of the key path in each element of the collection. The operator's result
    /// on these values is the end of the path.
    case combination(Combination)
  }

  package enum Part: BitwiseCopyable {
    case count
    case keys
    case values
    /// An element by index; negative from the end.
    case element(Int)
  }

  package enum Combination: BitwiseCopyable {
    case aggregate(Aggregation)
    /// The values, or the elements of those that are arrays; without duplicates if `isDistinct`.
    case list(ofElements: Bool, isDistinct: Bool)
  }
}

/// One value computed from several.
package enum Aggregation: BitwiseCopyable {
  case sum
  case count
  case minimum
  case maximum
  case average
  case median
}
