import Foundation
@testable import RKEngine
import TestSupport
import Testing

@Suite("TextTransform: numbers")
struct NumberTransformTests {
  @Test(
    "round is exact, with halves away from zero",
    arguments: [
      ("-2.26", 1, "-2.3"), ("2.25", 1, "2.3"), ("-2.25", 1, "-2.3"), ("2.249", 1, "2.2"),
      ("1.005", 2, "1.01"), ("2.675", 2, "2.68"), ("0.5", 0, "1"), ("-0.5", 0, "-1"),
      ("0.49", 0, "0"), ("-0.4", 0, "0"), ("2.996", 2, "3"), ("9.99", 1, "10"), ("99.5", 0, "100"),
      ("1.50", 2, "1.5"), ("2.0", 1, "2"), ("5", 2, "5"), ("1234", -2, "1200"),
      ("1250", -2, "1300"),
      ("49", -2, "0"), ("50", -2, "100"), ("4", -2, "0"), ("0.000", 1, "0"), ("-0", 0, "0"),
      ("12345678901234567890.125", 2, "12345678901234567890.13"), ("1.5e1", 0, "15"),
      ("1e3", 0, "1000"), ("1.25e-3", 4, "0.0013"), ("1e-999999999", 100, "0"),
      ("1e999999999", 2, "1e999999999"), ("-12e5000", -100, "-12e5000"), ("10.05", 1, "10.1"),
      ("19.95", 1, "20"), ("109.9", 0, "110"), ("0.05", 1, "0.1"), ("0.04", 1, "0"),
    ]
  )
  func round(number: String, places: Int, rounded: String) {
    #expect(TransformTrial.apply(.round(places: Int32(places)), to: number) == rounded)
  }

  @Test(
    "floor goes down, ceil up, abs loses the sign",
    arguments: [
      ("-2.26", "-3", "-2", "2.26"), ("2.26", "2", "3", "2.26"), ("42.0", "42", "42", "42.0"),
      ("-0.1", "-1", "0", "0.1"), ("0.1", "0", "1", "0.1"), ("9.01", "9", "10", "9.01"),
      ("-9.01", "-10", "-9", "9.01"), ("-0", "0", "0", "0"), ("-1e-999", "-1", "0", "1e-999"),
      ("1e-999999999", "0", "1", "1e-999999999"), ("-1.50", "-2", "-1", "1.50"),
      ("7", "7", "7", "7"),
      ("-100", "-100", "-100", "100"), ("-199.5", "-200", "-199", "199.5"),
    ]
  )
  func whole(number: String, floor: String, ceil: String, abs: String) {
    #expect(TransformTrial.apply(.floor, to: number) == floor)
    #expect(TransformTrial.apply(.ceil, to: number) == ceil)
    #expect(TransformTrial.apply(.abs, to: number) == abs)
  }

  @Test(
    "text that is a number counts as one",
    arguments: [
      ("\" 2.5 \"", "3", "2.5"), ("\"+007\"", "7", "7"), ("\".5\"", "1", "0.5"),
      ("\"-0012.5\"", "-13", "12.5"), ("\"-5\"", "-5", "5"), ("\"00\"", "0", "0"),
      ("[\"-1.5\", null, 2.5]", "[-2,null,3]", "[1.5,null,2.5]"),
    ]
  )
  func numericText(json: String, rounded: String, abs: String) {
    #expect(TransformTrial.apply(.round(places: 0), to: json) == rounded)
    #expect(TransformTrial.apply(.abs, to: json) == abs)
  }

  @Test(
    "nothing else is a number",
    arguments: [ValueRule.Transform.round(places: 1), .floor, .ceil, .abs],
    ["\"\"", "\"x\"", "\"1 2\"", "\"5.\"", "\"1e\"", "true", "{}", "[[1]]", "\"\u{00A0}1\""]
  )
  func noNumbers(rule: ValueRule.Transform, json: String) {
    #expect(TransformTrial.apply(rule, to: json) == nil)
  }

  @Test("rounding agrees with that of decimals")
  func agreesWithDecimal() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      let digits = Int.random(in: -99_999...99_999, using: &generator)
      let text = "\(digits)e\(Int.random(in: -6...2, using: &generator))"
      let places = Int.random(in: -3...4, using: &generator)
      let exact = try #require(Decimal(string: text))
      for (rule, mode) in [
        (ValueRule.Transform.round(places: Int32(places)), Decimal.RoundingMode.plain),
        (.floor, .down),
        (.ceil, .up),
      ] {
        var (from, to) = (exact, Decimal())
        unsafe NSDecimalRound(&to, &from, mode == .plain ? places : 0, mode)
        let result = try #require(TransformTrial.apply(rule, to: text))
        #expect(Decimal(string: result) == to, "\(text) to \(places) by \(mode): \(result)")
        #expect(!result.contains("e") && !(result.contains(".") && result.hasSuffix("0")))
      }
    }
  }
}
