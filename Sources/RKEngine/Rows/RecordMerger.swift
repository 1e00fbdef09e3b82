/// Merges several records of one identity, oldest first: each value is the newest that is present,
/// null included, and related records follow the policy of their relationship.
///
/// It works on rows of one batch, and appends the results to them. Linear in its input.
package struct RecordMerger: ~Copyable {
  /// The contents of a column of the merged record.
  private struct Value {
    var cell = Cell.missing
    /// Related records, oldest first, since the last value that is not a record.
    var parts: [Part] = []

    var isEmpty: Bool { cell.kind == .missing && parts.isEmpty }
  }

  private struct Part: BitwiseCopyable {
    var cell: Cell
    var isUnion: Bool
  }

  /// The related records of one identity; a single record if it has none.
  private struct Group {
    /// Oldest first.
    var rows: [Int]
    /// The group that took over the rows of this group, which is from a former list; and the number
    /// of those rows.
    var heir = -1
    var formerCount = 0
  }

  /// The deepest level at which related records are merged; below it the newer ones are kept
  /// unchanged.
  ///
  /// Merging recurses on the levels that both records have.
  static var deepestLevel: Int { 1_000 }

  private let rules: [MergeRule]
  private let columns: [MergeColumn]
  private let constants: [UInt8]
  private var texts = UniqueArray<UInt8>()
  private var keys: RecordKeyReader

  /// The plan must have been compiled with merge rules.
  package init(plan: borrowing MappingPlan) {
    rules = plan.mergeRules
    columns = plan.mergeColumns
    keys = RecordKeyReader(merging: plan)
    constants = plan.text
  }

  /// The key of the record at `row`.
  ///
  /// Nil if the record has no identity, or if a part of it is missing, null or only a default.
  package mutating func key(
    of row: Int,
    in batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> RecordKey? {
    keys.key(of: row, in: batch, input)
  }

  // MARK: - Merging

  /// Merges the records at some rows, oldest first.
  ///
  /// Returns the row of the result: a new one after all others, or the record's own if there is
  /// only one.
  package mutating func merge(
    _ rows: [Int],
    in batch: inout RecordBatch,
    _ input: Span<UInt8>
  ) -> Int {
    rows.count == 1 ? rows[0] : merge(rows, level: 1, &batch, input)
  }

  private mutating func merge(
    _ rows: [Int],
    level: Int,
    _ batch: inout RecordBatch,
    _ input: Span<UInt8>
  ) -> Int {
    let first = batch.rows[rows[0]].record
    let isOneShape = rows.allSatisfy { batch.rows[$0].record == first }
    let record = isOneShape ? first : rules[Int(first.index)].merged
    let values = values(of: rows, as: record, batch, input)
    let row = batch.rows.count
    let firstCell = batch.cells.count
    batch.rows.append(
      .init(
        record: record,
        firstCell: UInt32(truncatingIfNeeded: firstCell),
        end: 0,
        offset: batch.rows[rows[rows.count - 1]].offset
      )
    )
    for value in values { batch.cells.append(value.cell) }
    for (column, value) in values.enumerated() where !value.parts.isEmpty {
      let cell = relate(value.parts, level: level, &batch, input)
      batch.cells[firstCell + column] = cell
    }
    batch.rows[row].end = UInt32(truncatingIfNeeded: batch.rows.count)
    return row
  }

  /// The contents of the columns of the merged record.
  private mutating func values(
    of rows: [Int],
    as record: PlanID<RecordShape>,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> [Value] {
    let count = rules[Int(record.index)].columns.count
    // `repeating:` would copy each by a function of the runtime.
    var values = (0..<count).map { _ in Value() }
    for row in rows {
      let shape = batch.rows[row].record
      let rule = rules[Int(shape.index)]
      var isOld = false
      if rule.modification >= 0 {
        let column = Int(rule.modification)
        let place = shape == record ? column : place(of: column, rule)
        let cell = batch.cell(UInt32(column), of: row)
        isOld = isNotNewer(cell, batch, input, than: values[place].cell, batch, input, rule.order)
      }
      if isOld && !rule.relatesUnmodified { continue }
      for (column, number) in rule.columns.indices.enumerated() {
        let kind = columns[number].kind
        let cell = batch.cell(UInt32(column), of: row)
        if cell.kind == .missing || isOld && kind == .attribute { continue }
        let place = shape == record ? column : Int(columns[number].place)
        Self.assign(cell, kind, into: &values[place], isFirst: row == rows[0])
      }
    }
    return values
  }

  private func place(of column: Int, _ rule: MergeRule) -> Int {
    Int(columns[Int(rule.columns.first) + column].place)
  }

  private static func assign(
    _ cell: Cell,
    _ kind: MergeColumn.Kind,
    into value: inout Value,
    isFirst: Bool
  ) {
    switch cell.kind {
    case .record, .list:
      value.cell = .missing
      value.parts.append(Part(cell: cell, isUnion: kind == .union))
    case .null where kind == .union && !isFirst: break
    default:
      if cell.traits.contains(.isFallback) && !value.isEmpty { return }
      value = Value(cell: cell)
    }
  }

  // MARK: - Older and newer

  /// Whether a record is not newer than the known one, by the values of their modification
  /// attributes, each with the bytes that it points into.
  package mutating func isNotNewer(
    _ new: Cell,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    than known: Cell,
    _ knownBatch: borrowing RecordBatch,
    _ knownInput: Span<UInt8>,
    _ order: MergeOrder
  ) -> Bool {
    if new.traits.contains(.isFallback) { return false }
    let areNumbers = known.kind == .number && new.kind == .number
    switch (known.kind, new.kind) {
    case (.missing, .null), (.null, .null): return false
    case (.true, .true), (.false, .false), (_, .null): return true
    case (.number, .number), (.string, .string): break
    case (.number, .string), (.string, .number): if order != .number { return false }
    default: return false
    }
    texts.removeAll()
    appendText(of: known, knownBatch, knownInput)
    let end = texts.count
    appendText(of: new, batch, input)
    let (old, text) = (0..<end, end..<texts.count)
    if areNumbers || order == .number {
      guard let sign = DecimalText.order(texts.span, old, texts.span, text) else { return false }
      return order == .equality ? sign == 0 : sign >= 0
    }
    if order == .instant {
      let known = InstantText.significant(texts.span, old)
      return compare(known, InstantText.significant(texts.span, text)) >= 0
    }
    return compare(old, text) == 0
  }

  /// Whether a record is not newer than the known one, by modification values given as JSON.
  package mutating func isNotNewer(_ new: String, than known: String, _ order: MergeOrder) -> Bool {
    var batch = RecordBatch()
    let (one, other) = (batch.cell(ofJSON: new), batch.cell(ofJSON: known))
    let nothing = InlineArray<64, UInt8>(repeating: 0)
    return isNotNewer(one, batch, nothing.span, than: other, batch, nothing.span, order)
  }

  /// Appends a value as text, strings without quotes and escapes, and equal numbers with equal
  /// text.
  private mutating func appendText(
    of cell: Cell,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    switch cell.kind {
    case .number: KeyText.appendNumber(cell, batch, input, constants, to: &texts)
    case .true, .false, .string, .structure:
      cell.appendText(batch, input, constants, to: &texts)
    default: break
    }
  }

  private func compare(_ left: Range<Int>, _ right: Range<Int>) -> Int {
    TextSearch.order(texts.span.extracting(left), texts.span.extracting(right))
  }

  // MARK: - Related records

  /// Combines the related records of several versions of a record.
  private mutating func relate(
    _ parts: [Part],
    level: Int,
    _ batch: inout RecordBatch,
    _ input: Span<UInt8>
  ) -> Cell {
    let (groups, isList) = groups(of: parts, batch, input)
    let first = UInt32(truncatingIfNeeded: batch.rows.count)
    for group in groups {
      if group.rows.count == 1 || level >= Self.deepestLevel {
        Self.copy(group.rows[group.rows.count - 1], &batch, columnCounts: rules)
      } else {
        _ = merge(group.rows, level: level + 1, &batch, input)
      }
    }
    let count = UInt32(truncatingIfNeeded: groups.count)
    return Cell(isList ? .list : .record, space: .batch, offset: first, count: count)
  }

  /// Groups the related records by identity, and says whether they are a list.
  private mutating func groups(
    of parts: [Part],
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> ([Group], isList: Bool) {
    var groups: [Group] = []
    var places: [RecordKey: Int] = [:]
    var isList = false
    for part in parts {
      var former: [Group] = []
      var formerPlaces: [RecordKey: Int] = [:]
      // The first list's members stay unchanged, as do those of any list with nothing before it.
      let mayMerge = !groups.isEmpty
      if !part.isUnion {
        swap(&former, &groups)
        swap(&formerPlaces, &places)
      }
      var row = Int(part.cell.offset)
      for _ in 0..<part.cell.count {
        let member = row
        row = Int(batch.rows[row].end)
        guard parts.count > 1, let key = key(of: member, in: batch, input) else {
          groups.append(Group(rows: [member]))
          continue
        }
        if part.isUnion, mayMerge, let place = places[key] {
          groups[place].rows.append(member)
          continue
        }
        var group = Group(rows: [])
        if let place = formerPlaces[key] {
          group.rows = Self.moveRows(&former[place], by: groups)
          former[place].heir = groups.count
        }
        group.rows.append(member)
        if places[key] == nil { places[key] = groups.count }
        groups.append(group)
      }
      let isPlain = part.cell.kind == .record && groups.count == 1
      isList = part.isUnion ? isList || !isPlain : part.cell.kind == .list
    }
    return (groups, isList)
  }

  /// The rows of a former group: moved out of it, or copied if they were moved before.
  private static func moveRows(_ former: inout Group, by groups: [Group]) -> [Int] {
    if former.heir >= 0 { return Array(groups[former.heir].rows.prefix(former.formerCount)) }
    var rows: [Int] = []
    swap(&rows, &former.rows)
    former.formerCount = rows.count
    return rows
  }

  /// Appends a copy of a record with everything related to it.
  private static func copy(_ row: Int, _ batch: inout RecordBatch, columnCounts rules: [MergeRule])
  {
    let shift = UInt32(truncatingIfNeeded: batch.rows.count - row)
    for source in row..<Int(batch.rows[row].end) {
      var copied = batch.rows[source]
      let cells = Int(copied.firstCell)
      copied.firstCell = UInt32(truncatingIfNeeded: batch.cells.count)
      copied.end += shift
      batch.rows.append(copied)
      for place in cells..<(cells + rules[Int(copied.record.index)].columns.count) {
        var cell = batch.cells[place]
        if cell.kind == .record || cell.kind == .list { cell.offset += shift }
        batch.cells.append(cell)
      }
    }
  }
}
