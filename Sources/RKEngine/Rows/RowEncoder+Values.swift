extension RowEncoder {
  /// Adds the value of any cell.
  @inline(never)
  mutating func encode(
    _ cell: Cell,
    _ storage: ColumnStorage,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    let part = Int(storage.keyPart)
    if part >= 0 { decide(part, cell, batch, input) }
    var value: StoredValue
    switch cell.kind {
    case .missing: value = .absent
    case .null: value = .null
    case .false: value = StoredValue(integer: 0)
    case .true: value = StoredValue(integer: 1)
    case .number:
      value =
        part >= 0 && keys[part] == .text ? addText(cell, batch, input) : number(cell, batch, input)
    case .string:
      value = addText(cell, batch, input)
      if part >= 0 && keys[part] == .number { value = integer(value) }
      if storage.isInstant { value = instant(value) }
    case .structure, .record, .list: value = addJSON(cell, batch, input)
    }
    value.isFallback = cell.traits.contains(.isFallback)
    rows.values.append(value)
  }

  /// The first value of a part of a key that comes decides of what kind it is.
  private func decide(
    _ part: Int,
    _ cell: Cell,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    guard keys[part] == .open else { return }
    if cell.kind == .number { keys[part] = .number }
    if cell.kind == .string { keys[part] = .text }
  }

  // MARK: - Numbers

  private mutating func number(
    _ cell: Cell,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> StoredValue {
    let value =
      switch cell.space {
      case .input: StoredNumber.value(input, cell.range)
      case .batch: StoredNumber.value(batch.side.span, cell.range)
      case .plan: StoredNumber.value(constants.span, cell.range)
      }
    return value ?? addText(cell, batch, input)
  }

  /// A text that was added, as the number that it is the characters of.
  private mutating func integer(_ value: StoredValue) -> StoredValue {
    let range = value.textRange
    guard StoredNumber.isInteger(rows.bytes.span, range) else { return value }
    // Eight bytes behind a text can be read.
    let count = rows.bytes.count
    rows.bytes.append(zeros: 8)
    let integer = StoredNumber.integer(rows.bytes.span, range)
    rows.bytes.truncate(to: integer == nil ? count : range.lowerBound)
    return integer.map { StoredValue(integer: $0) } ?? value
  }

  // MARK: - Texts

  /// Adds a string's text without quotes and escapes, or that of a number.
  private mutating func addText(
    _ cell: Cell,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> StoredValue {
    switch cell.space {
    case .input: addText(cell, input)
    case .batch: addText(cell, batch.side.span)
    case .plan: addText(cell, constants)
    }
  }

  private mutating func addText(_ cell: Cell, _ bytes: [UInt8]) -> StoredValue {
    addText(cell, bytes.span)
  }

  private mutating func addText(_ cell: Cell, _ bytes: Span<UInt8>) -> StoredValue {
    let start = rows.bytes.count
    if cell.kind != .string || cell.space == .input && !cell.traits.contains(.mayHaveEscapes) {
      rows.bytes.append(padded: bytes, cell.textRange)
    } else {
      text.removeAll()
      // A string whose text has no UTF-8 form was refused before it became a value.
      _ = StringText.append(bytes, cell.contentRange, to: &text)
      rows.bytes.append(contentsOf: text)
    }
    return StoredValue(textAt: start..<rows.bytes.count)
  }

  private mutating func addJSON(
    _ cell: Cell,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> StoredValue {
    let start = rows.bytes.count
    text.removeAll()
    json.write(cell, batch, input, &text)
    rows.bytes.append(contentsOf: text)
    return StoredValue(textAt: start..<rows.bytes.count)
  }

  /// A date that was added, without trailing zeros of its fraction, so that equal ones are equal
  /// texts.
  private mutating func instant(_ value: StoredValue) -> StoredValue {
    let range = value.textRange
    guard let point = rows.bytes.span.first(.period, in: range) else { return value }
    var end = point + 1
    while end < range.upperBound && rows.bytes[end].isDigit { end += 1 }
    var kept = end
    while kept > point + 1 && rows.bytes[kept - 1] == .zero { kept -= 1 }
    if kept == point + 1 { kept = point }
    for at in end..<range.upperBound { rows.bytes[kept + at - end] = rows.bytes[at] }
    let count = range.upperBound - (end - kept)
    rows.bytes.truncate(to: count)
    return StoredValue(textAt: range.lowerBound..<count)
  }
}
