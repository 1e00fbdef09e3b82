/// A condition on the rows of a table that a database can evaluate, compiled from a predicate over
/// stored rows (docs/spec-format.md, "Deleting rows").
///
/// Each part is true or false, never unknown as in SQL.
package indirect enum StoredPredicate: Sendable, Hashable {
  /// A value that a part compares.
  package enum Operand: Sendable, Hashable {
    /// A column of the table.
    case column(Int)
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    /// The number of characters of a text.
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
    /// Whether the whole text matches a pattern, in which `?` is one character and `*` any number.
    case isLike
  }

  case truth(Bool)
  case and([StoredPredicate])
  case or([StoredPredicate])
  case not(StoredPredicate)
  /// Whether both are of one kind and equal. Null equals null. The case of ASCII letters can be ignored.
  case equal(Operand, Operand, ignoresCase: Bool)
  /// Whether both are numbers, or both are texts, in this order.
  case order(Operand, Order, Operand, ignoresCase: Bool)
  case text(TextTest, Operand, Operand, ignoresCase: Bool)
}
