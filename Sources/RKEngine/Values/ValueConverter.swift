/// Converts a value to the type that an attribute declares, exactly or not at all: nothing is
/// guessed, rounded or clamped.
///
/// The result is a cell. It points into the given text, in the space `input`, if a part of that
/// (for a string without quotes) already is the result; otherwise into bytes appended to those of
/// the batch.
package enum ValueConverter {
  /// Converts a scalar, which for a string is given without quotes and escapes; nil if it cannot be
  /// converted.
  ///
  /// White space around numbers and dates is skipped. Blank text is null, except for strings.
  static func convert(
    _ kind: Cell.Kind,
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    to conversion: Conversion,
    _ dates: borrowing DateTables,
    _ side: inout UniqueArray<UInt8>
  ) -> Cell? {
    if case .string = conversion { return string(kind, text, range, &side) }
    if case .date(let id) = conversion, kind == .string, let day = dates.conversions[id].day {
      let start = side.count
      if day.append(text, range, to: &side) {
        return Cell(.string, start..<side.count, space: .batch)
      }
    }
    var (start, end) = (range.lowerBound, range.upperBound)
    if kind == .string {
      while start < end && text[start].isWhitespace { start &+= 1 }
      while start < end && text[end &- 1].isWhitespace { end &-= 1 }
      if start == end { return Cell(.null) }
    }
    let trimmed = start..<end
    return switch conversion {
    case .integer: integer(kind, text, trimmed, in: range, &side)
    case .number: number(kind, text, trimmed, in: range, &side)
    case .decimal(let column): decimal(kind, text, trimmed, column, &side)
    case .boolean: boolean(kind, text, trimmed, in: range)
    case .date(let id):
      DateConverter.convert(kind, text, trimmed, by: dates.conversions[id], dates, &side)
    case .url: url(kind, text, range)
    case .uuid: uuid(kind, text, range, &side)
    case .data: data(kind, text, range)
    case .string, .object, .list: nil
    }
  }
}

extension Conversion {
  /// How converted values are compared in a set.
  func meaning(_ dates: borrowing DateTables) -> ElementSet.Meaning {
    switch self {
    case .decimal: .decimal
    case .date(let date): dates.conversions[date].output.isISO8601 ? .date : .text
    case .string, .integer, .number, .boolean, .url, .uuid, .data, .object, .list: .text
    }
  }
}
