internal import RKEngine
internal import RKMapping

/// Formats that all texts of a place may have.
///
/// Each text removes the formats that it does not have.
struct TextFormats: OptionSet, Sendable {
  let rawValue: UInt32

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
  /// Dates without a time; with a time and without a zone; with both.
  static let day = TextFormats(rawValue: 16384)
  static let local = TextFormats(rawValue: 32768)
  static let zoned = TextFormats(rawValue: 65536)
  static let all = TextFormats(rawValue: 131_071)
  private static let dated = TextFormats(rawValue: 8191 - 15)

  /// The date formats in the order in which they are tried, with their pattern in a spec; nil if the format is
  /// the default.
  static let dates: [(format: TextFormats, pattern: String?)] = [
    (.iso8601, nil), (.rfc1123, "rfc1123"), (.twitter, "EEE MMM dd HH:mm:ss Z yyyy"),
    (.spaced, "yyyy-MM-dd HH:mm:ss"), (.slashedYear, "yyyy/MM/dd"), (.dotted, "dd.MM.yyyy"),
    (.monthFirst, "MM/dd/yyyy"), (.dayFirst, "dd/MM/yyyy"), (.dotNet, "dotnet"),
  ]

  /// Those of the formats in this set that a text has.
  func held(by text: Span<UInt8>, _ range: Range<Int>) -> TextFormats {
    var held: TextFormats = []
    if contains(.uuid), range.count == 36, Self.isUUID(text, range) { held.insert(.uuid) }
    if contains(.url), Self.isURL(text, range) { held.insert(.url) }
    if contains(.decimal), Self.isDecimal(text, range) { held.insert(.decimal) }
    if contains(.digits), text.all(range, \.isDigit) { held.insert(.digits) }
    if contains(.base64), Self.isBase64(text, range) { held.insert(.base64) }
    guard 6...64 ~= range.count, rawValue & Self.dated.rawValue != 0 else { return held }
    for number in 0..<Self.dates.count {
      // The date formats are consecutive bits.
      let format = TextFormats(rawValue: Self.iso8601.rawValue &<< UInt32(number))
      guard contains(format), format != .iso8601 || Self.hasDay(text, range) else { continue }
      if Self.recognizer.reads(text, range, as: number) { held.insert(format) }
    }
    if held.rawValue & Self.dated.rawValue != 0 {
      held.formUnion(intersection(Self.parts(of: text, range, held)))
    }
    return held
  }

  /// Which of day, time and zone a date has.
  private static func parts(of text: Span<UInt8>, _ range: Range<Int>, _ held: TextFormats)
    -> TextFormats
  {
    if held.isDisjoint(with: [.rfc1123, .twitter, .dotNet]) {
      let time = (range.lowerBound + 10)..<max(range.lowerBound + 10, range.upperBound)
      if time.isEmpty { return .day }
      let hasZone = time.contains {
        text[$0] == .ascii("+") || text[$0] == .ascii("-") || text[$0] | 0x20 == .ascii("z")
      }
      if !hasZone { return .local }
    }
    return .zoned
  }

  private static let recognizer = DateRecognizer(dates.map { $0.pattern ?? "iso8601" })

  /// Whether an ISO 8601 date has year, month and day with hyphens; others could also be numbers.
  private static func hasDay(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    range.count >= 10 && text[range.lowerBound + 4] == .ascii("-")
      && text[range.lowerBound + 7] == .ascii("-")
  }

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
    let word = text.word(at: range.lowerBound)
    let isSecure = word == 0x2F2F_3A73_7074_7468
    guard isSecure || word & 0x00FF_FFFF_FFFF_FFFF == 0x2F_2F3A_7074_7468 else { return false }
    return text[range.lowerBound + (isSecure ? 8 : 7)].isAlphanumeric
      && URIReference.isValid(text, range)
  }

  /// Whether a text is digits with a fraction, without a leading zero before another digit.
  private static func isDecimal(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    if at < range.upperBound, text[at] == .ascii("-") { at += 1 }
    let start = at
    while at < range.upperBound, text[at].isDigit { at += 1 }
    guard at > start, at - start == 1 || text[start] != .zero else { return false }
    guard at + 1 < range.upperBound, text[at] == .ascii(".") else { return false }
    return text.all((at + 1)..<range.upperBound, \.isDigit)
  }

  /// Whether a text is at least 16 bytes of base64 in groups of four, with characters that words do not have.
  private static func isBase64(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.count >= 16, ValueConverter.isBase64(text, range) else { return false }
    return text[range.upperBound - 1] == .ascii("=")
      || text.all(range) { !$0.isLetter || $0 & 0x20 == 0 } == false
        && text.all(range) { !$0.isLetter || $0 & 0x20 != 0 } == false
        && text.all(range, \.isLetter) == false
  }
}

extension Span<UInt8> {
  func all(_ range: Range<Int>, _ test: (UInt8) -> Bool) -> Bool {
    for index in range where !test(self[index]) { return false }
    return !range.isEmpty
  }
}

extension UInt8 {
  var isHexDigit: Bool { isDigit || (self | 0x20) &- .ascii("a") < 6 }
  var isAlphanumeric: Bool { isDigit || isLetter }
}
