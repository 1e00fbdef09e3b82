/// Reads dates from a range of text without white space around it.
struct DateReader: ~Escapable {
  let text: Span<UInt8>
  let end: Int
  var at: Int
  var time = CivilTime()
  /// The offset that the text states, in seconds east of Greenwich.
  var offset: Int?
  /// Whether the text of ISO 8601 has a time.
  var hasClock = false

  @_lifetime(copy text)
  private init(_ text: Span<UInt8>, _ range: Range<Int>) {
    self.text = text
    at = range.lowerBound
    end = range.upperBound
  }

  /// Reads the whole text by a format; nil if it is not such a date.
  ///
  /// `zone` applies to text without a zone.
  static func read(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    as format: DateFormat,
    zone: DateZone,
    dates: borrowing DateTables
  ) -> CivilTime? {
    var reader = DateReader(text, range)
    let isRead =
      switch format {
      case .iso8601: reader.readISO()
      case .day: reader.readDay()
      case .local: reader.readISO() && reader.hasClock && reader.offset == nil
      case .pattern(let parts): reader.readPattern(parts, dates.steps.span)
      case .rfc1123: reader.readMail()
      case .epoch: reader.readNumber(.seconds)
      case .epochMilliseconds: reader.readNumber(.milliseconds)
      case .dotNet: reader.readDotNet()
      }
    guard isRead, reader.isAtEnd, reader.time.isInCalendar else { return nil }
    let offset = reader.offset ?? zone.offset(atLocal: reader.time, dates)
    return reader.time.moveToUTC(from: offset) ? reader.time : nil
  }

  private mutating func readNumber(_ unit: EpochText.Unit) -> Bool {
    guard let time = EpochText.read(text, at..<end, unit: unit) else { return false }
    self.time = time
    offset = 0
    at = end
    return true
  }

  // MARK: - Parts

  var isAtEnd: Bool { at == end }

  @inline(__always)
  func peek() -> UInt8 { at < end ? text[at] : 0 }

  @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    at &+= 1
    return true
  }

  /// Consumes a letter, given in lower case, in either case.
  mutating func takeLetter(_ letter: UInt8) -> Bool {
    guard peek() | 0x20 == letter else { return false }
    at += 1
    return true
  }

  mutating func takeSpaces() -> Bool {
    guard take(.space) else { return false }
    while take(.space) {}
    return true
  }

  /// Reads a number of at least `least` and at most `most` digits; -1 if there is none.
  @inline(__always)
  mutating func number(_ least: Int, _ most: Int) -> Int {
    var value = 0
    var place = at
    let limit = min(end, at &+ most)
    while place < limit {
      let digit = text[place] &- .zero
      if digit > 9 { break }
      value = value &* 10 &+ Int(truncatingIfNeeded: digit)
      place &+= 1
    }
    let count = place &- at
    at = place
    return count >= least ? value : -1
  }

  /// Reads two digits; -1 if there are not two.
  @inline(__always)
  mutating func pair() -> Int {
    guard end &- at >= 2 else { return -1 }
    let tens = text[at] &- .zero
    let ones = text[at &+ 1] &- .zero
    guard tens <= 9, ones <= 9 else { return -1 }
    at &+= 2
    return Int(truncatingIfNeeded: tens) &* 10 &+ Int(truncatingIfNeeded: ones)
  }

  func digitCount() -> Int {
    var count = 0
    while at + count < end && text[at + count].isDigit { count += 1 }
    return count
  }

  /// Reads the digits of a fraction, exactly `wanted` if given; after 18 digits only zeros are
  /// allowed.
  mutating func fraction(exactly wanted: Int? = nil) -> Bool {
    let start = at
    while at < end {
      let digit = text[at] &- .zero
      if digit > 9 { break }
      if time.fractionDigits < 18 {
        time.fraction = time.fraction &* 10 &+ UInt64(digit)
        time.fractionDigits &+= 1
      } else if digit > 0 {
        return false
      }
      at &+= 1
    }
    let count = at - start
    return count > 0 && (wanted == nil || wanted == count)
  }

  // MARK: - Offsets

  /// Reads `+hh:mm`, `+hhmm` or `+hh`, or what a form allows; returns seconds, nil for anything
  /// else.
  mutating func takeOffset(as form: DateStep.OffsetForm? = nil, hasShortHours: Bool = false) -> Int?
  {
    let isEast = peek() == .plus
    guard take(.plus) || take(.minus) || takeMinusSign() else { return nil }
    let hours = hasShortHours && digitCount() < 3 ? number(1, 2) : pair()
    guard hours >= 0, hours <= 23 else { return nil }
    var seconds = hours * 3600
    var hasColon = form?.hasColon
    if let minutes = takeOffsetPart(&hasColon) {
      guard minutes >= 0 else { return nil }
      seconds += minutes * 60
      if form?.detail == .seconds, let rest = takeOffsetPart(&hasColon) {
        guard rest >= 0 else { return nil }
        seconds += rest
      }
    } else if let form, form.detail != .hours {
      return nil
    }
    return isEast ? seconds : -seconds
  }

  /// Reads the minutes or seconds of an offset: nil if there are none, -1 if they are invalid.
  private mutating func takeOffsetPart(_ hasColon: inout Bool?) -> Int? {
    if hasColon != false, take(.colon) {
      hasColon = true
    } else if hasColon != true, digitCount() >= 2 {
      hasColon = false
    } else {
      return nil
    }
    let value = pair()
    return value < 60 ? value : -1
  }

  /// Reads the typographic minus sign, which ISO 8601 prefers.
  private mutating func takeMinusSign() -> Bool {
    guard end - at >= 3, text[at] == 0xE2, text[at + 1] == 0x88, text[at + 2] == 0x92 else {
      return false
    }
    at += 3
    return true
  }
}
