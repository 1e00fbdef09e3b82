@testable import RKEngine
import TestSupport

/// Records and a handwritten plan, and the rows made from them.
final class RowTrial {
  indirect enum Value {
    case missing
    /// A value by its JSON text.
    case json(String)
    case one(Record)
    case many([Record])
  }

  struct Record {
    var shape: PlanID<RecordShape>
    var values: [Value]

    init(_ shape: PlanID<RecordShape>, _ values: [Value]) {
      self.shape = shape
      self.values = values
    }
  }

  var plan = MappingPlan()
  var tables = TablePlan()
  /// Where the bytes of values are, and their traits.
  var space = Cell.Space.input
  var traits: Cell.Traits = []
  var kinds: [KeyKinds.Kind] = []
  private(set) var keys = KeyKinds(partCount: 0)
  private var text: [UInt8] = []

  /// Adds a kind of record, with the names of its members.
  func shape(_ names: String...) -> PlanID<RecordShape> {
    let members = names.enumerated().map { column, name in
      let range = plan.schema.add(text: name.utf8)
      return OutputMember(name: range, content: .column(UInt32(column)))
    }
    let range = plan.schema.members.add(members)
    tables.roots.append(.none)
    return plan.schema.records.add(RecordShape(name: ByteRange(0..<0), members: range))
  }

  /// Adds a table of this many columns.
  func table(_ columnCount: Int) -> Int {
    tables.storages.append(Array(repeating: ColumnStorage(), count: columnCount))
    tables.tableCount += 1
    return tables.tableCount - 1
  }

  /// Adds the rule of a table's rows.
  func row(
    _ table: Int,
    _ cells: [CellRule],
    relations: [RelationRule] = []
  ) -> PlanID<RowRule> {
    var rule = RowRule(table: table)
    rule.cells = tables.cells.add(cells)
    rule.relations = tables.relations.add(relations)
    return tables.rows.add(rule)
  }

  func relation(
    _ column: UInt32,
    _ relatives: [Relative],
    lists: PlanRange<ListRule> = .empty
  ) -> RelationRule {
    var relation = RelationRule(column: column, relatives: tables.relatives.add(relatives))
    relation.lists = lists
    return relation
  }

  /// The events that records become, each as "kind rule (owner, end): values".
  func events(_ records: Record...) throws -> [String] {
    var batch = RecordBatch()
    text = []
    batch.origin = 1000
    let roots = records.map { record in
      defer { add(record, to: &batch) }
      return batch.rows.count
    }
    if space == .batch { for byte in text { batch.side.append(byte) } }
    if space == .plan { plan.text = text }
    batch.seal()
    let input = text + [UInt8](repeating: 0, count: OutputBuffer.slack)
    keys = KeyKinds(partCount: tables.keyParts.count)
    for (part, kind) in kinds.enumerated() { keys[part] = kind }
    var encoder = RowEncoder(plan: plan, tables: tables, keys: keys)
    var walk = TableWalk(plan: tables)
    for root in roots { try walk.walk(root, of: batch, input.span, &encoder) }
    return encoder.rows.descriptions
  }

  private func add(_ record: Record, to batch: inout RecordBatch) {
    let row = batch.rows.count
    let firstCell = batch.cells.count
    let offset = UInt32(text.count)
    batch.rows.append(
      .init(record: record.shape, firstCell: UInt32(firstCell), end: 0, offset: offset)
    )
    batch.cells.append(repeating: .missing, count: record.values.count)
    for (number, value) in record.values.enumerated() {
      switch value {
      case .missing: continue
      case .json(let json): batch.cells[firstCell + number] = cell(json)
      case .one(let inner):
        let place = UInt32(batch.rows.count)
        batch.cells[firstCell + number] = Cell(.record, space: .batch, offset: place, count: 1)
        add(inner, to: &batch)
      case .many(let inner):
        let (place, count) = (UInt32(batch.rows.count), UInt32(inner.count))
        batch.cells[firstCell + number] = Cell(.list, space: .batch, offset: place, count: count)
        for record in inner { add(record, to: &batch) }
      }
    }
    batch.rows[row].end = UInt32(batch.rows.count)
  }

  private func cell(_ json: String) -> Cell {
    let bytes = Array(json.utf8)
    let kind: Cell.Kind =
      switch JSONKind(firstByte: bytes[0]) {
      case .null: .null
      case .boolean: bytes[0] == .ascii("t") ? .true : .false
      case .number: .number
      case .string: .string
      case .array, .object: .structure
      }
    text += bytes
    return Cell(
      kind,
      (text.count - bytes.count)..<text.count,
      space: space,
      traits: traits
    )
  }
}
