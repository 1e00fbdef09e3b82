package import RKEngine

/// How the text of a date is read or written, as the spec names it.
package struct DatePattern: Sendable, Hashable {
  package enum Form: Sendable {
    case iso8601
    case epoch
    case epochMilliseconds
    case steps([DateStep])
  }

  /// As it was written.
  package var text: String
  package var form: Form

  package static func == (left: DatePattern, right: DatePattern) -> Bool {
    left.text == right.text
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  package static let iso8601 = DatePattern(text: "iso8601", form: .iso8601)

  /// What is tried where no format is named (spec-format.md, fine print 8).
  package static let defaults: [DatePattern] = {
    let patterns = [
      ("MM/dd/yyyy", "MM/dd/yyyy"), ("rfc1123", rfc1123),
      ("rfc850", "EEEE, dd-MMM-yy HH:mm:ss z"), ("asctime", "EEE MMM d HH:mm:ss yyyy"),
    ]
    let parsed = patterns.compactMap { name, text in
      (try? DatePatternParser.parse(text)).map { DatePattern(text: name, form: .steps($0)) }
    }
    return [iso8601, DatePattern(text: "epoch", form: .epoch)] + parsed
  }()

  private static let rfc1123 = "EEE, d MMM yyyy HH:mm:ss z"

  /// A format by its name, or a pattern.
  package init(_ text: String) throws(DatePatternError) {
    self.text = text
    switch text {
    case "iso8601": form = .iso8601
    case "epoch": form = .epoch
    case "epochMillis": form = .epochMilliseconds
    case "rfc1123": form = .steps(try DatePatternParser.parse(Self.rfc1123))
    case "dotnet":
      throw DatePatternError(
        isUnsupported: true,
        message: "this version does not do the format dotnet yet",
        offset: 0
      )
    default: form = .steps(try DatePatternParser.parse(text))
    }
  }

  private init(text: String, form: Form) {
    self.text = text
    self.form = form
  }
}

/// What is wrong with a date pattern.
package struct DatePatternError: Error, Sendable, Hashable {
  /// It is part of the format, but this version does not do it.
  package var isUnsupported: Bool
  package var message: String
  /// The offset in the pattern, in bytes of UTF-8.
  package var offset: Int
}

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
      steps.append(.literal(bytes[at]))
      at += 1
    }
    throw DatePatternError(
      isUnsupported: false,
      message: "a quote of the date format is not closed",
      offset: start
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
