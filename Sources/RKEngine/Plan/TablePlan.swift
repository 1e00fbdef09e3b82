/// How records become rows of tables: what the machine room runs for every output that has rows.
///
/// Like the mapping's own plan it is flat tables of indices. A record of one shape has a row rule
/// for each role in which it becomes a row; the rule lists the cells of the row in the order of the
/// table's columns, and what else there is below the record.
package struct TablePlan: Sendable, TextPool {
  package var rows: [RowRule] = []
  package var cells: [CellRule] = []
  package var choices: [CellChoice] = []
  package var relations: [RelationRule] = []
  package var relatives: [Relative] = []
  package var lists: [ListRule] = []
  package var references: [ReferenceRule] = []
  /// Places of columns in their tables, for the ranges that name some.
  package var places: [UInt32] = []
  /// For each table how its columns are stored.
  package var storages: [[ColumnStorage]] = []
  /// For each part of a key whose type is not declared the table that it is of: such parts are
  /// numbers, or they are texts.
  package var keyParts: [UInt32] = []
  /// For each record shape the rule of its root records; none where roots have no other shape.
  package var roots: [PlanID<RowRule>] = []
  package var tableCount = 0
  /// Constants: the names of relationships.
  package var text: [UInt8] = []

  package init() {}
}

/// How a record of one shape becomes a row of a table.
package struct RowRule: Sendable, BitwiseCopyable {
  package var table: UInt32
  package var cells: PlanRange<CellRule> = .empty
  /// The cells that tell the row from others of its table; empty where nothing does.
  package var identity: PlanRange<CellRule> = .empty
  package var relations: PlanRange<RelationRule> = .empty
  /// The row has a number among those of its table, from 1.
  package var isNumbered = false
  /// The columns of the table by which a database finds the row: its record's key, or its owner's key
  /// and its place there; empty for a row that is new each time.
  package var key: PlanRange<UInt32> = .empty
  /// A row that is there is replaced as a whole: where its record does not mention a relationship, nothing
  /// stays of it.
  package var isWhole = false
  /// The place of the modification attribute's column among the table's, -1 where there is none.
  package var modification: Int32 = -1
  /// Relationships are mapped although the modification attribute says that nothing is new.
  package var relatesUnmodified = false
  /// Which stored rows may be taken for its record's, as the place of a condition; -1 where all may.
  package var identification: Int32 = -1
  /// The to-one relationships that replace the row that they led to before.
  package var references: PlanRange<ReferenceRule> = .empty

  package init(table: Int) { self.table = UInt32(table) }
}

/// Where the value of one column of a row comes from.
package struct CellRule: Sendable, BitwiseCopyable {
  package enum Kind: UInt8, Sendable, BitwiseCopyable {
    case empty
    /// A cell of the record.
    case cell
    /// The whole record, as JSON text.
    case record
    /// Cells of the record that a cell leads to.
    case related
    /// A cell of the record whose row this one belongs to.
    case ownerCell
    /// The number of the row that this one belongs to.
    case ownerNumber
    /// The number of the row.
    case number
    /// The place of the record among those of its relationship.
    case position
    /// A constant of the plan.
    case constant
    /// A cell of the record that is the key of one that it is connected to, where the connection, in
    /// `column`, says that it is.
    case foreignKey
    /// One of several keys of such records, which the row has beside its record.
    case memberKey
  }

  package var kind: Kind
  /// The cell of a related record stands for it: where there is null in its place, it is null.
  package var isReference = false
  /// An empty cell of a record that is composed of its owner's members is null, because it is of
  /// records of other shapes: what such a one has left in the row is not this one's.
  package var isOthers = false
  package var column: UInt32 = 0
  /// The cell that holds the key, for a connection; of a list of keys the first one is meant, or none.
  package var key: UInt32 = 0
  package var takesFirst = false
  /// How many columns it fills.
  package var width: UInt32 = 1
  package var choices: PlanRange<CellChoice> = .empty
  /// What fills the columns where there is no related record; nothing when empty.
  package var otherwise: PlanRange<CellRule> = .empty
  package var text = ByteRange(0..<0)

  package init(_ kind: Kind, column: UInt32 = 0) {
    self.kind = kind
    self.column = column
  }
}

