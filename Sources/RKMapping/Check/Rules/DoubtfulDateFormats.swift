internal import RKDiagnostics
internal import RKEngine

/// Finds date patterns with too many or too few fields to be intended.
///
/// Most of them have a letter in the wrong case.
struct DoubtfulDateFormats: CheckRule {
  /// What seems wrong with a pattern.
  private struct Doubt {
    var message: String
    var help: String?
    /// The pattern that was probably meant, if it is obvious.
    var mended: String?
  }

  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    for (format, place) in graph.dateFormats.joined() {
      guard case .steps(let steps) = format.form,
        let doubt = doubt(of: format.text, DateFields(steps))
      else { continue }
      findings.report(
        .doubtfulDateFormat,
        "in the date format '\(format.text)' \(doubt.message)",
        at: place,
        help: doubt.mended.map { "write \"\($0)\"" } ?? doubt.help,
        fixIts: doubt.mended.map { mended in
          let text = "\"\(mended)\""
          // Not safe, because the corrected pattern reads other dates.
          return [FixIt("write \(text)", replacing: place.range, with: text, isSafe: false)]
        } ?? []
      )
    }
  }

  private static func doubt(of text: String, _ fields: DateFields) -> Doubt? {
    doubtOfCase(text, fields) ?? doubtOfParts(fields)
  }

  /// Finds months in place of minutes, and fractions in place of seconds.
  private static func doubtOfCase(_ text: String, _ fields: DateFields) -> Doubt? {
    if fields.has(.minute) && !fields.hasMonth && fields.has(.year) && fields.has(.day) {
      return Doubt(
        message: "'m' is the minute, and the month is missing",
        help: "the month is \"M\"",
        mended: mended(text, "yyyy-mm-dd", "yyyy-MM-dd") ?? mended(text, "dd/mm/yyyy", "dd/MM/yyyy")
          ?? mended(text, "mm/dd/yyyy", "MM/dd/yyyy") ?? mended(text, "dd.mm.yyyy", "dd.MM.yyyy")
      )
    }
    if fields.has(.month) && fields.hasHour && !fields.has(.minute)
      && (fields.isRepeated(.month) || fields.has(.second))
    {
      return Doubt(
        message: "'M' is the month, and the minute is missing",
        help: "the minute is \"m\"",
        mended: mended(text, "HH:MM", "HH:mm") ?? mended(text, "hh:MM", "hh:mm")
      )
    }
    if fields.hasFraction && fields.has(.minute) && !fields.has(.second) {
      return Doubt(
        message: "'S' is a fraction of a second, and the second is missing",
        help: "the second is \"s\"",
        mended: mended(text, "mm:SS", "mm:ss")
      )
    }
    return nil
  }

  private static func doubtOfParts(_ fields: DateFields) -> Doubt? {
    let names: [(DateStep.Field, String)] = [
      (.year, "year"), (.month, "month"), (.day, "day"), (.hour, "hour"), (.hour12, "hour"),
      (.minute, "minute"), (.second, "second"), (.dayOfYear, "day of the year"),
    ]
    if let twice = names.first(where: { fields.isRepeated($0.0) }) {
      return Doubt(
        message: "the \(twice.1) occurs twice",
        help: "one of them probably means something else"
      )
    }
    if fields.has24Hours && fields.hasDayHalf {
      return Doubt(
        message: "'a' is the half of a day, and 'H' the hour of a whole one",
        help: "the hour of half a day is \"h\""
      )
    }
    if fields.has24Hours && fields.has12Hours {
      return Doubt(message: "the hour occurs twice", help: "\"H\" is that of the whole day")
    }
    if fields.has12Hours && !fields.hasDayHalf {
      return Doubt(
        message: "'\(fields.has(.hour12) ? "h" : "K")' is the hour of half a day, and nothing says "
          + "of which",
        help: "the hour of the whole day is \"H\"; the half is \"a\""
      )
    }
    if fields.has(.weekYear) && !fields.has(.year) && (fields.hasMonth || fields.has(.day)) {
      return Doubt(
        message: "'Y' is the year of a week, which months and days do not go with",
        help: "the year is \"y\""
      )
    }
    if fields.has(.dayOfYear) && (fields.has(.day) || fields.hasMonth) {
      return Doubt(
        message: "'D' is the day of the year, which months and their days do not go with",
        help: "the day of the month is \"d\""
      )
    }
    return doubtOfGaps(fields)
  }

  private static func doubtOfGaps(_ fields: DateFields) -> Doubt? {
    if fields.has(.year) && fields.has(.day) && !fields.hasMonth {
      return Doubt(message: "there is a day but no month", help: "the month is \"M\"")
    }
    if fields.hasHour && fields.has(.second) && !fields.has(.minute) {
      return Doubt(message: "there is a second but no minute", help: "the minute is \"m\"")
    }
    if (fields.hasMonth || fields.has(.day)) && !fields.hasYear {
      return Doubt(
        message: "there is no year: all dates are of 1970",
        help: "a text that is not a whole date is best kept as text, without \"type\": \"date\""
      )
    }
    return nil
  }

  /// Returns a text with a part replaced; nil unless the part occurs exactly once.
  private static func mended(_ text: String, _ part: String, _ other: String) -> String? {
    let (bytes, wanted) = (Array(text.utf8), Array(part.utf8))
    guard bytes.count >= wanted.count else { return nil }
    let places = (0...(bytes.count - wanted.count)).filter {
      bytes[$0..<($0 + wanted.count)].elementsEqual(wanted)
    }
    guard places.count == 1, !bytes.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C })
    else {
      return nil
    }
    var mended = bytes
    mended.replaceSubrange(places[0]..<(places[0] + wanted.count), with: other.utf8)
    return String(decoding: mended, as: UTF8.self)
  }
}
