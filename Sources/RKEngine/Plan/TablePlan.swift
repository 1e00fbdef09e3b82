/// How records become rows of tables, for every output that has rows.
///
/// Like the mapping's own plan it consists of flat tables of indices. A record shape has a row rule
/// for each role in which its records become rows; the rule lists the cells of the row in the order
/// of the table's columns, and the relationships below the record.
package struct TablePlan: Sendable, TextPool {
  package var rows: [RowRule] = []
  package var cells: [CellRule] = []
  package var choices: [CellChoice] = []
  package var relations: [RelationRule] = []
  package var relatives: [Relative] = []
  package var lists: [ListRule] = []
  package var references: [ReferenceRule] = []
  /// Indices of columns in their tables, for ranges that list columns.
  package var places: [UInt32] = []
  /// For each table, how its columns are stored.
  package var storages: [[ColumnStorage]] = []
  /// For each part of a key without a declared type, its table: such parts are either numbers or
  /// texts.
  package var keyParts: [UInt32] = []
  /// For each record shape, the rule of its root records; none if no root has that shape.
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
  /// position there; empty if the row is always new.
  package var key: PlanRange<UInt32> = .empty
  /// Whether an existing row is replaced as a whole: nothing is kept of a relationship that its
  /// record does not mention.
  package var isWhole = false
  /// The index of the modification attribute's column, -1 if there is none.
  package var modification: Int32 = -1
  /// Whether relationships are mapped even if the modification attribute says that the record is
  /// not newer.
  package var relatesUnmodified = false
  /// The index of the condition for stored rows that may be used for its record; -1 if all may.
  package var identification: Int32 = -1
  /// The to-one relationships whose old row is deleted when they refer to another one.
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
    /// Cells of the related record that a cell refers to.
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
    /// A cell of the record that is the key of a connected record, depending on the connection in
    /// `column`.
    case foreignKey
    /// One of several keys of connected records, which the row has besides its record.
    case memberKey
  }

  package var kind: Kind
  /// Whether the value is null whenever the cell of the related record is.
  package var isReference = false
  /// Whether an empty cell of a record that is composed of its owner's members is null, because the
  /// column is used by records of other shapes: what they left in the row does not belong to this
  /// record.
  package var isOthers = false
  package var column: UInt32 = 0
  /// For a connection, the cell with the key; for a list of keys the first one, or none.
  package var key: UInt32 = 0
  package var takesFirst = false
  /// The number of columns that it fills.
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

/// How some columns are filled if the related record has a certain shape.
package struct CellChoice: Sendable, BitwiseCopyable {
  package var record: PlanID<RecordShape>
  package var cells: PlanRange<CellRule>

  package init(record: PlanID<RecordShape>, cells: PlanRange<CellRule>) {
    self.record = record
    self.cells = cells
  }
}

/// A relationship whose records have rows of their own, or contain some that have.
package struct RelationRule: Sendable, BitwiseCopyable {
  package var column: UInt32
  /// For a connection, the cell with the keys of its members; -1 for related records.
  package var key: Int32 = -1
  package var relatives: PlanRange<Relative>
  /// The tables that contain its members, if a value, even an empty one, names all of them.
  package var lists: PlanRange<ListRule> = .empty

  package init(column: UInt32, relatives: PlanRange<Relative>) {
    self.column = column
    self.relatives = relatives
  }
}

/// How a related record of a certain shape is stored.
package struct Relative: Sendable, BitwiseCopyable {
  package var record: PlanID<RecordShape>
  /// The rule of its row; none if its cells are in its owner's row.
  package var row: PlanID<RowRule> = .none
  /// The row that joins it to its owner.
  package var join: PlanID<RowRule> = .none
  /// The list that it is a member of.
  package var list: PlanID<ListRule> = .none
  /// Whether this applies to a single record or to one of several; a relationship that may be
  /// either has entries for both.
  package var form = Form.any
  package enum Form: UInt8, Sendable, BitwiseCopyable {
    case any
    case one
    case many
  }

  /// For a record without a row, the relationships below it, which belong to its owner's row.
  package var relations: PlanRange<RelationRule> = .empty
  /// The lists below records of other targets without rows; they become empty if this single record
  /// takes their place.
  package var others: PlanRange<ListRule> = .empty

  package init(record: PlanID<RecordShape>) { self.record = record }
}

/// A to-many relationship in one table, which contains the members of an owner's list.
package struct ListRule: Sendable, BitwiseCopyable {
  /// What happens to members that a later representation does not contain.
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
  /// Whether the members' own rows refer to the owner: there is no join table, and `table` is
  /// theirs.
  package var isInverse = false
  package var target: UInt32 = 0
  package var policy = Policy.set
  /// The cells of the owner's key, as in its own row: its cells, or its number; and the columns of
  /// `table` for them.
  package var ownerCells: PlanRange<CellRule> = .empty
  package var ownerColumns: PlanRange<UInt32> = .empty
  /// The columns of a join table with the member's key; without a join table, the key columns of
  /// the member's own row.
  package var memberColumns: PlanRange<UInt32> = .empty
  /// The column of the position; -1 if the order of the members is not kept.
  package var positionColumn: Int32 = 0
  /// The column of a child table that names the relationship, -1 if there is none.
  package var relationshipColumn: Int32 = -1
  package var relationship = ByteRange(0..<0)

  package init(table: Int, isJoin: Bool) {
    self.table = UInt32(table)
    self.isJoin = isJoin
  }
}

/// Columns of a row that refer to a row of another table.
///
/// When they change, that row is deleted unless something else refers to it.
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
  /// For a column that is a part of a key without a declared type, or refers to one: the index of
  /// that part among the plan's key parts; otherwise -1.
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
