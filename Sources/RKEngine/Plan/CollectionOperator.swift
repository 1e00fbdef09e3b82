/// What a key path makes of a collection: key-value coding's operators (docs/restkit.md), and a
/// few that its users missed (spec-format.md, section 4).
///
/// An operator is declared here alone, as a key path spells it; the engine knows the forms.
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

  /// What an operator does.
  package enum Form: BitwiseCopyable {
    /// It takes something out of the collection, from which the path goes on.
    case part(Part)
    /// What follows it in a key path is looked up in each element of the collection, and what it makes
    /// of the values is the end of the path.
    case combination(Combination)
  }

  package enum Part: BitwiseCopyable {
    case count
    case keys
    case values
    /// From the end when negative.
    case element(Int)
  }

  package enum Combination: BitwiseCopyable {
    case aggregate(Aggregation)
    /// The values, or the elements of those that are arrays; of equal ones only the first.
    case list(ofElements: Bool, isDistinct: Bool)
  }
}

/// One value that several come to.
package enum Aggregation: BitwiseCopyable {
  case sum
  case count
  case minimum
  case maximum
  case average
  case median
}
