/// Writes records of keyed lines; a record that has a line of its own is written as its key in
/// other records.
extension JSONWriter {
  /// Leaves out the values of columns that are defaults for new records only.
  mutating func leaveOut(_ columns: Set<UInt32>, of range: PlanRange<Step>) {
    if columns.isEmpty { return }
    for number in range.indices {
      if columns.contains(steps[number].column), !steps[number].isNested {
        steps[number].leavesOutFallback = true
        steps[number].kind = .column
      }
      leaveOut(columns, of: steps[number].inner)
    }
  }

  /// The steps that write the columns of a key.
  mutating func key(_ columns: [Int32], of range: PlanRange<Step>) -> PlanRange<Step> {
    var found: [Step] = []
    for number in range.indices {
      var step = steps[number]
      if step.isNested {
        step.inner = key(columns, of: step.inner)
        if step.inner.isEmpty { continue }
        step.kind = .group
      } else if !columns.contains(Int32(step.column)) {
        continue
      }
      found.append(step)
    }
    return steps.add(found)
  }

  /// Writes the record at `row` nested in another record.
  @inline(__always)
  mutating func writeNested(
    _ row: Int,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ output: inout OutputBuffer
  ) {
    if isKeyed {
      writeKeyed(row, of: batch, input, &output)
    } else {
      write(row, of: batch, input, to: &output)
    }
  }

  private mutating func writeKeyed(
    _ row: Int,
    of batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ output: inout OutputBuffer
  ) {
    let shape = shapes[Int(batch.rows[row].record.index)]
    let start = output.count
    if shape.nestedLabel.count > 0 {
      output.append(padded: text.span, Int(shape.nestedLabel.offset), Int(shape.nestedLabel.count))
    }
    writeInner(shape.nestedSteps.indices, Int(batch.rows[row].firstCell), batch, input, &output)
    close(objectFrom: start, &output)
  }

  /// Writes one value of the record whose cells begin at `firstCell`.
  @inline(__always)
  mutating func writeValue(
    _ cell: Cell,
    _ firstCell: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ output: inout OutputBuffer
  ) {
    if cell.kind == .reference, let keyed {
      return write(keyed.connections[Int(cell.offset)], cell, firstCell, batch, input, &output)
    }
    write(cell, batch, input, &output)
  }

  /// Writes the keys that refer to connected records, in the form of nested records.
  mutating func write(
    _ connection: KeyedForm.Connection,
    _ cell: Cell,
    _ firstCell: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ output: inout OutputBuffer
  ) {
    let own = connection.keys.map { batch.cells[firstCell + Int($0.column)] }
    var members = [own]
    if own.count == 1, let elements = own[0].elements(batch, input) {
      members = elements.map { [$0] }
      if connection.isSingle { members = Array(members.prefix(1)) }
    }
    let isList = cell.traits.contains(.isList) && !connection.isSingle
    if isList { output.append(.openArray) }
    if !isList && members.isEmpty { output.append(Literal.nullText) }
    for (number, member) in members.enumerated() {
      if number > 0 { output.append(.comma) }
      let start = output.count
      if connection.isLabelled { writeLabel(KeyedForm.targetKey, connection.target, &output) }
      for (key, value) in zip(connection.keys, member) {
        for name in key.names {
          output.append(name == key.names[0] ? .comma : .openObject)
          output.append(JSONText.quoted(name).span)
          output.append(.colon)
        }
        write(value.kind == .missing ? Cell(.null) : value, batch, input, &output)
        for _ in key.names.dropFirst() { output.append(.closeObject) }
      }
      close(objectFrom: start, &output)
    }
    if isList { output.append(.closeArray) }
  }

  private func writeLabel(_ key: String, _ name: String, _ output: inout OutputBuffer) {
    output.append(.comma)
    output.append(JSONText.quoted(key).span)
    output.append(.colon)
    output.append(JSONText.quoted(name).span)
  }
}
