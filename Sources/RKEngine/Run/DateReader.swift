/// Reads dates from text, which is a range of bytes without white space around it.
struct DateReader: ~Escapable {
  private let text: Span<UInt8>
  private let end: Int
  private var at: Int
  private var time = CivilTime()

  @_lifetime(copy text)
  private init(_ text: Span<UInt8>, _ range: Range<Int>) {
    self.text = text
    at = range.lowerBound
    end = range.upperBound
  }

  /// Reads the text as a format says, all of it; nil when it is no such date.
  ///
  /// `zoneOffset` is where text that names no zone is at home.
  static func read(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    as format: DateFormat,
    zoneOffset: Int,
    steps: Span<DateStep>
  ) -> CivilTime? {
    var reader = DateReader(text, range)
    switch format {
    case .iso8601: return reader.iso8601(zoneOffset)
    case .epoch: return EpochText.read(text, range, unit: .seconds)
    case .epochMilliseconds: return EpochText.read(text, range, unit: .milliseconds)
    case .pattern(let parts): return reader.pattern(parts, steps, zoneOffset)
    }
  }

  // MARK: - Parts

  private var isAtEnd: Bool { at == end }

  @inline(__always)
  private func peek() -> UInt8 { at < end ? text[at] : 0 }

  @inline(__always)
  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    at &+= 1
    return true
  }

  /// A number of so many digits, or -1.
  @inline(__always)
  private mutating func number(_ least: Int, _ most: Int) -> Int {
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

  /// Two digits.
  private mutating func pair() -> Int? {
    let value = number(2, 2)
    return value >= 0 ? value : nil
  }

  private func digitCount() -> Int {
    var count = 0
    while at + count < end && text[at + count].isDigit { count += 1 }
    return count
  }

  /// The digits of a fraction; what is beyond 18 of them is dropped.
  private mutating func fraction(exactly wanted: Int? = nil) -> Bool {
    let count = digitCount()
    guard count > 0, wanted == nil || wanted == count else { return false }
    for _ in 0..<count {
      if time.fractionDigits < 18 {
        time.fraction = time.fraction * 10 + UInt64(text[at] & 0x0F)
        time.fractionDigits += 1
      }
      at += 1
    }
    return true
  }

  /// `+hh:mm`, `+hhmm` or `+hh`, in seconds; nil for what is none of those allowed.
  private mutating func offset(hasColon: Bool? = nil, hasMinutes: Bool? = nil) -> Int? {
    let isWest = peek() == .minus
    guard take(.plus) || take(.minus), let hours = pair(), hours <= 23 else { return nil }
    var minutes = 0
    if hasMinutes != false {
      if hasColon != false && take(.colon) {
        guard let given = pair() else { return nil }
        minutes = given
      } else if hasColon != true, digitCount() >= 2, let given = pair() {
        minutes = given
      } else if hasMinutes == true {
        return nil
      }
    }
    guard minutes < 60 else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return isWest ? -seconds : seconds
  }

  // MARK: - ISO 8601

  private mutating func iso8601(_ zoneOffset: Int) -> CivilTime? {
    guard let isExtended = isoDay(), time.isInCalendar else { return nil }
    var offset = zoneOffset
    if !isAtEnd {
      guard take(.ascii("T")) || take(.ascii("t")) || take(.space),
        let given = isoTime(isExtended, zoneOffset)
      else { return nil }
      offset = given
    }
    return isAtEnd && time.moveToUTC(from: offset) ? time : nil
  }

  /// How a date separates its parts.
  private enum Separation {
    case hyphens
    case none
    /// A year alone does not tell.
    case unknown
  }

  /// Reads a calendar, ordinal or week date; nil for none.
  private mutating func isoDay() -> Separation? {
    let digits = digitCount()
    guard digits >= 4 else { return nil }
    time.year = number(4, 4)
    let isExtended = take(.minus)
    if take(.ascii("W")) || take(.ascii("w")) {
      return digits == 4 ? isoWeek(isExtended) : nil
    }
    switch isExtended ? digitCount() : digits - 4 {
    case 0 where !isExtended: return .unknown
    case 2 where isExtended:
      time.month = number(2, 2)
      if take(.minus) { time.day = digitCount() == 2 ? number(2, 2) : 0 }
    case 3:
      let ordinal = number(3, 3)
      guard ordinal >= 1, ordinal <= Calendar.dayCount(year: time.year) else { return nil }
      time.setDay(daysSince1970: Calendar.days(year: time.year, month: 1, day: 1) + ordinal - 1)
    case 4 where !isExtended:
      time.month = number(2, 2)
      time.day = number(2, 2)
    default: return nil
    }
    return isExtended ? .hyphens : Separation.none
  }

  private mutating func isoWeek(_ isExtended: Bool) -> Separation? {
    guard let week = pair() else { return nil }
    var weekday = 1
    if !isAtEnd && peek() != .space && peek() | 0x20 != .ascii("t") {
      guard !isExtended || take(.minus) else { return nil }
      weekday = number(1, 1)
    }
    guard let days = Calendar.days(weekYear: time.year, week: week, weekday: weekday) else {
      return nil
    }
    time.setDay(daysSince1970: days)
    return isExtended ? .hyphens : Separation.none
  }

  /// Reads a time of day; gives the distance of its zone, nil where it is no time.
  private mutating func isoTime(_ separation: Separation, _ zoneOffset: Int) -> Int? {
    guard let hour = pair() else { return nil }
    time.hour = hour
    if take(.colon) {
      guard let minute = pair() else { return nil }
      time.minute = minute
      if take(.colon) {
        guard let second = pair() else { return nil }
        time.second = second
      }
    } else if digitCount() >= 2 {
      guard separation != .hyphens, let minute = pair() else { return nil }
      time.minute = minute
      if digitCount() >= 2, let second = pair() { time.second = second }
    }
    if take(.period) || take(.comma) {
      guard fraction() else { return nil }
    }
    if take(.ascii("Z")) || take(.ascii("z")) { return 0 }
    return isAtEnd ? zoneOffset : offset()
  }

  // MARK: - Patterns

  /// What a pattern says beyond what a time holds.
  private struct Extras {
    var offset: Int?
    var dayOfYear: Int?
    var weekday: Int?
    var hour12: Int?
    var isAfternoon = false
  }

  /// Reads the parts in order.
  ///
  /// Patterns of numbers and literals alone, which most are, never leave the loop.
  private mutating func pattern(
    _ parts: PlanRange<DateStep>,
    _ steps: Span<DateStep>,
    _ zoneOffset: Int
  ) -> CivilTime? {
    var number = Int(parts.first)
    let last = Int(parts.end)
    while number < last {
      switch steps[number] {
      case .literal(let byte):
        guard take(byte) else { return nil }
        if byte == .space { while take(.space) {} }
      case .number(let field, let digits):
        if field.isRare { return rarePattern(from: number, to: last, steps, zoneOffset) }
        guard take(field, digits) else { return nil }
      default: return rarePattern(from: number, to: last, steps, zoneOffset)
      }
      number &+= 1
    }
    guard isAtEnd, time.isInCalendar, time.hour < 24, time.moveToUTC(from: zoneOffset) else {
      return nil
    }
    return time
  }

  @inline(__always)
  private mutating func take(_ field: DateStep.Field, _ digits: DateStep.Digits) -> Bool {
    let value = number(Int(digits.least), Int(digits.most))
    switch field {
    case .year: time.year = value
    case .month: time.month = value
    case .day: time.day = value
    case .hour: time.hour = value
    case .minute: time.minute = value
    case .second: time.second = value
    case .dayOfYear, .hour12: break
    }
    return value >= 0
  }

  /// What is left of a pattern that has names, zones, halves of days or days of the year.
  private mutating func rarePattern(
    from first: Int,
    to last: Int,
    _ steps: Span<DateStep>,
    _ zoneOffset: Int
  ) -> CivilTime? {
    var extras = Extras()
    for number in first..<last {
      guard takeRare(steps[number], &extras) else { return nil }
    }
    guard isAtEnd, settle(extras), time.isInCalendar, time.hour < 24 else { return nil }
    if let weekday = extras.weekday, Calendar.weekday(daysSince1970: time.daysSince1970) != weekday
    {
      return nil
    }
    return time.moveToUTC(from: extras.offset ?? zoneOffset) ? time : nil
  }

  private mutating func takeRare(_ step: DateStep, _ extras: inout Extras) -> Bool {
    switch step {
    case .literal(let byte):
      guard take(byte) else { return false }
      if byte == .space { while take(.space) {} }
    case .number(.dayOfYear, let digits):
      let value = number(Int(digits.least), Int(digits.most))
      extras.dayOfYear = value
      return value >= 0
    case .number(.hour12, let digits):
      let value = number(Int(digits.least), Int(digits.most))
      extras.hour12 = value
      return value >= 0
    case .number(let field, let digits): return take(field, digits)
    case .shortYear:
      guard let value = pair() else { return false }
      time.year = value >= 69 ? 1900 + value : 2000 + value
    case .fraction(let digits): return fraction(exactly: Int(digits))
    case .monthName:
      guard let month = name(of: EnglishNames.months) else { return false }
      time.month = month + 1
    case .weekdayName:
      guard let weekday = name(of: EnglishNames.weekdays) else { return false }
      extras.weekday = weekday + 1
    case .dayHalf:
      extras.isAfternoon = peek() | 0x20 == .ascii("p")
      guard extras.isAfternoon || peek() | 0x20 == .ascii("a") else { return false }
      at += 1
      return take(.ascii("M")) || take(.ascii("m"))
    case .offset(let allowsZ, let hasColon, let hasMinutes):
      if allowsZ && (take(.ascii("Z")) || take(.ascii("z"))) {
        extras.offset = 0
      } else {
        extras.offset = offset(hasColon: hasColon, hasMinutes: hasMinutes)
      }
      return extras.offset != nil
    case .zoneName:
      extras.offset = takeWord("GMT") || takeWord("UTC") || takeWord("Z") ? 0 : offset()
      return extras.offset != nil
    }
    return true
  }

  /// Puts together what several parts of a pattern say.
  private mutating func settle(_ extras: Extras) -> Bool {
    if let hour = extras.hour12 {
      guard (1...12).contains(hour) else { return false }
      time.hour = hour % 12 + (extras.isAfternoon ? 12 : 0)
    }
    if let ordinal = extras.dayOfYear {
      guard CivilTime.years.contains(time.year), ordinal >= 1,
        ordinal <= Calendar.dayCount(year: time.year)
      else {
        return false
      }
      time.setDay(daysSince1970: Calendar.days(year: time.year, month: 1, day: 1) + ordinal - 1)
    }
    return true
  }

  /// The place of the name that stands here, whole or its first three letters, in any case.
  private mutating func name(of names: [StaticString]) -> Int? {
    for (number, name) in names.enumerated() where takeWord(name) || takeWord(name, count: 3) {
      return number
    }
    return nil
  }

  private mutating func takeWord(_ word: StaticString) -> Bool {
    takeWord(word, count: word.utf8CodeUnitCount)
  }

  private mutating func takeWord(_ word: StaticString, count: Int) -> Bool {
    guard at + count <= end else { return false }
    for (index, byte) in word.description.utf8.prefix(count).enumerated()
    where text[at + index] | 0x20 != byte | 0x20 {
      return false
    }
    at += count
    return true
  }
}

extension DateStep.Field {
  /// It says nothing by itself: what it means is known when all parts have been read.
  fileprivate var isRare: Bool { rawValue >= Self.dayOfYear.rawValue }
}
