internal import RKEngine

/// A letter of a date pattern, and how often it is repeated.
package struct DatePatternField: Sendable, Hashable {
  package var letter: UInt8
  package var count: Int
  /// The offset in the pattern, in bytes of UTF-8.
  package var offset: Int

  private var character: Character { Character(UnicodeScalar(letter)) }

  private var text: String { String(repeating: character, count: min(count, 20)) }

  /// Its meaning; nil if the letter, or this number of repetitions, has none.
  var step: DateStep? {
    switch (character, count) {
    case ("G", 1...3): .era(.abbreviated)
    case ("G", 4): .era(.whole)
    case ("G", 5): .era(.narrow)
    case ("y", 2): .shortYear
    case ("y", 1...9), ("u", 1...9): number(.year)
    case ("Y", 2): .shortWeekYear
    case ("Y", 1...9): number(.weekYear)
    case ("Q", 1...2), ("q", 1...2): number(.quarter)
    case ("Q", 3), ("q", 3): .quarterName(.abbreviated)
    case ("Q", 4), ("q", 4): .quarterName(.whole)
    case ("M", 1...2), ("L", 1...2): number(.month)
    case ("M", 3), ("L", 3): .monthName(.abbreviated)
    case ("M", 4), ("L", 4): .monthName(.whole)
    case ("w", 1...2): number(.week)
    case ("d", 1...2): number(.day)
    case ("D", 1...3): number(.dayOfYear)
    case ("e", 1...2), ("c", 1): number(.weekday)
    case ("E", 1...3), ("e", 3), ("c", 3): .weekdayName(.abbreviated)
    case ("E", 4), ("e", 4), ("c", 4): .weekdayName(.whole)
    case ("E", 6), ("e", 6), ("c", 6): .weekdayName(.short)
    case ("a", 1...4): .dayHalf(.abbreviated)
    case ("a", 5): .dayHalf(.narrow)
    case ("H", 1...2): number(.hour)
    case ("h", 1...2): number(.hour12)
    case ("K", 1...2): number(.hour11)
    case ("k", 1...2): number(.hour24)
    case ("m", 1...2): number(.minute)
    case ("s", 1...2): number(.second)
    case ("S", 1...18): .fraction(digits: UInt8(count))
    default: zone
    }
  }

  private var zone: DateStep? {
    func offset(_ detail: DateStep.OffsetForm.Detail, hasColon: Bool, allowsZ: Bool) -> DateStep {
      .offset(DateStep.OffsetForm(allowsZ: allowsZ, hasColon: hasColon, detail: detail))
    }
    let allowsZ = character == "X" || character == "Z"
    return switch (character, count) {
    case ("z", 1...4), ("Z", 4), ("O", 4): .zoneName(isShort: false)
    case ("O", 1): .zoneName(isShort: true)
    case ("Z", 1...3): offset(.minutes, hasColon: false, allowsZ: false)
    case ("X", 1), ("x", 1): offset(.hours, hasColon: false, allowsZ: allowsZ)
    case ("X", 2), ("x", 2): offset(.minutes, hasColon: false, allowsZ: allowsZ)
    case ("X", 3), ("x", 3): offset(.minutes, hasColon: true, allowsZ: allowsZ)
    case ("X", 4), ("x", 4): offset(.seconds, hasColon: false, allowsZ: allowsZ)
    case ("X", 5), ("x", 5), ("Z", 5): offset(.seconds, hasColon: true, allowsZ: allowsZ)
    default: nil
    }
  }

  private func number(_ field: DateStep.Field) -> DateStep {
    let count = UInt8(count)
    let digits: DateStep.Digits =
      switch field {
      case .year, .weekYear: DateStep.Digits(written: count, least: count, most: 9)
      case .dayOfYear: DateStep.Digits(written: count, least: 1, most: 3)
      case .quarter, .weekday: DateStep.Digits(written: count, least: 1, most: max(count, 1))
      default: DateStep.Digits(written: count, least: 1, most: 2)
      }
    return .number(field, digits)
  }

  // MARK: - Errors

  /// Letters that are common mistakes, with the intended letters.
  private static let meant: [Character: Character] = [
    "b": "a", "B": "a", "p": "a", "n": "S", "N": "S", "A": "S", "f": "S", "F": "d", "g": "D",
    "U": "y", "r": "y", "j": "H", "v": "z", "V": "z", "l": "M", "W": "w", "t": "a",
  ]

  /// Explains why this is not a field.
  func unknown(after fields: [DatePatternField]) -> TextError {
    let isKnown = DatePatternField(letter: letter, count: 1, offset: 0).step != nil
    var message = "'\(text)' is no part of a date format"
    var help = "text is put between single quotes: '\(text)'"
    if isKnown {
      message += "; '\(character)' does not stand so many times"
      help = "names are written \"MMM\" or \"MMMM\" and \"EEE\" or \"EEEE\""
      if !"MLEec".contains(character) { help = "write fewer of it" }
    } else if let meant = Self.meant[character] {
      message += "; did you mean '\(meant)'?"
    }
    return TextError(message, at: offset, help: help)
  }

  /// Rejects combinations of fields that make no sense.
  static func check(_ fields: [DatePatternField]) throws(TextError) {
    func first(_ letters: String) -> DatePatternField? {
      fields.first { letters.contains($0.character) }
    }
    let hasDay = first("d") != nil || first("D") != nil
    if let year = first("Y"), first("w") == nil {
      let calendar = String(repeating: "y", count: year.count)
      throw TextError(
        "'\(year.text)' is the year of a week and needs 'w'",
        at: year.offset,
        help: "the calendar's year is \"\(calendar)\""
      )
    }
    if let week = first("w"), first("Y") == nil, !hasDay {
      throw TextError(
        "'\(week.text)' is a week of the year 'YYYY', which is missing",
        at: week.offset,
        help: "write \"YYYY\" for the year, which may be another than \"yyyy\" at its ends"
      )
    }
    if let day = first("D"), first("ML") != nil, first("d") == nil {
      throw TextError(
        "'\(day.text)' is the day of the year, which a month does not go with",
        at: day.offset,
        help: "the day of the month is \"\(String(repeating: "d", count: min(day.count, 2)))\""
      )
    }
    // `yyyy-mm-dd` would read every date, but with wrong months.
    if let minute = first("m"), first("HhKk") == nil, first("yuMLdDYw") != nil {
      let month = String(repeating: "M", count: minute.count)
      throw TextError(
        "'\(minute.text)' is the minute of an hour, which is missing",
        at: minute.offset,
        help: first("ML") == nil ? "the month is \"\(month)\"" : "the hour is \"HH\""
      )
    }
  }
}
