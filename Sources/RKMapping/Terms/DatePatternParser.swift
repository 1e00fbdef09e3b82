package import RKEngine

/// Takes patterns of Unicode TR 35 apart: `d/M/yyyy`, `EEE, d MMM yyyy 'at' h:mm a`.
package struct DatePatternParser {
  private let bytes: [UInt8]
  private var at = 0
  private var steps: [DateStep] = []

  /// The parts of a pattern.
  package static func parse(_ pattern: String) throws(DatePatternError) -> [DateStep] {
    var parser = DatePatternParser(bytes: Array(pattern.utf8))
    while parser.at < parser.bytes.count { try parser.parsePart() }
    guard parser.steps.contains(where: \.isField) else {
      throw DatePatternError(
        isUnsupported: false,
        message: "the date format '\(pattern)' has no part of a date in it",
        offset: 0
      )
    }
    return parser.withExactNumbers
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func parsePart() throws(DatePatternError) {
    let byte = bytes[at]
    switch byte {
    case 0..<UInt8(ascii: " "): throw controlCharacter()
    case UInt8(ascii: "'"): try parseQuotedText()
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
      let count = bytes[at...].prefix { $0 == byte }.count
      steps.append(try field(Character(UnicodeScalar(byte)), count))
      at += count
    default:
      steps.append(.literal(byte))
      at += 1
    }
  }

  /// Text between single quotes; two of them are one.
  private mutating func parseQuotedText() throws(DatePatternError) {
    let start = at
    at += 1
    if at < bytes.count && bytes[at] == UInt8(ascii: "'") {
      at += 1
      return steps.append(.literal(UInt8(ascii: "'")))
    }
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "'") {
        at += 1
        guard at < bytes.count, bytes[at] == UInt8(ascii: "'") else { return }
      }
      if bytes[at] < UInt8(ascii: " ") { throw controlCharacter() }
      steps.append(.literal(bytes[at]))
      at += 1
    }
    throw DatePatternError(
      isUnsupported: false,
      message: "a quote of the date format is not closed",
      offset: start
    )
  }

  private func controlCharacter() -> DatePatternError {
    DatePatternError(
      isUnsupported: false,
      message: "a control character has no place in a date format",
      offset: at
    )
  }

  private func field(_ letter: Character, _ count: Int) throws(DatePatternError) -> DateStep {
    switch (letter, count) {
    case ("y", 2): return .shortYear
    case ("y", 1...9): return number(.year, count)
    case ("M", 1...2): return number(.month, count)
    case ("M", 3...4): return .monthName(isWhole: count == 4)
    case ("d", 1...2): return number(.day, count)
    case ("D", 1...3): return number(.dayOfYear, count)
    case ("H", 1...2): return number(.hour, count)
    case ("h", 1...2): return number(.hour12, count)
    case ("m", 1...2): return number(.minute, count)
    case ("s", 1...2): return number(.second, count)
    case ("S", 1...18): return .fraction(digits: UInt8(count))
    case ("a", 1...3): return .dayHalf
    case ("E", 1...4): return .weekdayName(isWhole: count == 4)
    case ("Z", 1...3): return .offset(allowsZ: false, hasColon: false, hasMinutes: true)
    case ("Z", 4): return .zoneName
    case ("Z", 5): return .offset(allowsZ: true, hasColon: true, hasMinutes: true)
    case ("X", 1), ("x", 1):
      return .offset(allowsZ: letter == "X", hasColon: false, hasMinutes: false)
    case ("X", 2), ("X", 4), ("x", 2), ("x", 4):
      return .offset(allowsZ: letter == "X", hasColon: false, hasMinutes: true)
    case ("X", 3), ("X", 5), ("x", 3), ("x", 5):
      return .offset(allowsZ: letter == "X", hasColon: true, hasMinutes: true)
    case ("z", 1...4): return .zoneName
    default: break
    }
    let part = String(repeating: letter, count: min(count, 20))
    let isLater = "GwQ".contains(letter)
    throw DatePatternError(
      isUnsupported: isLater,
      message: isLater
        ? "this version does not do '\(part)' in a date format yet"
        : "'\(part)' is no part of a date format; text is put between single quotes",
      offset: at
    )
  }

  private func number(_ field: DateStep.Field, _ count: Int) -> DateStep {
    let count = UInt8(count)
    let digits: DateStep.Digits =
      switch field {
      case .year: DateStep.Digits(written: count, least: count, most: 9)
      case .dayOfYear: DateStep.Digits(written: count, least: 1, most: 3)
      default: DateStep.Digits(written: count, least: 1, most: 2)
      }
    return .number(field, digits)
  }

  /// A number that another number follows at once has exactly the digits that its part says.
  private var withExactNumbers: [DateStep] {
    var exact = steps
    for number in exact.indices.dropLast() {
      if case .number(let field, let digits) = exact[number], exact[number + 1].isNumeric {
        let count = digits.written
        exact[number] = .number(field, DateStep.Digits(written: count, least: count, most: count))
      }
    }
    return exact
  }
}

extension DateStep {
  fileprivate var isField: Bool {
    if case .literal = self { false } else { true }
  }

  fileprivate var isNumeric: Bool {
    switch self {
    case .number, .shortYear, .fraction: true
    default: false
    }
  }
}
