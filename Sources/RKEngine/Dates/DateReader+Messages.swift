// Reads the dates of messages between programs: of mail and HTTP, and of .NET.
extension DateReader {
  /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`: RFC 1123, and RFC 822 before it.
  ///
  /// The weekday and the seconds may be missing, and the year may have two digits.
  mutating func readMail() -> Bool {
    var weekday: Int?
    if !peek().isDigit {
      weekday = takeName(of: EnglishNames.weekdays).map { $0 + 1 }
      guard weekday != nil, take(.comma) else { return false }
      _ = takeSpaces()
    }
    time.day = number(1, 2)
    guard time.day >= 0, takeSpaces(), let month = takeName(of: EnglishNames.months), takeSpaces()
    else { return false }
    time.month = month + 1
    switch digitCount() {
    case 4: time.year = number(4, 4)
    case 2: time.year = Self.year(ofTwoDigits: pair())
    default: return false
    }
    guard takeSpaces(), time.isInCalendar, readMailClock(), takeSpaces() else { return false }
    offset = takeZoneName()
    guard offset != nil else { return false }
    return weekday == nil || weekday == Calendar.weekday(daysSince1970: time.daysSince1970)
  }

  private mutating func readMailClock() -> Bool {
    time.hour = pair()
    guard time.hour >= 0, time.hour < 24, take(.colon) else { return false }
    time.minute = pair()
    guard take(.colon) else { return time.minute >= 0 }
    time.second = pair()
    return time.minute >= 0 && time.second >= 0
  }

  /// The year of two digits: 69 to 99 are in the last century, 00 to 68 in this one.
  static func year(ofTwoDigits digits: Int) -> Int { digits >= 69 ? 1900 + digits : 2000 + digits }

  /// Reads `/Date(1302179696000+0200)/`: milliseconds since 1970, and a zone that says only where
  /// it was written.
  mutating func readDotNet() -> Bool {
    guard take(.solidus), takeLetter(.ascii("d")), takeLetter(.ascii("a")),
      takeLetter(.ascii("t")), takeLetter(.ascii("e")), take(.ascii("("))
    else { return false }
    let start = at
    _ = take(.minus)
    let count = digitCount()
    at += count
    guard count > 0, let time = EpochText.read(text, start..<at, unit: .milliseconds) else {
      return false
    }
    if peek() != .ascii(")") {
      let form = DateStep.OffsetForm(allowsZ: false, hasColon: false, detail: .minutes)
      guard takeOffset(as: form) != nil else { return false }
    }
    self.time = time
    offset = 0
    return take(.ascii(")")) && take(.solidus)
  }

  // MARK: - Names

  /// Reads a name, in full or its first three letters, in any case; returns its index.
  mutating func takeName(of names: [EnglishName]) -> Int? {
    for number in names.indices where take(names[number]) { return number }
    for number in names.indices where take(names[number], count: 3) { return number }
    return nil
  }

  mutating func take(_ name: EnglishName) -> Bool { take(name, count: name.count) }

  mutating func take(_ name: EnglishName, count: Int) -> Bool {
    guard count <= end - at else { return false }
    for index in 0..<count where !text[at + index].isSameLetter(as: name[index]) { return false }
    at += count
    return true
  }

  /// Reads a zone name, of which GMT and UTC may be followed by an offset, or an offset; returns
  /// the seconds east of Greenwich.
  mutating func takeZoneName() -> Int? {
    for number in EnglishNames.zones.indices where take(EnglishNames.zones[number]) {
      let isGreenwich = number < 2 && (peek() == .plus || peek() == .minus)
      if !isGreenwich { return EnglishNames.zoneHours[number] * 3600 }
      break
    }
    return takeOffset(hasShortHours: true)
  }
}

extension UInt8 {
  /// Whether two letters are equal, ignoring case.
  fileprivate func isSameLetter(as other: UInt8) -> Bool {
    self == other || self | 0x20 == other | 0x20 && (self | 0x20) &- .ascii("a") < 26
  }
}