/// What fills some columns when the related record has a certain shape.
package struct CellChoice: Sendable, BitwiseCopyable {
  package var record: PlanID<RecordShape>
  package var cells: PlanRange<CellRule>

  package init(record: PlanID<RecordShape>, cells: PlanRange<CellRule>) {
    self.record = record
    self.cells = cells
  }
}

/// A relationship whose records have rows of their own, or lead to some that have.
package struct RelationRule: Sendable, BitwiseCopyable {
  package var column: UInt32
  /// For a connection the cell that holds the keys of its members; -1 for related records.
  package var key: Int32 = -1
  package var relatives: PlanRange<Relative>
  /// The tables in which its members stand, where a value, also an empty one, says which they are.
  package var lists: PlanRange<ListRule> = .empty

  package init(column: UInt32, relatives: PlanRange<Relative>) {
    self.column = column
    self.relatives = relatives
  }
}

/// What happens to a related record of a certain shape.
package struct Relative: Sendable, BitwiseCopyable {
  package var record: PlanID<RecordShape>
  /// Its row; none when its cells are in its owner's.
  package var row: PlanID<RowRule> = .none
  /// The row that joins it to its owner.
  package var join: PlanID<RowRule> = .none
  /// The list that it is a member of.
  package var list: PlanID<ListRule> = .none
  /// Whether it is one record, or one of several, that this holds for: a relationship that does not
  /// say how many it leads to has relatives for both.
  package var form = Form.any
  package enum Form: UInt8, Sendable, BitwiseCopyable {
    case any
    case one
    case many
  }

  /// For a record without a row what is below it, which belongs to its owner's row.
  package var relations: PlanRange<RelationRule> = .empty
  /// The lists below records of other targets without rows, which have no members where a single
  /// record of this one stands.
  package var others: PlanRange<ListRule> = .empty

  package init(record: PlanID<RecordShape>) { self.record = record }
}

/// A to-many relationship in one table: the members of an owner's list there.
package struct ListRule: Sendable, BitwiseCopyable {
  /// What happens to members that a later representation does not name.
  package enum Policy: UInt8, Sendable, BitwiseCopyable {
    /// They are members no longer.
    case set
    /// They stay members, before the new ones.
    case union
    /// They are members no longer, and their rows go unless something else refers to them.
    case replace
  }

  /// The join table or child table.
  package var table: UInt32
  /// It is a join table, whose members have rows of their own in `target`.
  package var isJoin: Bool
  package var target: UInt32 = 0
  package var policy = Policy.set
  /// The cells of the owner's key, as they are those of its own row: its cells, or its number; and
  /// the columns of `table` that hold it.
  package var ownerCells: PlanRange<CellRule> = .empty
  package var ownerColumns: PlanRange<UInt32> = .empty
  /// The columns of a join table that hold the member's key.
  package var memberColumns: PlanRange<UInt32> = .empty
  package var positionColumn: UInt32 = 0
  /// The column of a child table that names the relationship, -1 where there is none.
  package var relationshipColumn: Int32 = -1
  package var relationship = ByteRange(0..<0)

  package init(table: Int, isJoin: Bool) {
    self.table = UInt32(table)
    self.isJoin = isJoin
  }
}

/// Columns of a row that refer to a row of another table, which goes when they refer to another one,
/// unless something else refers to it.
package struct ReferenceRule: Sendable, BitwiseCopyable {
  package var columns: PlanRange<UInt32>
  package var table: UInt32

  package init(columns: PlanRange<UInt32>, table: Int) {
    self.columns = columns
    self.table = UInt32(table)
  }
}

/// How the values of a column are stored.
package struct ColumnStorage: Sendable, BitwiseCopyable {
  /// Dates are written without trailing zeros of their fraction, so that equal ones are equal texts.
  package var isInstant = false
  /// The column is a part of a key, or refers to one, whose type is not declared: its place among the
  /// plan's key parts, -1 where it is not.
  package var keyPart: Int32 = -1

  package init() {}
}
