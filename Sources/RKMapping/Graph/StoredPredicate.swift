/// A condition on the rows of a table, in a form that a database can evaluate: what a predicate
/// over stored rows becomes (spec-format.md, section 8).
///
/// Every part of it is true or false, never unknown as in SQL.
package indirect enum StoredPredicate: Sendable, Hashable {
  /// A value that a part compares.
  package enum Operand: Sendable, Hashable {
    /// A column of the table.
    case column(Int)
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    /// How many characters a text has.
    case length(of: Int)
  }

  package enum Order: String, Sendable, Hashable {
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  /// A test of a text.
  package enum TextTest: Sendable, Hashable {
    case contains
    case beginsWith
    case endsWith
    /// The whole text matches a pattern, in which `?` is one character and `*` any number of them.
    case isLike
  }

  case truth(Bool)
  case and([StoredPredicate])
  case or([StoredPredicate])
  case not(StoredPredicate)
  /// Of one kind and equal; null equals null. The case of ASCII letters may be ignored.
  case equal(Operand, Operand, ignoresCase: Bool)
  /// Both are numbers, or both are texts, in that order.
  case order(Operand, Order, Operand, ignoresCase: Bool)
  case text(TextTest, Operand, Operand, ignoresCase: Bool)
}
