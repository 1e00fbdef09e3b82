/// The forms in which dates come, which snapshots record.
extension DateConverter {
  /// The form that is not recorded: ISO 8601 with a zone.
  static var naturalForm: String { "iso8601" }

  /// The form of a scalar without quotes and escapes: the name of the format that takes it; nil if
  /// it is not a date.
  ///
  /// ISO 8601 without a zone or a time has forms of its own, and so have digits in quotes if
  /// `tellsQuotes`.
  static func form(
    of bytes: [UInt8],
    isString: Bool,
    tellsQuotes: Bool,
    by date: DateConversion,
    _ dates: borrowing DateTables
  ) -> String? {
    let text = bytes.span
    var (start, end) = (0, text.count)
    while start < end && text[start].isWhitespace { start += 1 }
    while start < end && text[end - 1].isWhitespace { end -= 1 }
    let range = start..<end
    var taken: Int32 = -1
    let kind = isString ? Cell.Kind.string : .number
    guard time(kind, text, range, date, dates, &taken) != nil else { return nil }
    if !isString { return unit(of: date, dates) == .seconds ? "epoch" : "epochMillis" }
    let digitsEnd = tellsQuotes ? " text" : ""
    // Without a stated format, the number of digits alone decides.
    if taken < 0 { return "epoch" + digitsEnd }
    let name = dates.names[Int(taken)]
    switch dates.formats[Int(taken)] {
    case .iso8601: return name + zoneEnd(text, range)
    case .day, .local: return date.formats.count == 1 ? naturalForm : name + zoneEnd(text, range)
    case .epoch, .epochMilliseconds: return name + digitsEnd
    case .rfc1123, .dotNet, .pattern: return name
    }
  }

  /// What the form of an ISO 8601 date ends with where it has no zone.
  private static func zoneEnd(_ text: Span<UInt8>, _ range: Range<Int>) -> String {
    let mark = range.first { text[$0] == .space || text[$0] | 0x20 == .ascii("t") }
    guard let mark else { return " day" }
    // The last one begins a typographic minus sign.
    let hasZone = (mark..<range.upperBound).contains { at in
      text[at] | 0x20 == .ascii("z") || text[at] == .plus || text[at] == .minus || text[at] == 0xE2
    }
    return hasZone ? "" : " local"
  }
}
