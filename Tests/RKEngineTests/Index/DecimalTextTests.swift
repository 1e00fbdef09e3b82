@testable import RKEngine
import TestSupport
import Testing

@Suite("DecimalText")
struct DecimalTextTests {
  private static func plain(_ text: String, longest: Int = 1000) -> String? {
    let (bytes, range) = padded(text)
    var output = UniqueArray<UInt8>()
    guard DecimalText.appendPlain(bytes.span, range, to: &output, longest: longest) else {
      let leftover = output.count
      #expect(leftover == 0)
      return nil
    }
    return String(decoding: (0..<output.count).map { output[$0] }, as: UTF8.self)
  }

  private static func areEqual(_ left: String, _ right: String) -> Bool {
    let (bytes, range) = padded(left)
    let (others, other) = padded(right)
    return DecimalText.areEqual(bytes.span, range, others.span, other)
  }

  private static func equals(_ text: String, _ digit: UInt8) -> Bool {
    let (bytes, range) = padded(text)
    return DecimalText.equals(bytes.span, range, digit)
  }

  // MARK: - Plain notation

  @Test(
    "plain notation keeps every digit and trailing zero",
    arguments: [
      ("0", "0"), ("-0", "0"), ("0.00", "0.00"), ("-0.0", "0.0"), ("12", "12"),
      ("-12.50", "-12.50"),
      ("1e3", "1000"), ("1E+3", "1000"), ("1.5e1", "15"), ("1.50e1", "15.0"), ("12e-1", "1.2"),
      ("12e-2", "0.12"), ("12e-4", "0.0012"), ("-5e-1", "-0.5"), ("1.0e0", "1.0"),
      ("0.001e3", "1"), ("0.001e2", "0.1"), ("100e-2", "1.00"), ("0.10e1", "1.0"),
      ("123456789012345678901234567890.1234567890", "123456789012345678901234567890.1234567890"),
      ("+5", "5"), ("007", "7"), (".5", "0.5"), ("00.50", "0.50"),
      ("0e5", "0"), ("-0e1", "0"), ("0.0e9", "0"), ("0.00e1", "0.0"), ("0e-2", "0.00"),
    ]
  )
  func plainNotation(text: String, plain: String) {
    #expect(Self.plain(text) == plain)
  }

  @Test(
    "text that is not a decimal number has no plain notation",
    arguments: [
      "", "-", "+", ".", "e5", "1e", "1e+", "1.2.3", "1x", "x1", "1 2", "0x10", "NaN", "Infinity",
      "1.", "--1", "1e1.5", "1,5", "\u{661}",
    ]
  )
  func noNumber(text: String) {
    #expect(Self.plain(text) == nil)
  }

  @Test("an exponent expands to no more digits than allowed")
  func longest() {
    #expect(Self.plain("1e1000") == "1" + String(repeating: "0", count: 1000))
    #expect(Self.plain("1e1001") == nil)
    #expect(Self.plain("1e-1000") == "0." + String(repeating: "0", count: 999) + "1")
    #expect(Self.plain("1e-1001") == nil)
    #expect(Self.plain("1e999999999") == nil)
    #expect(Self.plain("1e9999999999999999999999") == nil)
  }

  @Test("plain notation is exact for random numbers", arguments: 0..<300)
  func randomPlain(seed: Int) throws {
    var number = RandomDecimal(seed: UInt64(seed))
    let text = number.next()
    let plain = try #require(Self.plain(text))
    #expect(BigDecimal(plain) == BigDecimal(text), "\(number.recreation): \(text) to \(plain)")
    #expect(!plain.contains("e") && !plain.contains("E"))
    let digits = plain.drop { $0 == "-" }
    #expect(digits == "0" || !digits.hasPrefix("0") || digits.hasPrefix("0."))
  }

  // MARK: - Equality

  @Test(
    "numbers are equal by value",
    arguments: [
      ("1", "1.0"), ("1e2", "100"), ("0", "-0"), ("0.0", "0e5"), ("-1.50", "-15e-1"),
      ("0.001", "1e-3"), ("123.456", "123456e-3"), ("10", "1e1"), ("1", "+1"),
    ]
  )
  func equal(left: String, right: String) {
    #expect(Self.areEqual(left, right))
    #expect(Self.areEqual(right, left))
  }

