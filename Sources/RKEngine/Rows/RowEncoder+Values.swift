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
    if part >= 0 { keys.decide(part, by: cell.kind) }
    var value: StoredValue
    switch cell.kind {
    case .missing:
      if let site = cell.failedSite { rows.fail(site) }
      value = .absent
    case .null: value = .null
    case .false: value = StoredValue(integer: 0)
    case .true: value = StoredValue(integer: 1)
    case .number where storage.decimal != .text, .string where storage.decimal != .text:
      value = decimal(addText(cell, batch, input), storage.decimal)
    case .number where part >= 0 && keys[part] == .mixed:
      value = keyForm(addText(cell, batch, input), part, isNumber: true)
    case .number:
      value =
        part >= 0 && keys[part] == .text ? addText(cell, batch, input) : number(cell, batch, input)
    case .string:
      value = addText(cell, batch, input)
      if part >= 0 && keys[part] == .number { value = number(value) }
      if part >= 0 && keys[part] == .mixed { value = keyForm(value, part, isNumber: false) }
      if storage.isInstant { value = instant(value) }
    case .structure, .record, .list, .reference: value = addJSON(cell, batch, input)
    }
    value.isOther = cell.kind != .string && (value.kind == .text || cell.kind.isTruthValue)
    value.isFallback = cell.traits.contains(.isFallback)
    rows.values.append(value)
  }

  // MARK: - Numbers

  /// Converts a part of a key, which was added as a text, to its stored form; leaves it unchanged
  /// if no stored form is known.
  private mutating func keyForm(_ value: StoredValue, _ part: Int, isNumber: Bool) -> StoredValue {
    let text = value.textRange.map { rows.bytes[$0] }
    return keys.isNumber(text, part: part) ?? isNumber ? number(value) : value
  }

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

  /// Converts an added text to the number that its characters form.
  private mutating func number(_ value: StoredValue) -> StoredValue {
    let range = value.textRange
    guard ScalarCheck.isNumber(rows.bytes.span, range),
      let number = StoredNumber.value(rows.bytes.span, range)
    else { return value }
    rows.bytes.truncate(to: range.lowerBound)
    return number
  }

  /// Converts an added text to the form of a column of decimals.
  ///
  /// Leaves it unchanged if it is not a number, such as the key of a connection that refers to
  /// nothing.
  private mutating func decimal(_ value: StoredValue, _ column: DecimalColumn) -> StoredValue {
    let range = value.textRange
    guard let number = StoredDecimal.value(rows.bytes.span, range, as: column) else { return value }
    rows.bytes.truncate(to: range.lowerBound)
    return number
  }

  // MARK: - Texts

  /// Adds a string's text without quotes and escapes, or the text of a number.
  private mutating func addText(
    _ cell: Cell,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> StoredValue {
    let start = rows.bytes.count
    let hasEscapes = cell.traits.contains(.mayHaveEscapes)
    switch cell.space {
    case .input where hasEscapes && cell.kind == .string:
      text.removeAll()
      // A string that cannot be decoded to UTF-8 was rejected before it became a value.
      _ = StringText.append(input, cell.contentRange, to: &text)
      rows.bytes.append(contentsOf: text)
    case .input: rows.bytes.append(padded: input, cell.textRange)
    case .batch where hasEscapes: cell.appendText(batch.side.span, to: &rows.bytes)
    // The batch's bytes may have no padding yet: a record's key may be needed before the batch is
    // sealed.
    case .batch: rows.bytes.append(contentsOf: batch.side.span, cell.textRange)
    case .plan:
      let constants = constants
      cell.appendText(constants.span, to: &rows.bytes)
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

  /// Removes the trailing zeros of a date's fraction, so that equal dates are equal texts.
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

extension Cell.Kind {
  fileprivate var isTruthValue: Bool { self == .true || self == .false }
}
