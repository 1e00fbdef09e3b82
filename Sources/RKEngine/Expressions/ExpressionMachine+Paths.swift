/// Follows key paths inside values: JSON text known to be valid, related records of the batch, and
/// lists that expressions made.
///
/// The rules are those of `PathWalk`, which follows paths in a document's tokens.
extension ExpressionMachine {
  /// The result of following a path.
  enum PathEnd: BitwiseCopyable {
    case value(ExpressionValue)
    case missing
    /// A component was applied to a scalar or to null, so the whole distribution has no result,
    /// either.
    case broken
  }

  /// The value at the end of a path; NIL if it leads nowhere.
  mutating func follow(
    _ steps: PlanRange<PathStep>,
    from value: ExpressionValue,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    guard case .value(let found) = walk(steps, from: value, context, &batch) else {
      return value.hasFailed ? .failed : .nil
    }
    return found
  }

  mutating func walk(
    _ steps: PlanRange<PathStep>,
    from start: ExpressionValue,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> PathEnd {
    var here = start
    var number = Int(steps.first)
    while number < Int(steps.end) {
      if here.isNil { return .broken }
      let rest = PlanRange<PathStep>((number + 1)..<Int(steps.end))
      switch context.plan.steps[number] {
      case .key, .glob:
        if isArray(here, context, batch) {
          let end = nextOperator(number, Int(steps.end), context)
          let ended = distribute(PlanRange(number..<end), over: here, context, &batch)
          guard case .value(let list) = ended else { return ended }
          (here, number) = (list, end)
          continue
        }
        guard isObject(here, context, batch) else { return .broken }
        guard case .key(let key) = context.plan.steps[number] else {
          let end = nextOperator(number, Int(steps.end), context)
          here = collect(PlanRange(number..<end), from: here, context, &batch)
          if here.cell.count == 0 { return .missing }
          number = end
          continue
        }
        guard let member = member(key, of: here, context, &batch) else { return .missing }
        here = member
      case .index(let index):
        guard isArray(here, context, batch) else {
          return isObject(here, context, batch) ? .missing : .broken
        }
        guard let element = element(Int(index), of: here, context, batch) else {
          return .missing
        }
        here = element
      case .all, .descendants:
        guard isArray(here, context, batch) || isObject(here, context, batch) else {
          return .broken
        }
        let end = nextOperator(number, Int(steps.end), context)
        let list = collect(PlanRange(number..<end), from: here, context, &batch)
        // All values of a missing value are an empty list; any other path needs a value to follow.
        if case .all = context.plan.steps[number] {
        } else if list.cell.count == 0 {
          return .missing
        }
        (here, number) = (list, end)
        continue
      case .collection(let operation):
        return apply(operation, to: here, rest, context, &batch)
      }
      number += 1
    }
    return .value(here)
  }

  /// The index of the next operator among some steps, or of the end.
  ///
  /// Steps before it run for each element, the operator for all of them.
  private func nextOperator(_ first: Int, _ end: Int, _ context: Evaluation) -> Int {
    for number in first..<end {
      if case .collection = context.plan.steps[number] { return number }
    }
    return end
  }

  // MARK: - Members and elements

  func isArray(
    _ value: ExpressionValue,
    _ context: Evaluation,
    _ batch: borrowing RecordBatch
  ) -> Bool {
    switch value.cell.kind {
    case .list: return true
    case .structure:
      let bytes = context.bytes(batch)
      return bytes.around(value.cell)[Int(value.cell.offset)] == .openArray
    default: return false
    }
  }

  /// Whether a value has members.
  func isObject(
    _ value: ExpressionValue,
    _ context: Evaluation,
    _ batch: borrowing RecordBatch
  ) -> Bool {
    switch value.cell.kind {
    case .record: true
    case .structure: !isArray(value, context, batch)
    default: false
    }
  }

  /// The member with a name of a value that is not an array; nil if there is none.
  mutating func member(
    _ key: ByteRange,
    of value: ExpressionValue,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> ExpressionValue? {
    if value.cell.kind == .record {
      return column(key, of: Int(value.cell.offset), context, &batch)
    }
    let bytes = context.bytes(batch)
    let text = bytes.around(value.cell)
    var members = ObjectMembers(from: Int(value.cell.offset))
    var found: Range<Int>?
    while let member = members.next(text) {
      if spelling.isKey(text, member.name, key) { found = member.value }
    }
    return found.map { ExpressionValue(Cell($0, in: value.cell, text)) }
  }

  /// A member of a record, by its name in the output.
  private func column(
    _ key: ByteRange,
    of row: Int,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> ExpressionValue? {
    let record = batch.rows[row].record
    guard !record.isNone else { return nil }
    for number in context.plan.schema.records[record].members.indices {
      let member = context.plan.schema.members[number]
      guard member.name.count == key.count,
        context.plan.schema.text.span.has(
          context.plan.text.span,
          key.range,
          at: member.name.lowerBound
        )
      else { continue }
      let firstCell = Int(batch.rows[row].firstCell)
      switch member.content {
      case .column(let column):
        let cell = batch.cells[firstCell + Int(column)]
        if cell.kind == .missing { return nil }
        var value = ExpressionValue(cell.expressed)
        for dates in context.plan.dateColumns
        where dates.record == record && dates.column == column {
          value.date = dates.date
        }
        return value
      case .related(let column, let group):
        let cell = batch.cells[firstCell + Int(column)]
        if cell.kind != .missing && cell.kind != .null { return ExpressionValue(cell) }
        return nested(group, firstCell, context, &batch)
      case .group(let group): return nested(group, firstCell, context, &batch)
      }
    }
    return nil
  }

  /// The object that dotted destinations make.
  private func nested(
    _ group: PlanRange<OutputMember>,
    _ firstCell: Int,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> ExpressionValue? {
    let start = batch.side.count
    guard RecordText.append(group, firstCell, context.input, context.plan, &batch) else {
      return nil
    }
    return ExpressionValue(Cell(structureOf: start..<batch.side.count))
  }

  mutating func element(
    _ index: Int,
    of array: ExpressionValue,
    _ context: Evaluation,
    _ batch: borrowing RecordBatch
  ) -> ExpressionValue? {
    let elements = pushElements(of: array, context, batch)
    defer { items.truncate(to: elements.lowerBound) }
    let place = index < 0 ? elements.upperBound + index : elements.lowerBound + index
    return elements.contains(place) ? items[place] : nil
  }

  /// A list as long as an array, with NIL where an element lacks the path.
  mutating func distribute(
    _ steps: PlanRange<PathStep>,
    over array: ExpressionValue,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> PathEnd {
    let elements = pushElements(of: array, context, batch)
    for number in elements {
      // Lists that a path ends with stay on the stack above the elements, which refer to them.
      switch walk(steps, from: items[number], context, &batch) {
      case .value(let value): items[number] = value
      case .missing: items[number] = .nil
      case .broken:
        items.truncate(to: elements.lowerBound)
        return .broken
      }
    }
    return .value(ExpressionValue(items: elements))
  }
}
