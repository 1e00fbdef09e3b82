@testable import RKEngine
import TestSupport
import Testing

@Suite("Numbers, stored")
struct StoredNumberTests {
  /// What a number is stored as: an integer, a real with its shortest text, or "text".
  private func stored(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let padded = bytes + [UInt8](repeating: 0, count: 16)
    guard let value = StoredNumber.value(padded.span, 0..<bytes.count) else { return "text" }
    return value.kind == .integer ? "integer \(value.integer)" : "real \(value.real)"
  }

  @Test(
    "integers of 64 bits are integers",
    arguments: [
      "0", "7", "-7", "12345678", "-123456789", "1234567890123456", "9223372036854775807",
      "-9223372036854775808",
    ]
  )
  func integers(text: String) { #expect(stored(text) == "integer \(text)") }

  @Test(
    "larger integers are real if the value survives, else text",
    arguments: [
      ("9223372036854775808", "text"), ("-9223372036854775809", "text"),
      ("9223372036854775000", "integer 9223372036854775000"),
      ("10000000000000000000", "real 1e+19"), ("18446744073709551616", "text"),
      ("123456789012345678901234567890", "text"), ("-100000000000000000000", "real -1e+20"),
      ("-0", "integer 0"),
    ]
  )
  func large(text: String, expected: String) { #expect(stored(text) == expected) }

  @Test(
    "numbers with a fraction or an exponent are real if the value survives, else text",
    arguments: [
      ("1.5", "real 1.5"), ("-0.1", "real -0.1"), ("1.50", "real 1.5"), ("42.0", "real 42.0"),
      ("1e3", "real 1000.0"), ("1E-3", "real 0.001"), ("0.0", "real 0.0"), ("-0.0", "real 0.0"),
      ("0e5", "real 0.0"), ("5e-324", "real 5e-324"), ("3e-324", "text"), ("1e400", "text"),
      ("1e-400", "text"), ("0.1234567890123456", "real 0.1234567890123456"),
      ("0.12345678901234567", "text"),
      ("0.30000000000000004", "real 0.30000000000000004"),
      ("0.300000000000000040", "real 0.30000000000000004"),
      ("0.30000000000000001", "text"), ("1.7976931348623157e308", "real 1.7976931348623157e+308"),
      ("123456789012345e22", "real 1.23456789012345e+36"), ("1e1000000000000", "text"),
      ("100000000000000000000000.0", "real 1e+23"), ("0.000001", "real 1e-06"),
    ]
  )
  func reals(text: String, expected: String) { #expect(stored(text) == expected) }

  @Test("what is stored as a number is that number, whatever its text", arguments: 0..<200)
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      var text = generator.oneIn(2) ? "-" : ""
      text += String(UInt64.random(in: 1...9, using: &generator))
      for _ in 0..<Int.random(in: 0...generator.pick([2, 8, 20]), using: &generator) {
        text += String(Int.random(in: 0...9, using: &generator))
      }
      if generator.oneIn(2) {
        text += "."
        for _ in 0...Int.random(in: 0...generator.pick([2, 8, 20]), using: &generator) {
          text += String(Int.random(in: 0...9, using: &generator))
        }
      }
      if generator.oneIn(3) { text += "e\(Int.random(in: -330...330, using: &generator))" }
      let bytes = Array(text.utf8)
      let padded = bytes + [UInt8](repeating: 0, count: 16)
      let read = try #require(Double(text))
      let shortest = Array(read.description.utf8)
      let survives = DecimalText.areEqual(
        bytes.span,
        0..<bytes.count,
        shortest.span,
        0..<shortest.count
      )
      switch StoredNumber.value(padded.span, 0..<bytes.count) {
      case let value? where value.kind == .integer: #expect(Int64(text) == value.integer)
      case let value?: #expect(value.real == read && survives, "\(text)")
      case nil: #expect(!survives, "\(text)")
      }
    }
  }
}