  @Test(
    "numbers that floating point cannot distinguish are not equal",
    arguments: [
      ("9007199254740993", "9007199254740992"), ("0.1", "0.1000000000000000055511151231257827"),
      ("1", "-1"), ("1", "10"), ("1", "2"), ("1", "0"), ("12", "1.2"), ("1e400", "1e401"),
      ("1", "x"), ("", ""),
    ]
  )
  func unequal(left: String, right: String) {
    #expect(!Self.areEqual(left, right))
    #expect(!Self.areEqual(right, left))
  }

  @Test("equality agrees with exact arithmetic on random pairs", arguments: 0..<300)
  func randomEquality(seed: Int) {
    var number = RandomDecimal(seed: UInt64(seed))
    let left = number.next()
    for right in [number.next(), number.respelt(left)] {
      let isEqual = BigDecimal(left) == BigDecimal(right)
      #expect(Self.areEqual(left, right) == isEqual, "\(number.recreation): \(left), \(right)")
    }
  }

  @Test(
    "0 and 1 are found in any notation",
    arguments: [
      ("0", 0), ("-0.00", 0), ("0e9", 0), ("1", 1), ("1.0", 1), ("10e-1", 1), ("0.1e1", 1),
    ] as [(String, UInt8)]
  )
  func smallNumbers(text: String, digit: UInt8) {
    #expect(Self.equals(text, digit))
    #expect(!Self.equals(text, 1 - digit))
  }

  @Test("other numbers are neither 0 nor 1", arguments: ["-1", "2", "10", "0.1", "1.1", "11", "x"])
  func otherNumbers(text: String) {
    #expect(!Self.equals(text, 0))
    #expect(!Self.equals(text, 1))
  }

  // MARK: - Integers

  @Test("an integer is written with as many digits as asked for, and no fewer than it has")
  func integers() {
    var output = UniqueArray<UInt8>()
    for (value, digits) in [(0, 1), (7, 3), (123, 2), (UInt64.max, 1)] {
      DecimalText.append(value, digits: digits, to: &output)
      output.append(.space)
    }
    let text = String(decoding: (0..<output.count).map { output[$0] }, as: UTF8.self)
    #expect(text == "0 007 123 18446744073709551615 ")
  }
}

/// Random decimal numbers, in all notations.
private struct RandomDecimal {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  var recreation: String { generator.recreation }

  mutating func next() -> String {
    var text = generator.oneIn(3) ? "-" : ""
    text += generator.oneIn(3) ? "0" : digits(1...generator.pick([2, 20, 40]), first: 1)
    if generator.oneIn(2) { text += "." + digits(1...generator.pick([2, 20]), first: 0) }
    if generator.oneIn(2) { text += exponent(Int.random(in: -60...60, using: &generator)) }
    return text
  }

  /// The same number in another notation.
  mutating func respelt(_ text: String) -> String {
    let parts = text.lowercased().split(separator: "e")
    let mantissa = parts[0].split(separator: ".")
    let given = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let zeros = Int.random(in: 0...5, using: &generator)
    let fraction = mantissa.count > 1 ? String(mantissa[1]) : ""
    let shift = given - fraction.count - zeros
    return mantissa[0] + fraction + String(repeating: "0", count: zeros) + "e\(shift)"
  }

  private mutating func exponent(_ value: Int) -> String {
    generator.pick(["e", "E"]) + (value >= 0 && generator.oneIn(2) ? "+" : "") + "\(value)"
  }

  private mutating func digits(_ counts: ClosedRange<Int>, first: Int) -> String {
    let count = Int.random(in: counts, using: &generator)
    var text = String(Int.random(in: first...9, using: &generator))
    for _ in 1..<count {
      text += generator.oneIn(3) ? "0" : String(Int.random(in: 0...9, using: &generator))
    }
    return text
  }
}

/// A decimal number as sign, digits and exponent in normal form, made by moving characters.
private struct BigDecimal: Equatable {
  var isNegative: Bool
  var digits: String
  var exponent: Int

  init(_ text: String) {
    let parts = text.lowercased().split(separator: "e")
    let mantissa = parts[0].drop { $0 == "-" || $0 == "+" }
    let point = mantissa.firstIndex(of: ".")
    let fractionCount = point.map { mantissa.distance(from: $0, to: mantissa.endIndex) - 1 } ?? 0
    var digits = mantissa.filter { $0 != "." }.drop { $0 == "0" }
    var exponent = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) - fractionCount
    while digits.last == "0" {
      digits.removeLast()
      exponent += 1
    }
    self.digits = String(digits)
    self.exponent = digits.isEmpty ? 0 : exponent
    isNegative = !digits.isEmpty && text.hasPrefix("-")
  }
}
