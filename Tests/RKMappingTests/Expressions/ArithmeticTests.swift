@testable import RKEngine
@testable import RKMapping
import TestSupport
import Testing

/// The values of expressions (spec-format.md, section 8).
@Suite("Arithmetic")
struct ArithmeticTests {
  @Test(
    "numbers are computed exactly, and written in plain notation",
    arguments: [
      ("1 + 2 * 3", "7"), ("(1 + 2) * 3", "9"), ("10 - n - 1", "6"), ("0.1 + 0.2", "0.3"),
      ("1.10 + 0.90", "2"), ("2 * n ** 2", "18"), ("-n", "-3"),
      ("9223372036854775807 + 1", "9223372036854775808"),
      ("9223372036854775807 * 9223372036854775807", "85070591730234615847396907784232501249"),
      ("1e3 + 1", "1001"), ("1.5e-3 * 2", "0.003"), ("0 - 0.00", "0"), ("0 * -5", "0"),
      ("5 - 5.0", "0"), ("123456789012345678.5 + 0.5", "123456789012345679"),
      ("0.1 ** 3", "0.001"), ("2 ** -3", "0.125"), ("2 ** 0", "1"), ("0 ** 0", "1"),
      ("(-1) ** 1000000000001", "-1"), ("(-1) ** 1000000000000", "1"), ("1 ** 1e300", "1"),
      ("(-2) ** 3", "-8"), ("2 ** 100", "1267650600228229401496703205376"),
      ("b + 1", "2"), ("1e999 * 1", "1" + String(repeating: "0", count: 999)),
    ]
  )
  func exact(text: String, value: String) throws {
    #expect(try ExpressionTrial.value(text, of: #"{"n": 3, "b": true}"#) == value)
  }

  @Test(
    "a quotient is exact if it terminates within 28 digits, else rounded half to even",
    arguments: [
      ("6 / 4", "1.5"), ("1099 / 100", "10.99"), ("10 / 100", "0.1"), ("6 / 3", "2"),
      ("1 / 3", "0.3333333333333333333333333333"), ("-2 / 3", "-0.6666666666666666666666666667"),
      ("20 / 3", "6.666666666666666666666666667"), ("1 / 8", "0.125"), ("0 / 7", "0"),
      ("1 / 1024", "0.0009765625"), ("22 / 7", "3.142857142857142857142857143"),
      ("12345678901234567890123456785 / 10", "1234567890123456789012345678"),
      ("12345678901234567890123456775 / 10", "1234567890123456789012345678"),
      ("100000000000000000000000000005 / 10", "10000000000000000000000000000"),
      ("100000000000000000000000000015 / 10", "10000000000000000000000000000"),
      ("1e500 / 3", String(repeating: "3", count: 28) + String(repeating: "0", count: 472)),
      ("1 / 1e500", "0." + String(repeating: "0", count: 499) + "1"),
      ("3 / 1.5", "2"), ("1 / 0.3", "3.333333333333333333333333333"),
    ]
  )
  func quotients(text: String, value: String) throws {
    #expect(try ExpressionTrial.value(text) == value)
  }

  @Test(
    "an expression that cannot be computed fails",
    arguments: [
      "1 / 0", "1 + t", "n ** 0.5", "0 ** -1", "10 ** 1000", "2 ** 4000", "1e1000 + 1", "l + 1",
      "modulus(1, 0)", "abs('x')", "sum({'a'})", "length(5)", "uppercase(5)", "1e999 * 10",
    ]
  )
  func failures(text: String) throws {
    let json = #"{"n": 3, "l": [1], "t": "a"}"#
    #expect(try ExpressionTrial.value(text, of: json) == "failed")
    #expect(try ExpressionTrial.holds("(\(text)) == NIL", for: json))
  }

  @Test("short and long numbers compute alike")
  func twins() throws {
    var generator = SeededGenerator(seed: .random(in: 0...UInt64.max))
    for _ in 0..<5_000 {
      func decimal() -> ShortDecimal {
        let factor = generator.oneIn(3) ? generator.below(1_000_000_000) : 1
        let digits = Int64(generator.below(1_000_000_000) * factor)
        return ShortDecimal((generator.oneIn(2) ? -1 : 1) * digits, -generator.below(12))
      }
      let (one, other) = (decimal(), decimal())
      let (left, right) = (LongDecimal(one), LongDecimal(other))
      func agree(_ short: ShortDecimal?, _ long: @autoclosure () -> LongDecimal) {
        guard let short else { return }
        #expect(LongDecimal(short) == long(), "\(generator.recreation): \(one), \(other)")
      }
      agree(one.adding(other), left + right)
      agree(one.multiplied(by: other), left * right)
      agree(one.rounded(.down), left.rounded(.down))
      agree(one.rounded(.up), left.rounded(.up))
      agree(one.rounded(.nearest), left.rounded(.nearest))
      if other.coefficient == 0 { continue }
      agree(one.remainder(by: other), left.remainder(by: right))
      if case .short(let quotient)? = ExactDecimal.short(one).divided(by: .short(other)) {
        agree(quotient, left.divided(by: right, digits: 28))
      }
      // A quotient times its divisor is the dividend, unless it was rounded: then it is long.
      let quotient = left.divided(by: right, digits: 28)
      let rest = left + -(quotient * right)
      #expect(rest.digits.isEmpty || quotient.digits.count >= 20, "\(generator.recreation)")
    }
  }

  @Test("NIL in arithmetic gives NIL", arguments: ["n + 1", "-n", "x * 2", "abs(x)", "length(x)"])
  func nothing(text: String) throws {
    #expect(try ExpressionTrial.value(text, of: #"{"n": null, "x": null}"#) == "nil")
  }

  @Test(
    "functions of numbers",
    arguments: [
      ("floor(1.5)", "1"), ("floor(-1.5)", "-2"), ("ceiling(1.5)", "2"), ("ceiling(-1.5)", "-1"),
      ("round(1.5)", "2"), ("round(2.5)", "3"), ("round(-2.5)", "-3"), ("round(2.49)", "2"),
      ("round(0.05)", "0"), ("round(0.5)", "1"), ("floor(7)", "7"), ("abs(-2)", "2"),
      ("floor(-0.00000000000000000000000001)", "-1"), ("ceiling(1e-30)", "1"),
      ("round(0.99999999999999999999)", "1"), ("round(0.49999999999999999999)", "0"),
      ("modulus(7, 3)", "1"), ("modulus(-7, 3)", "-1"), ("modulus(7.5, 2)", "1.5"),
      ("modulus(1e30, 7)", "1"), ("sum({1, 2.5})", "3.5"), ("count({1, 2})", "2"),
      ("average({1, 2})", "1.5"), ("median({3, 1, 2})", "2"), ("median({4, 1, 2, 3})", "2.5"),
      ("min({3, 1, 2})", "1"), ("max({'a', 'c', 'b'})", #""c""#), ("sum({})", "0"),
    ]
  )
  func functions(text: String, value: String) throws {
    #expect(try ExpressionTrial.value(text) == value)
  }
}
