/// The names that dates use in the locale en_US_POSIX.
enum EnglishNames {
  static let months: [EnglishName] = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  static let weekdays: [EnglishName] = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  static let quarters: [EnglishName] = [
    "1st quarter", "2nd quarter", "3rd quarter", "4th quarter",
  ]
  /// The era before the year 1, and the one since then.
  static let eras: [EnglishName] = ["Before Christ", "Anno Domini"]
  static let shortEras: [EnglishName] = ["BC", "AD"]
  static let dayHalves: [EnglishName] = ["AM", "PM"]
  /// The zones that RFC 822 names, and UTC.
  static let zones: [EnglishName] = [
    "UTC", "GMT", "UT", "Z", "EST", "EDT", "CST", "CDT", "MST", "MDT", "PST", "PDT",
  ]
  /// The zones' hours east of Greenwich.
  static let zoneHours = [0, 0, 0, 0, -5, -4, -6, -5, -7, -6, -8, -7]
}

/// An English name of at most 16 characters in two words, so that reading and writing it needs no
/// memory access.
struct EnglishName: BitwiseCopyable, ExpressibleByStringLiteral {
  let low: UInt64
  let high: UInt64
  let count: Int

  init(stringLiteral text: StaticString) {
    var words: (UInt64, UInt64) = (0, 0)
    for byte in text.description.utf8.reversed() {
      words = (words.0 << 8 | UInt64(byte), words.1 << 8 | words.0 >> 56)
    }
    (low, high) = words
    count = text.utf8CodeUnitCount
  }

  /// A character; `index` is less than 16.
  @inline(__always)
  subscript(index: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: (index < 8 ? low : high) >> UInt64((index & 7) * 8))
  }
}
