internal import RKEngine

/// What tables a mapping's records become: their columns with declared types, their keys, and what
/// refers to what.
///
/// It knows nothing of the output that the tables are written to.
package struct TableSchema: Sendable, Hashable {
  package struct Table: Sendable, Hashable {
    package var name: String
    package var columns: [Column] = []
    /// The columns that tell one row from another; none where nothing does.
    ///
    /// Of a child table in a database its owner's key, the relationship where there are several, and
    /// the position; where the table has numbers of its own, several owners or root records, too, that
    /// is in `unique`.
    package var primaryKey: [Int] = []
    package var foreignKeys: [ForeignKey] = []
    /// It joins the records of two tables, and has none of its own.
    package var isJoin = false
    /// Columns whose values together occur once, and those that are looked for together.
    package var unique: [[Int]] = []
    package var indexes: [[Int]] = []
    /// It is made when the first record comes that belongs into it: the spec does not say whether the
    /// relationship leads to one record or to several.
    package var isLate = false
  }

  package struct Column: Sendable, Hashable {
    package var name: String
    package var type: ValueType
    /// As for tables.
    package var isLate = false
    /// No row is without a value: the column is a part of a key.
    package var isRequired = false
  }

  /// Columns whose values are those of another table's primary key.
  package struct ForeignKey: Sendable, Hashable {
    package var columns: [Int]
    package var table: Int
    /// The rows belong to those that they refer to, and go with them.
    package var isOwner = false
    /// A connection says so: the rows may not be there.
    package var isConnection = false
  }

  /// What the values of a column are declared to be.
  package enum ValueType: Sendable, Hashable {
    /// Dates are those with their time, in ISO 8601.
    case plain(PlainType)
    case list

    /// Nothing is declared.
    package static var any: Self { .plain(.any) }

    package var form: ColumnForm {
      switch self {
      case .plain(let type): type.declaration.column
      case .list: ColumnForm(.json, .equality, "array")
      }
    }

    /// For people.
    package var name: String {
      switch self {
      case .plain(.date): "instant"
      case .plain(let type): type.rawValue
      case .list: "list"
      }
    }
  }

  package var tables: [Table] = []
}

extension TableSchema.ValueType {
  /// What an attribute's values are.
  ///
  /// Where they may be a constant that is of another kind, nothing is declared.
  init(_ type: AttributeType?, constantKind: Cell.Kind = .missing) {
    switch type {
    case nil: self = .any
    case .plain(let type): self = .plain(type)
    case .date(let rules): self = .plain(Self.dateType(rules.output))
    case .list, .set, .orderedSet: self = .list
    }
    if constantKind != .missing && constantKind != .null { self = .any }
  }

  private static func dateType(_ output: DatePattern) -> PlainType {
    switch output.form {
    case .iso8601: .date
    case .epoch, .epochMilliseconds: .number
    case .rfc1123, .dotNet, .steps: .string
    }
  }
}
