extension ExpressionMachine {
  /// Pushes the elements of a value: those of a list, none for NIL, otherwise the value itself.
  mutating func pushElements(
    of value: ExpressionValue,
    _ context: Evaluation,
    _ batch: borrowing RecordBatch
  ) -> Range<Int> {
    let first = items.count
    if value.isItems {
      for number in value.cell.range { items.append(items[number]) }
    } else if value.cell.kind == .list {
      var row = value.cell.offset
      for _ in 0..<value.cell.count {
        items.append(ExpressionValue(Cell(.record, offset: row)))
        row = batch.rows[Int(row)].end
      }
    } else if value.cell.kind == .structure {
      let bytes = context.bytes(batch)
      if bytes.around(value.cell)[Int(value.cell.offset)] == .openArray {
        push(elementsOf: value.cell, bytes.around(value.cell))
        if !value.date.isNone {
          for number in first..<items.count { items[number].date = value.date }
        }
      } else {
        items.append(value)
      }
    } else if !value.isNil {
      items.append(value)
    }
    stepsLeft &-= items.count &- first
    return first..<items.count
  }

  /// Pushes the values inside a value, including those of an object; nil if it contains none.
  mutating func pushMembers(
    of value: ExpressionValue,
    _ context: Evaluation,
    _ batch: borrowing RecordBatch
  ) -> Range<Int>? {
    if value.cell.kind == .structure {
      let first = items.count
      let bytes = context.bytes(batch)
      if bytes.around(value.cell)[Int(value.cell.offset)] == .openObject {
        push(valuesOf: value.cell, bytes.around(value.cell))
        stepsLeft &-= items.count &- first
        return first..<items.count
      }
    }
    guard value.cell.kind == .list || value.cell.kind == .structure else { return nil }
    return pushElements(of: value, context, batch)
  }

  /// Pushes the elements of an array.
  mutating func push(elementsOf array: Cell, _ text: Span<UInt8>) {
    var elements = ArrayElements(from: Int(array.offset))
    while let range = elements.next(text) {
      items.append(ExpressionValue(Cell(range, in: array, text)))
    }
  }

  /// Pushes the values of an object, including all of those with the same name.
  mutating func push(valuesOf object: Cell, _ text: Span<UInt8>) {
    var members = ObjectMembers(from: Int(object.offset))
    while let member = members.next(text) {
      items.append(ExpressionValue(Cell(member.value, in: object, text)))
    }
  }

  // MARK: - Text

  /// A value as a cell with JSON text; the text is appended to the batch's bytes if there is none
  /// yet.
  mutating func text(
    of value: ExpressionValue,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> Cell {
    if value.isText { return value.cell }
    let start = batch.side.count
    write(value, context, &batch)
    return Cell(structureOf: start..<batch.side.count)
  }

  /// Writes a value as JSON text; NIL as null.
  private mutating func write(
    _ value: ExpressionValue,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) {
    if value.isItems {
      batch.side.append(.openArray)
      for (place, number) in value.cell.range.enumerated() {
        if place > 0 { batch.side.append(.comma) }
        write(items[number], context, &batch)
      }
      return batch.side.append(.closeArray)
    }
    RecordText.append(value.cell, context.input, context.plan, &batch)
  }
}

extension Cell {
  /// A structure in the batch's bytes whose values may have white space and escapes.
  init(structureOf range: Range<Int>) {
    self.init(.structure, range, space: .batch, traits: [.mayHaveEscapes, .mayHaveWhitespace])
  }

  /// A value inside a structure; `text` has the bytes of both.
  init(_ range: Range<Int>, in structure: Cell, _ text: Span<UInt8>) {
    let kind = Kind(firstByte: text[range.lowerBound])
    let isPlain = kind != .string && kind != .structure
    self.init(
      kind,
      range,
      space: structure.space,
      traits: isPlain ? [] : structure.traits,
      token: Int(structure.token)
    )
  }
}
