package import RKEngine

/// The tables for a mapping's records: their columns with declared types, their keys and references.
///
/// It does not depend on the output that the tables are written to.
package struct TableSchema: Sendable, Hashable {
  package struct Table: Sendable, Hashable {
    package var name: String
    package var columns: [Column] = []
    /// The columns that identify a row; none if rows have no identity.
    ///
    /// For a child table in a database: its owner's key, the relationship if there are several, and
    /// the position. If the table has row numbers of its own, several owners, or root records,
    /// these columns are in `unique` instead.
    package var primaryKey: [Int] = []
    package var foreignKeys: [ForeignKey] = []
    /// Whether it joins the records of two tables, and has no records itself.
    package var isJoin = false
    /// Sets of columns whose combined values are unique or are looked up together.
    package var unique: [[Int]] = []
    package var indexes: [[Int]] = []
    /// Whether it is created with its first record, because the spec does not declare the
    /// relationship to-one or to-many.
    package var isLate = false
  }

  package struct Column: Sendable, Hashable {
    package var name: String
    package var type: ValueType
    /// Whether the column is created with its first value, for the same reason as a late table.
    package var isLate = false
    /// Whether every row has a value: the column is part of a key.
    package var isRequired = false
  }

  /// Columns that refer to another table's primary key.
  package struct ForeignKey: Sendable, Hashable {
    package var columns: [Int]
    package var table: Int
    /// Whether the rows belong to those they refer to, and are deleted with them.
    package var isOwner = false
    /// Whether a connection defines it; the rows that it refers to may be missing.
    package var isConnection = false
    /// If the rows are members of a list of those they refer to: these columns and the one for the
    /// position.
    ///
    /// They become null when a row leaves the list or its owner is deleted.
    package var membership: [Int] = []
  }

  /// The declared type of a column's values.
  package enum ValueType: Sendable, Hashable {
    /// A plain type. Dates include their time, in ISO 8601.
    case plain(PlainType)
    /// Dates in ISO 8601 whose fractions have a declared number of digits.
    case preciseDate
    /// Decimals stored as numbers.
    case decimal(DecimalColumn)
    /// Dates stored as numbers of seconds or milliseconds.
    case epoch
    case list
    /// Texts, though the spec declares no type: SQLite has such a column without one.
    case text

    /// No declared type.
    package static var any: Self { .plain(.any) }

    package var form: ColumnForm {
      switch self {
      case .plain(let type): type.column
      case .preciseDate: PlainType.date.column
      case .epoch: PlainType.number.column
      case .decimal(.text): PlainType.decimal.column
      case .decimal(.real): ColumnForm(.number, .real, .number)
      case .decimal(.scaled(let scale)): ColumnForm(.decimal, .scaled(scale), .number)
      case .list: ColumnForm(.list, .json, .equality)
      case .text: PlainType.any.column
      }
    }

    /// The name of the type, for people.
    package var name: String {
      switch self {
      case .plain(.date), .preciseDate: "instant"
      case .plain(let type): type.rawValue
      case .decimal: PlainType.decimal.rawValue
      case .epoch: PlainType.number.rawValue
      case .list: "list"
      case .text: "text"
      }
    }

    /// The type of a column that has the values of both types.
    func merged(with other: Self) -> Self {
      if self == other { return self }
      let texts: [Self] = [.text, .plain(.string)]
      return texts.contains(self) && texts.contains(other) ? .text : .any
    }
  }

  /// A join table that is not needed because the records of the relationship refer to their owner.
  package struct FormerJoin: Sendable, Hashable {
    /// Its definition: the owner's key, the member's key, and the position.
    package var table: Table
    /// The table of the members, and the columns that replace this table: the owner's key, and the
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
  /// Values that may include a constant of another kind have no declared type. `isText` says that
  /// without a declared type they are texts.
  init(_ type: AttributeType?, constantKind: Cell.Kind = .missing, isText: Bool = false) {
    switch type {
    case nil: self = isText ? .text : .any
    case .plain(let type): self = .plain(type)
    case .date(let rules) where rules.kind != .date: self = .plain(rules.kind)
    case .date(let rules) where rules.precision != nil: self = .preciseDate
    case .date(let rules): self = Self.dateType(rules.output)
    // The constants are numbers that fit the column.
    case .decimal(let column):
      self = .decimal(column)
      return
    case .list, .set, .orderedSet: self = .list
    }
    switch constantKind {
    case .missing, .null: break
    case .string where self == .text || self == .plain(.string): self = .text
    default: self = .any
    }
  }

  private static func dateType(_ output: DatePattern) -> Self {
    switch output.form {
    case .iso8601: .plain(.date)
    case .epoch, .epochMilliseconds: .epoch
    case .rfc1123, .dotNet, .steps: .plain(.string)
    }
  }
}
