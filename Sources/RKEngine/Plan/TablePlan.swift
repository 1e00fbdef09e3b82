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
  }

  package var kind: Kind
  /// The cell of a related record stands for it: where there is null in its place, it is null.
  package var isReference = false
  package var column: UInt32 = 0
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
  package var relatives: PlanRange<Relative>

  package init(column: UInt32, relatives: PlanRange<Relative>) {
    self.column = column
    self.relatives = relatives
  }
}

/// What becomes of a related record of a certain shape.
package struct Relative: Sendable, BitwiseCopyable {
  package var record: PlanID<RecordShape>
  /// Its row; none when its cells are in its owner's.
  package var row: PlanID<RowRule> = .none
  /// The row that joins it to its owner.
  package var join: PlanID<RowRule> = .none
  /// For a record without a row what is below it, which belongs to its owner's row.
  package var relations: PlanRange<RelationRule> = .empty

  package init(record: PlanID<RecordShape>) { self.record = record }
}
