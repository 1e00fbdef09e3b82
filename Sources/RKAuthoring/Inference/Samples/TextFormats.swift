internal import RKEngine

/// The forms that all texts of a place may have; a text that lacks one takes it from the place.
struct TextFormats: OptionSet, Sendable {
  let rawValue: UInt16

  static let uuid = TextFormats(rawValue: 1)
  static let url = TextFormats(rawValue: 2)
  static let decimal = TextFormats(rawValue: 4)
  static let digits = TextFormats(rawValue: 8)
  static let iso8601 = TextFormats(rawValue: 16)
  static let rfc1123 = TextFormats(rawValue: 32)
  static let twitter = TextFormats(rawValue: 64)
  static let spaced = TextFormats(rawValue: 128)
  static let slashedYear = TextFormats(rawValue: 256)
  static let dotted = TextFormats(rawValue: 512)
  static let monthFirst = TextFormats(rawValue: 1024)
  static let dayFirst = TextFormats(rawValue: 2048)
  static let dotNet = TextFormats(rawValue: 4096)
  static let base64 = TextFormats(rawValue: 8192)
  static let all = TextFormats(rawValue: 16383)

  /// The formats of dates in the order in which they are tried, with what a spec calls them; nil for
  /// what needs no format.
  static let dates: [(format: TextFormats, pattern: String?)] = [
    (.iso8601, nil), (.rfc1123, "rfc1123"), (.twitter, "EEE MMM dd HH:mm:ss Z yyyy"),
    (.spaced, "yyyy-MM-dd HH:mm:ss"), (.slashedYear, "yyyy/MM/dd"), (.dotted, "dd.MM.yyyy"),
    (.monthFirst, "MM/dd/yyyy"), (.dayFirst, "dd/MM/yyyy"), (.dotNet, "dotnet"),
  ]

  /// Those of some formats that a text has.
  func held(by text: Span<UInt8>, _ range: Range<Int>) -> TextFormats {
    var held: TextFormats = []
    if contains(.uuid), range.count == 36, Self.isUUID(text, range) { held.insert(.uuid) }
    if contains(.url), Self.isURL(text, range) { held.insert(.url) }
    if contains(.decimal), Self.isDecimal(text, range) { held.insert(.decimal) }
    if contains(.digits), text.all(range, \.isDigit) { held.insert(.digits) }
    if contains(.base64), Self.isBase64(text, range) { held.insert(.base64) }
    // Every date has a digit among its first five bytes, or begins with a weekday.
    guard 6...64 ~= range.count else { return held }
    if contains(.iso8601), Self.isISO8601(text, range) { held.insert(.iso8601) }
    for (format, template) in Self.templates where contains(format) {
      if DateTemplate.fits(template, text, range) { held.insert(format) }
    }
    if contains(.dotNet), Self.isDotNet(text, range) { held.insert(.dotNet) }
    return held
  }

  private static let templates: [(TextFormats, StaticString)] = [
    (.rfc1123, "EEE, dd MMM yyyy HH:mm:ss 'GMT"), (.twitter, "EEE MMM dd HH:mm:ss Z yyyy"),
    (.spaced, "yyyy-MM-dd HH:mm:ss"), (.slashedYear, "yyyy/MM/dd"), (.dotted, "dd.MM.yyyy"),
    (.monthFirst, "MM/dd/yyyy"), (.dayFirst, "dd/MM/yyyy"),
  ]

  static func isUUID(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.count == 36 else { return false }
    for index in range {
      let place = index - range.lowerBound
      let isHyphen = place == 8 || place == 13 || place == 18 || place == 23
      guard isHyphen ? text[index] == .ascii("-") : text[index].isHexDigit else { return false }
    }
    return true
  }

  private static func isURL(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.count > 8, text[range.lowerBound] == .ascii("h") else { return false }
    for scheme in ["https://", "http://"] where range.count > scheme.utf8.count {
      let rest = (range.lowerBound + scheme.utf8.count)..<range.upperBound
      if text.starts(with: scheme, range), text[rest.lowerBound].isAlphanumeric {
        return URIReference.isValid(text, range)
      }
    }
    return false
  }

  /// Plain digits with a fraction, no zero before another digit.
  private static func isDecimal(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    if at < range.upperBound, text[at] == .ascii("-") { at += 1 }
    let start = at
    while at < range.upperBound, text[at].isDigit { at += 1 }
    guard at > start, at - start == 1 || text[start] != .zero else { return false }
    guard at + 1 < range.upperBound, text[at] == .ascii(".") else { return false }
    return text.all((at + 1)..<range.upperBound, \.isDigit)
  }

