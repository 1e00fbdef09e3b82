internal import RKEngine

/// The reserved words of predicates, in upper case.
enum ExpressionKeyword: String, CaseIterable {
  case and = "AND"
  case or = "OR"
  case not = "NOT"
  case any = "ANY"
  case some = "SOME"
  case all = "ALL"
  case none = "NONE"
  case between = "BETWEEN"
  case isIn = "IN"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case like = "LIKE"
  case matches = "MATCHES"
  case `self` = "SELF"
  case `nil` = "NIL"
  case null = "NULL"
  case `true` = "TRUE"
  case yes = "YES"
  case `false` = "FALSE"
  case no = "NO"
  case truePredicate = "TRUEPREDICATE"
  case falsePredicate = "FALSEPREDICATE"

  static let longest = 14

  /// The quantifier, if the word is one.
  var quantifier: ExpressionNode.Quantifier? {
    switch self {
    case .any, .some: .any
    case .all: .all
    case .none: .no
    default: nil
    }
  }

  /// The comparison operator, if the word is one.
  var comparator: ComparisonOperator? { ComparisonOperator(rawValue: rawValue) }

  /// The words that can occur between two values or two comparisons.
  static let operators: [String] = [
    "AND", "OR", "BETWEEN", "IN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES",
  ]

  /// The words with which a value can begin.
  static let values: [String] = [
    "NOT", "ANY", "SOME", "ALL", "NONE", "SELF", "NIL", "NULL", "TRUE", "YES", "FALSE", "NO",
    "TRUEPREDICATE", "FALSEPREDICATE",
  ]
}
