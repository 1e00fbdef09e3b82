/// How records become rows of tables: what the engine runs for every output that has rows.
///
/// Like the mapping's own plan it consists of flat tables of indices. A record of one shape has a
/// row rule for each role in which it becomes a row; the rule lists the cells of the row in the
/// order of the table's columns, and what else is below the record.
package struct TablePlan: Sendable, TextPool {
  package var rows: [RowRule] = []
  package var cells: [CellRule] = []
  package var choices: [CellChoice] = []
  package var relations: [RelationRule] = []
  package var relatives: [Relative] = []
  package var lists: [ListRule] = []
  package var references: [ReferenceRule] = []
  /// Indices of columns in their tables, for the ranges that list some.
  package var places: [UInt32] = []
  /// For each table, how its columns are stored.
  package var storages: [[ColumnStorage]] = []
  /// For each part of a key without a declared type, its table: such parts are either numbers or
  /// texts.
  package var keyParts: [UInt32] = []
  /// For each record shape, the rule of its root records; none if roots have no other shape.
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
  /// The cells that identify the row in its table; empty if nothing does.
  package var identity: PlanRange<CellRule> = .empty
  package var relations: PlanRange<RelationRule> = .empty
  /// Whether the row is numbered in its table, from 1.
  package var isNumbered = false
  /// The columns by which a database finds the row: its record's key, or its owner's key and its
  /// position there; empty for a row that is always new.
  package var key: PlanRange<UInt32> = .empty
  /// Whether an existing row is replaced as a whole: if its record does not mention a relationship,
  /// nothing of that is kept.
  package var isWhole = false
  /// The index of the modification attribute's column, -1 if there is none.
  package var modification: Int32 = -1
  /// Whether relationships are mapped although the modification attribute says that nothing is new.
  package var relatesUnmodified = false
  /// Which stored rows may be used for its record, as the index of a condition; -1 if all may.
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
    /// A cell of the record whose row owns this one.
    case ownerCell
    /// The number of the row that owns this one.
    case ownerNumber
    /// The number of the row.
    case number
    /// The position of the record in its relationship.
    case position
    /// A constant of the plan.
    case constant
    /// A cell of the record that is the key of a connected record, if the connection, in `column`,
    /// says that it is.
    case foreignKey
    /// One of several keys of such records, which the row has beside its record.
    case memberKey
  }

  package var kind: Kind
  /// Whether the cell of a related record decides: if that is null, so is this.
  package var isReference = false
  /// Whether an empty cell of a record that is composed of its owner's members is null because it
  /// belongs to records of other shapes: what such a record has left in the row does not belong to
  /// this one.
  package var isOthers = false
  package var column: UInt32 = 0
  /// The cell that holds the key, for a connection; for a list of keys the first one, or none.
  package var key: UInt32 = 0
  package var takesFirst = false
  /// How many columns it fills.
  package var width: UInt32 = 1
  package var choices: PlanRange<CellChoice> = .empty
  /// What fills the columns if there is no related record; nothing if empty.
  package var otherwise: PlanRange<CellRule> = .empty
  package var text = ByteRange(0..<0)

  package init(_ kind: Kind, column: UInt32 = 0) {
    self.kind = kind
    self.column = column
  }
}

/// What fills some columns if the related record has a certain shape.
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
  /// For a connection, the cell that holds the keys of its members; -1 for related records.
  package var key: Int32 = -1
  package var relatives: PlanRange<Relative>
  /// The tables that contain its members, if a value, even an empty one, says which they are.
  package var lists: PlanRange<ListRule> = .empty

  package init(column: UInt32, relatives: PlanRange<Relative>) {
    self.column = column
    self.relatives = relatives
  }
}

/// What happens to a related record of a certain shape.
package struct Relative: Sendable, BitwiseCopyable {
  package var record: PlanID<RecordShape>
  /// Its row; none if its cells are in its owner's.
  package var row: PlanID<RowRule> = .none
  /// The row that joins it to its owner.
  package var join: PlanID<RowRule> = .none
  /// The list that contains it.
  package var list: PlanID<ListRule> = .none
  /// Whether this holds for a single record or for one of several: a relationship that may be
  /// either has entries for both.
  package var form = Form.any
  package enum Form: UInt8, Sendable, BitwiseCopyable {
    case any
    case one
    case many
  }

  /// For a record without a row, what is below it, which belongs to its owner's row.
  package var relations: PlanRange<RelationRule> = .empty
  /// The lists below records of other targets without rows, which have no members if this single
  /// record takes their place.
  package var others: PlanRange<ListRule> = .empty

  package init(record: PlanID<RecordShape>) { self.record = record }
}

/// A to-many relationship in one table: the members of an owner's list there.
package struct ListRule: Sendable, BitwiseCopyable {
  /// What happens to members that a later representation does not name.
  package enum Policy: UInt8, Sendable, BitwiseCopyable {
    /// They are removed from the list.
    case set
    /// They stay members, before the new ones.
    case union
    /// They are removed from the list, and their rows are deleted unless something else refers to
    /// them.
    case replace
  }

  /// The join table or child table.
  package var table: UInt32
  /// Whether its members have rows of their own, in `target`.
  package var isJoin: Bool
  /// Whether those rows themselves refer to the owner: there is no join table, and `table` is theirs.
  package var isInverse = false
  package var target: UInt32 = 0
  package var policy = Policy.set
  /// The cells of the owner's key, as in its own row: its cells, or its number; and the columns of
  /// `table` that hold it.
  package var ownerCells: PlanRange<CellRule> = .empty
  package var ownerColumns: PlanRange<UInt32> = .empty
  /// The columns of a join table that hold the member's key, or those of the member's own row.
  package var memberColumns: PlanRange<UInt32> = .empty
  /// -1 if the order of the members is not kept.
  package var positionColumn: Int32 = 0
  /// The column of a child table that names the relationship, -1 if there is none.
  package var relationshipColumn: Int32 = -1
  package var relationship = ByteRange(0..<0)

  package init(table: Int, isJoin: Bool) {
    self.table = UInt32(table)
    self.isJoin = isJoin
  }
}

/// Columns of a row that refer to a row of another table, which is deleted when they change, unless
/// something else refers to it.
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
  /// Whether dates are written without trailing zeros of their fraction, so that equal ones have
  /// equal texts.
  package var isInstant = false { didSet { updateIsPlain() } }
  /// If the column is a part of a key, or refers to one, whose type is not declared: its index
  /// among the plan's key parts, else -1.
  package var keyPart: Int32 = -1 { didSet { updateIsPlain() } }
  /// How decimals are stored.
  package var decimal = DecimalColumn.text { didSet { updateIsPlain() } }
  /// Whether values are stored unchanged.
  private(set) var isPlain = true

  package init() {}

  private mutating func updateIsPlain() {
    isPlain = !isInstant && keyPart < 0 && decimal == .text
  }
}