  /// At least 16 bytes in groups of four, with what words do not have.
  private static func isBase64(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.count >= 16, range.count % 4 == 0 else { return false }
    var end = range.upperBound
    while end > range.upperBound - 2, text[end - 1] == .ascii("=") { end -= 1 }
    guard text.all(range.lowerBound..<end, \.isBase64) else { return false }
    return end < range.upperBound
      || text.all(range) { !$0.isLetter || $0 & 0x20 == 0 } == false
        && text.all(range) { !$0.isLetter || $0 & 0x20 != 0 } == false
        && text.all(range, \.isLetter) == false
  }

  private static func isISO8601(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.count >= 10, text[range.lowerBound].isDigit,
      DateTemplate.fits("yyyy-MM-dd", text, range.lowerBound..<(range.lowerBound + 10))
    else { return false }
    return range.count == 10 || DateConverter.epochText(ofISO8601: text.extracting(range)) != nil
  }

  private static func isDotNet(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.count > 8, text.starts(with: "/Date(", range) else { return false }
    var at = range.lowerBound + 6
    if text[at] == .ascii("-") { at += 1 }
    let start = at
    while at < range.upperBound, text[at].isDigit { at += 1 }
    return 1...15 ~= at - start && at + 2 == range.upperBound && text[at] == .ascii(")")
      && text[at + 1] == .ascii("/")
  }
}

extension Span<UInt8> {
  func all(_ range: Range<Int>, _ test: (UInt8) -> Bool) -> Bool {
    for index in range where !test(self[index]) { return false }
    return !range.isEmpty
  }

  func starts(with prefix: String, _ range: Range<Int>) -> Bool {
    guard range.count >= prefix.utf8.count else { return false }
    return zip(range, prefix.utf8).allSatisfy { self[$0] == $1 }
  }
}

extension UInt8 {
  var isHexDigit: Bool { isDigit || (self | 0x20) &- .ascii("a") < 6 }
  var isAlphanumeric: Bool { isDigit || isLetter }
  var isBase64: Bool { isAlphanumeric || self == .ascii("+") || self == .ascii("/") }
}

/// Texts of fixed width: letters of Unicode's date patterns stand for digits and names, all others for
/// themselves.
enum DateTemplate {
  private static let months = "janfebmaraprmayjunjulaugsepoctnovdec"
  private static let weekdays = "montuewedthufrisatsun"

  /// Whether a text is a date of the calendar in this form.
  static func fits(_ template: StaticString, _ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let pattern = Array(template.description.utf8)
    var (year, month, day, weekday) = (2000, 1, 1, -1)
    var (hour, minute, second) = (0, 0, 0)
    var (at, place) = (range.lowerBound, 0)
    while place < pattern.count {
      let letter = pattern[place]
      var width = 1
      while place + width < pattern.count, pattern[place + width] == letter { width += 1 }
      place += width
      if letter == .ascii("'") {
        guard text.starts(with: "GMT", at..<range.upperBound) else { return false }
        at += 3
        place = pattern.count
        continue
      }
      let length = letter == .ascii("Z") ? 5 : width
      guard at + length <= range.upperBound else { return false }
      switch letter {
      case .ascii("E"):
        weekday = name(text, at, among: weekdays) + 1
        if weekday == 0 { return false }
      case .ascii("M") where width == 3:
        month = name(text, at, among: months) + 1
      case .ascii("Z"):
        guard text[at] == .ascii("+") || text[at] == .ascii("-"),
          let zone = number(text, (at + 1)..<(at + 5)), zone % 100 < 60, zone < 1500
        else { return false }
      case .ascii("y"), .ascii("M"), .ascii("d"), .ascii("H"), .ascii("m"), .ascii("s"):
        guard let value = number(text, at..<(at + width)) else { return false }
        switch letter {
        case .ascii("y"): year = value
        case .ascii("M"): month = value
        case .ascii("d"): day = value
        case .ascii("H"): hour = value
        case .ascii("m"): minute = value
        default: second = value
        }
      default:
        guard text[at] == letter, width == 1 else { return false }
      }
      at += length
    }
    guard at == range.upperBound, 1...12 ~= month, year > 0, hour < 24, minute < 60, second < 60,
      1...Calendar.dayCount(month: month, year: year) ~= day
    else { return false }
    let days = Calendar.days(year: year, month: month, day: day)
    return weekday < 0 || Calendar.weekday(daysSince1970: days) == weekday
  }

  private static func number(_ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var value = 0
    for index in range {
      guard text[index].isDigit else { return nil }
      value = value * 10 + Int(text[index] - .zero)
    }
    return value
  }

  /// The index of a name of three letters; -1 where it is none.
  private static func name(_ text: Span<UInt8>, _ at: Int, among names: String) -> Int {
    var wanted: [UInt8] = []
    for index in at..<(at + 3) { wanted.append(text[index] | 0x20) }
    let names = Array(names.utf8)
    for start in stride(from: 0, to: names.count, by: 3)
    where names[start..<(start + 3)].elementsEqual(wanted) { return start / 3 }
    return -1
  }
}
