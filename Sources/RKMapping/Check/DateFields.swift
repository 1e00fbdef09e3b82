internal import RKEngine

/// The fields of a date pattern, counted.
struct DateFields {
  private(set) var numbers: [DateStep.Field: Int] = [:]
  private(set) var hasMonthName = false
  private(set) var hasFraction = false
  private(set) var hasDayHalf = false

  init(_ steps: [DateStep]) {
    for step in steps {
      switch step {
      case .number(let field, _): numbers[field == .yearOfEra ? .year : field, default: 0] += 1
      case .shortYear: numbers[.year, default: 0] += 1
      case .shortWeekYear: numbers[.weekYear, default: 0] += 1
      case .fraction: hasFraction = true
      case .monthName: hasMonthName = true
      case .dayHalf: hasDayHalf = true
      case .quarterName, .weekdayName, .era, .offset, .zoneName, .literal: break
      }
    }
  }

  func has(_ field: DateStep.Field) -> Bool { numbers[field] != nil }

  func isRepeated(_ field: DateStep.Field) -> Bool { numbers[field, default: 0] > 1 }

  var hasMonth: Bool { has(.month) || hasMonthName }
  var has24Hours: Bool { has(.hour) || has(.hour24) }
  var has12Hours: Bool { has(.hour12) || has(.hour11) }
  var hasHour: Bool { has24Hours || has12Hours }
  var hasYear: Bool { has(.year) || has(.weekYear) }
}
