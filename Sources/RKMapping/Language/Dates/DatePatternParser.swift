package import RKEngine

/// Parses date patterns of Unicode TR 35, such as `d/M/yyyy` and `EEE, d MMM yyyy 'at' h:mm a`.
package struct DatePatternParser {
  private let bytes: [UInt8]
  private var at = 0
  private var steps: [DateStep] = []
  private var fields: [DatePatternField] = []

  /// Parses a pattern into its parts.
  package static func parse(_ pattern: String) throws(TextError) -> [DateStep] {
    var parser = DatePatternParser(bytes: Array(pattern.utf8))
    while parser.at < parser.bytes.count { try parser.parsePart() }
    guard !parser.fields.isEmpty else {
      throw TextError("the date format '\(pattern)' has no part of a date in it")
    }
    try DatePatternField.check(parser.fields)
    return parser.withExactNumbers
  }

  private mutating func parsePart() throws(TextError) {
    let byte = bytes[at]
    switch byte {
    case 0..<UInt8(ascii: " "): throw controlCharacter()
    case UInt8(ascii: "'"): try parseQuotedText()
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
      let count = bytes[at...].prefix { $0 == byte }.count
      let field = DatePatternField(letter: byte, count: count, offset: at)
      guard let step = field.step else { throw field.unknown(after: fields) }
      steps.append(step)
      fields.append(field)
      at += count
    case UInt8(ascii: "%") where ForeignDateFormat.isPercent(Array(bytes[at...].prefix(2))):
      throw TextError("'%' before a letter is of strftime, and no part of a date format", at: at)
    default:
      steps.append(.literal(byte))
      at += 1
    }
  }

  /// Parses text in single quotes; two single quotes stand for one.
  private mutating func parseQuotedText() throws(TextError) {
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
    throw TextError(
      "a quote of the date format is not closed",
      at: start,
      help: "a single quote is written as two"
    )
  }

  private func controlCharacter() -> TextError {
    TextError("a control character has no place in a date format", at: at)
  }

  /// The parts, adjusted to their neighbours: a number directly before another number has exactly
  /// the digits of its part, and a year next to an era is a year of that era.
  private var withExactNumbers: [DateStep] {
    var exact = steps
    let hasEra = fields.contains { $0.letter == UInt8(ascii: "G") }
    for number in exact.indices {
      guard case .number(var field, var digits) = exact[number] else { continue }
      if hasEra && field == .year { field = .yearOfEra }
      if number + 1 < exact.count && exact[number + 1].isNumeric {
        digits = DateStep.Digits(
          written: digits.written,
          least: digits.written,
          most: digits.written
        )
      }
      exact[number] = .number(field, digits)
    }
    return exact
  }
}

extension DateStep {
  fileprivate var isNumeric: Bool {
    switch self {
    case .number, .shortYear, .shortWeekYear, .fraction: true
    default: false
    }
  }
}
