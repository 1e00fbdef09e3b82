extension DateReader {
  /// Reads the parts of a pattern in order.
  ///
  /// Most patterns consist of numbers and literals, and never leave the loop.
  mutating func readPattern(_ parts: PlanRange<DateStep>, _ steps: Span<DateStep>) -> Bool {
    var number = Int(parts.first)
    let last = Int(parts.end)
    (time.month, time.day) = (-1, -1)
    while number < last {
      switch steps[number] {
      case .literal(let byte):
        guard take(byte) else { return false }
        if byte == .space { while take(.space) {} }
      case .number(let field, let digits) where !field.isRare:
        guard take(field, digits) else { return false }
      default: return readRarePattern(number..<last, steps)
      }
      number &+= 1
    }
    if time.month < 0 { time.month = 1 }
    if time.day < 0 { time.day = 1 }
    return time.hour < 24
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
    default: break
    }
    return value >= 0
  }

  /// The parts of a pattern that a time does not store; -1 if not read.
  private struct Extras {
    var weekYear = -1
    var week = -1
    var weekday = -1
    var quarter = -1
    var dayOfYear = -1
    var isBeforeChrist: Bool?
    /// The hour on a 12-hour clock, counted from 0.
    var hour12 = -1
    var isAfternoon: Bool?
  }

  /// Reads the rest of a pattern that has names, zones, or numbers that mean something only
  /// together.
  private mutating func readRarePattern(_ numbers: Range<Int>, _ steps: Span<DateStep>) -> Bool {
    var extras = Extras()
    for number in numbers {
      guard takeRare(steps[number], &extras) else { return false }
    }
    return isAtEnd && settleHour(extras) && settleYear(extras) && settleDay(extras)
  }

  private mutating func takeRare(_ step: DateStep, _ extras: inout Extras) -> Bool {
    switch step {
    case .literal(let byte): return byte == .space ? takeSpaces() : take(byte)
    case .number(let field, let digits):
      return field.isRare ? takeRare(field, digits, &extras) : take(field, digits)
    case .shortYear:
      let value = pair()
      time.year = Self.year(ofTwoDigits: value)
      return value >= 0
    case .shortWeekYear:
      let value = pair()
      extras.weekYear = Self.year(ofTwoDigits: value)
      return value >= 0
    case .fraction(let digits): return fraction(exactly: Int(digits))
    case .monthName:
      guard let month = takeName(of: EnglishNames.months) else { return false }
      time.month = month + 1
    case .weekdayName(let width):
      guard let weekday = takeWeekday(width) else { return false }
      extras.weekday = weekday + 1
    case .quarterName(let width):
      guard let quarter = takeQuarter(width) else { return false }
      extras.quarter = quarter
    case .era(let width):
      extras.isBeforeChrist = takeEra(width)
      return extras.isBeforeChrist != nil
    case .dayHalf(let width):
      extras.isAfternoon = takeLetter(.ascii("p"))
      guard extras.isAfternoon == true || takeLetter(.ascii("a")) else { return false }
      return width == .narrow || takeLetter(.ascii("m"))
    case .offset(let form):
      offset = form.allowsZ && takeLetter(.ascii("z")) ? 0 : takeOffset(as: form)
      return offset != nil
    case .zoneName:
      offset = takeZoneName()
      return offset != nil
    }
    return true
  }

  private mutating func takeRare(
    _ field: DateStep.Field,
    _ digits: DateStep.Digits,
    _ extras: inout Extras
  ) -> Bool {
    let value = number(Int(digits.least), Int(digits.most))
    switch field {
    case .yearOfEra: time.year = value
    case .quarter: extras.quarter = value
    case .weekYear: extras.weekYear = value
    case .week: extras.week = value
    case .weekday: extras.weekday = value
    case .dayOfYear: extras.dayOfYear = value
    case .hour12:
      extras.hour12 = value % 12
      return (1...12).contains(value)
    case .hour11:
      extras.hour12 = value
      return (0...11).contains(value)
    case .hour24:
      time.hour = value % 24
      return (1...24).contains(value)
    case .year, .month, .day, .hour, .minute, .second: return false
    }
    return value >= 0
  }

  // MARK: - Names

  private mutating func takeWeekday(_ width: DateStep.Width) -> Int? {
    guard width == .short else { return takeName(of: EnglishNames.weekdays) }
    for number in EnglishNames.weekdays.indices
    where take(EnglishNames.weekdays[number], count: 2) {
      return number
    }
    return nil
  }

  private mutating func takeQuarter(_ width: DateStep.Width) -> Int? {
    if width == .whole {
      for number in EnglishNames.quarters.indices where take(EnglishNames.quarters[number]) {
        return number + 1
      }
      return nil
    }
    let value = takeLetter(.ascii("q")) ? number(1, 1) : -1
    return value >= 0 ? value : nil
  }

  private mutating func takeEra(_ width: DateStep.Width) -> Bool? {
    let names = width == .whole ? EnglishNames.eras : EnglishNames.shortEras
    for number in names.indices
    where width == .narrow ? take(names[number], count: 1) : take(names[number]) {
      return number == 0
    }
    return nil
  }

  // MARK: - Combining

  /// Combines the parts of the hour.
  private mutating func settleHour(_ extras: Extras) -> Bool {
    guard extras.hour12 >= 0 else {
      return time.hour < 24
        && (extras.isAfternoon == nil || extras.isAfternoon == (time.hour >= 12))
    }
    time.hour = extras.hour12 + (extras.isAfternoon == true ? 12 : 0)
    return true
  }

  /// Converts a year of an era; the year before 1 AD is the year 0.
  private mutating func settleYear(_ extras: Extras) -> Bool {
    guard let isBeforeChrist = extras.isBeforeChrist else { return true }
    guard time.year >= 1 else { return false }
    if isBeforeChrist { time.year = 1 - time.year }
    return true
  }

  /// Finds the day by calendar date, by day of the year or by week; any other part that was read
  /// must agree.
  private mutating func settleDay(_ extras: Extras) -> Bool {
    if time.month < 0 && time.day < 0 && extras.dayOfYear >= 0 {
      guard CivilTime.years.contains(time.year), extras.dayOfYear >= 1,
        extras.dayOfYear <= Calendar.dayCount(year: time.year)
      else { return false }
      let newYear = Calendar.days(year: time.year, month: 1, day: 1)
      time.setDay(daysSince1970: newYear + extras.dayOfYear - 1)
    } else if time.month < 0 && time.day < 0 && extras.weekYear >= 0 {
      guard CivilTime.years.contains(extras.weekYear),
        let days = Calendar.days(
          weekYear: extras.weekYear,
          week: extras.week,
          weekday: extras.weekday < 0 ? 1 : extras.weekday
        )
      else { return false }
      time.setDay(daysSince1970: days)
    } else {
      if time.month < 0 { time.month = extras.quarter > 0 ? extras.quarter * 3 - 2 : 1 }
      if time.day < 0 { time.day = 1 }
    }
    return time.isInCalendar && agrees(with: extras)
  }

  private func agrees(with extras: Extras) -> Bool {
    func isTrue(_ said: Int, _ value: Int) -> Bool { said < 0 || said == value }
    let days = time.daysSince1970
    guard isTrue(extras.weekday, Calendar.weekday(daysSince1970: days)),
      isTrue(extras.quarter, (time.month + 2) / 3),
      isTrue(extras.dayOfYear, Calendar.dayOfYear(daysSince1970: days, year: time.year))
    else { return false }
    guard extras.week >= 0 else { return true }
    let (weekYear, week) = Calendar.week(daysSince1970: days)
    return isTrue(extras.week, week) && isTrue(extras.weekYear, weekYear)
  }
}

extension DateStep.Field {
  /// Whether the part means something only together with others: it is interpreted after all have
  /// been read.
  fileprivate var isRare: Bool { rawValue >= Self.yearOfEra.rawValue }
}
