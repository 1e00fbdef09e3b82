/// The functions `number`, `text` and `date`, and the comparison of dates.
extension ExpressionMachine {
  /// What the type of a function makes of a value, or of the elements of a list.
  mutating func converted(
    _ value: ExpressionValue,
    by function: ExpressionFunction,
    _ date: PlanID<DateConversion>,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> ExpressionValue {
    if value.isNil { return value }
    if isArray(value, context, batch) {
      let elements = pushElements(of: value, context, batch)
      for number in elements {
        items[number] = converted(items[number], by: function, date, context, &batch)
      }
      return ExpressionValue(items: elements)
    }
    let isDate = !value.date.isNone
    switch (function, value.cell.kind) {
    case (_, .structure), (_, .record): break
    case (.number, .number), (.text, .string):
      if value.cell.kind == .string && value.cell.count == 2 { return .nil }
      return ExpressionValue(value.cell)
    case (.number, _) where isDate: break
    default:
      guard let cell = convert(value.cell, by: function, date, context, &batch) else { break }
      var made = ExpressionValue(cell)
      if function == .date && !made.isNil { made.date = date }
      return made
    }
    let form: Clash.Form =
      function == .number ? .unfitNumber : function == .text ? .unfitText : .unfitDate
    unfit = (value.cell, form)
    return .failed
  }

  /// Converts a scalar; nil if it does not fit.
  private mutating func convert(
    _ cell: Cell,
    by function: ExpressionFunction,
    _ date: PlanID<DateConversion>,
    _ context: Evaluation,
    _ batch: inout RecordBatch
  ) -> Cell? {
    loadScalar(cell, context, batch)
    let conversion: Conversion =
      function == .number ? .number : function == .text ? .string : .date(date)
    let made = ValueConverter.convert(
      cell.kind,
      text.span,
      0..<text.count,
      to: conversion,
      context.plan.dates,
      &batch.side
    )
    guard var made else { return nil }
    if made.kind == .null { return .missing }
    if made.space == .input {
      let start = batch.side.count
      batch.side.append(contentsOf: text.span, made.range)
      made = Cell(made.kind, start..<batch.side.count, space: .batch)
    }
    made.traits = []
    made.token = cell.token
    return made
  }

  /// Loads the text of a number, or of a string without its quotes and escapes.
  mutating func loadScalar(
    _ cell: Cell,
    _ context: Evaluation,
    _ batch: borrowing RecordBatch
  ) {
    text.removeAll()
    let bytes = context.bytes(batch)
    if cell.kind == .string {
      _ = StringText.append(bytes.around(cell), cell.contentRange, to: &text)
    } else if cell.kind == .number {
      text.append(contentsOf: bytes.around(cell), cell.range)
    }
  }

  // MARK: - Dates

  /// The order of a date and another value; nil if they never compare.
  ///
  /// Dates, and texts of ISO 8601, compare by instant, numbers by what is written, days and local
  /// times as texts, with their like and with texts.
  mutating func orderOfDates(
    _ left: ExpressionValue,
    _ right: ExpressionValue,
    _ context: Evaluation,
    _ batch: borrowing RecordBatch
  ) -> Int? {
    let bytes = context.bytes(batch)
    let (one, other) = (isDay(left, context), isDay(right, context))
    if one != nil || other != nil {
      let (isText, isOtherText) = (left.date.isNone, right.date.isNone)
      guard isText ? left.isString : isOtherText ? right.isString : one == other else { return nil }
      return comparison.order(left.cell, right.cell, TextFolding(), bytes)
    }
    if left.cell.kind == .number && right.cell.kind == .number
      && (left.date.isNone || right.date.isNone || left.date == right.date)
    {
      return comparison.order(left.cell, right.cell, TextFolding(), bytes)
    }
    instants.removeAll()
    guard let one = appendInstant(of: left, beside: right.date, context, batch),
      let other = appendInstant(of: right, beside: left.date, context, batch)
    else { return nil }
    return TextSearch.order(instants.span.extracting(one), instants.span.extracting(other))
  }

  /// Whether a value is a day; false for a local time, nil for any other value.
  private func isDay(_ value: ExpressionValue, _ context: Evaluation) -> Bool? {
    if value.date.isNone { return nil }
    switch context.plan.dates.conversions[value.date].output {
    case .day: return true
    case .local: return false
    case .iso8601, .epoch, .epochMilliseconds, .rfc1123, .dotNet, .pattern: return nil
    }
  }

  /// Appends the text of an instant that sorts by time; nil if the value is no date.
  ///
  /// A text without a zone has that of the date beside it.
  private mutating func appendInstant(
    of value: ExpressionValue,
    beside other: PlanID<DateConversion>,
    _ context: Evaluation,
    _ batch: borrowing RecordBatch
  ) -> Range<Int>? {
    let rules = context.plan.dates.conversions[value.date.isNone ? other : value.date]
    let format = value.date.isNone ? .iso8601 : rules.output
    guard value.cell.kind == .string || value.cell.kind == .number && !value.date.isNone else {
      return nil
    }
    loadScalar(value.cell, context, batch)
    var range = 0..<text.count
    while let first = range.first, text[first].isWhitespace { range.removeFirst() }
    while let last = range.last, text[last].isWhitespace { range.removeLast() }
    let dates = context.plan.dates
    let time = DateReader.read(text.span, range, as: format, zone: rules.zone, dates: dates)
    guard let time else { return nil }
    let start = instants.count
    _ = DateWriter.append(time, as: .iso8601, zone: .utc, dates: dates, to: &instants)
    return InstantText.significant(instants.span, (start + 1)..<(instants.count - 1))
  }

  /// The earliest or the latest of some dates.
  mutating func extreme(
    _ kind: Aggregation,
    _ elements: Range<Int>,
    _ context: Evaluation,
    _ batch: borrowing RecordBatch
  ) -> ExpressionValue {
    var best = ExpressionValue.nil
    for number in elements {
      if items[number].hasFailed { return .failed }
      if items[number].isNil { continue }
      if best.isNil {
        best = items[number]
        continue
      }
      guard let order = orderOfDates(items[number], best, context, batch) else { return .failed }
      if kind == .minimum ? order < 0 : order > 0 { best = items[number] }
    }
    return best
  }
}
