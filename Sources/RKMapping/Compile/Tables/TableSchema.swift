package import RKEngine

/// The tables that a mapping's records become: their columns with declared types, their keys and
/// references.
///
/// It is independent of the output that the tables are written to.
package struct TableSchema: Sendable, Hashable {
  package struct Table: Sendable, Hashable {
    package var name: String
    package var columns: [Column] = []
    /// The columns that identify a row; none if nothing does.
    ///
    /// For a child table in a database its owner's key, the relationship if there are several, and
    /// the position; if the table has numbers of its own, several owners or root records, too, that
    /// is in `unique`.
    package var primaryKey: [Int] = []
    package var foreignKeys: [ForeignKey] = []
    /// It joins the records of two tables, and has none of its own.
    package var isJoin = false
    /// Columns whose combined values are unique, and those that are looked up together.
    package var unique: [[Int]] = []
    package var indexes: [[Int]] = []
    /// It is created with its first record: the spec does not say whether the relationship is
    /// to-one or to-many.
    package var isLate = false
  }

  package struct Column: Sendable, Hashable {
    package var name: String
    package var type: ValueType
    /// As for tables.
    package var isLate = false
    /// No row lacks a value: the column is a part of a key.
    package var isRequired = false
  }

  /// Columns whose values are those of another table's primary key.
  package struct ForeignKey: Sendable, Hashable {
    package var columns: [Int]
    package var table: Int
    /// The rows belong to those that they refer to, and are deleted with them.
    package var isOwner = false
    /// A connection defines it: the rows may not exist.
    package var isConnection = false
    /// If the rows are members of a list of those that they refer to, these columns and that of their
    /// place: they become null when a row leaves the list, or its owner is deleted.
    package var membership: [Int] = []
  }

  /// The declared type of a column's values.
  package enum ValueType: Sendable, Hashable {
    /// Dates include their time, in ISO 8601.
    case plain(PlainType)
    /// Decimals that are stored as numbers.
    case decimal(DecimalColumn)
    /// Dates as numbers of seconds or milliseconds.
    case epoch
    case list

    /// Nothing is declared.
    package static var any: Self { .plain(.any) }

    package var form: ColumnForm {
      switch self {
      case .plain(let type): type.column
      case .epoch: PlainType.number.column
      case .decimal(.text): PlainType.decimal.column
      case .decimal(.real): ColumnForm(.number, .real, .number)
      case .decimal(.scaled(let scale)): ColumnForm(.decimal, .scaled(scale), .number)
      case .list: ColumnForm(.list, .json, .equality)
      }
    }

    /// For people.
    package var name: String {
      switch self {
      case .plain(.date): "instant"
      case .plain(let type): type.rawValue
      case .decimal: PlainType.decimal.rawValue
      case .epoch: PlainType.number.rawValue
      case .list: "list"
      }
    }
  }

  /// A table that is not there: relationships whose records refer to their owner need none.
  package struct FormerJoin: Sendable, Hashable {
    /// Its definition: the owner's key, the member's, and the position.
    package var table: Table
    /// The table of the members, and its columns that stand for this one: the owner's key, and the
    /// position if it is kept.
    package var members: Int
    package var columns: [Int]
  }

  package var tables: [Table] = []
  package var formerJoins: [FormerJoin] = []
}

extension TableSchema.ValueType {
  /// The type of an attribute's values.
  ///
  /// If they may be a constant of another kind, nothing is declared.
  init(_ type: AttributeType?, constantKind: Cell.Kind = .missing) {
    switch type {
    case nil: self = .any
    case .plain(let type): self = .plain(type)
    case .date(let rules): self = Self.dateType(rules.output)
    // Its constants are numbers that fit the column.
    case .decimal(let column):
      self = .decimal(column)
      return
    case .list, .set, .orderedSet: self = .list
    }
    if constantKind != .missing && constantKind != .null { self = .any }
  }

  private static func dateType(_ output: DatePattern) -> Self {
    switch output.form {
    case .iso8601: .plain(.date)
    case .epoch, .epochMilliseconds: .epoch
    case .rfc1123, .dotNet, .steps: .plain(.string)
    }
  }
}
