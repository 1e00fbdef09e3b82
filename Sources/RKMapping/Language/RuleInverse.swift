/// How well a rule can be inverted: what happens to a value that is read into a record and written back.
package enum RuleInverse: Sendable, Hashable {
  case exact
  /// What is written is read as the same value, but the document may differ in the named way.
  case lossy(String)
  /// Nothing can be written, for this reason.
  case oneWay(String)
  /// The spec says not to write it.
  case leftOut

  /// The worse of two; this one if they are equal.
  func worse(_ other: RuleInverse) -> RuleInverse { other.badness > badness ? other : self }

  private var badness: Int {
    switch self {
    case .exact, .leftOut: 0
    case .lossy: 1
    case .oneWay: 2
    }
  }

  /// Its name for users.
  package var name: String {
    switch self {
    case .exact: "exact"
    case .lossy: "lossy"
    case .oneWay: "one-way"
    case .leftOut: "left out"
    }
  }

  package var detail: String? {
    switch self {
    case .lossy(let detail), .oneWay(let detail): detail
    case .exact, .leftOut: nil
    }
  }
}

/// A rule of a spec, with the class of its inverse.
package struct RuleClass: Sendable, Hashable {
  /// The rule: `mapper.destination`, or `mapper[N]` for a choice.
  package var rule: String
  package var inverse: RuleInverse
}
