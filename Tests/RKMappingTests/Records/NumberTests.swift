import RKMapping
import Testing

struct NumberTests {
  @Test("Text that JSON has as a number is one", arguments: ["0", "-0", "12.50", "1e5", "-1.5E-3"])
  func reads(text: String) throws {
    #expect(try #require(Number(text)).text == text)
  }

  @Test(
    "Other text is no number",
    arguments: ["", "-", "+1", "01", "1.", ".5", "1e", "NaN", "0x1", " 1", "1 ", "\u{0661}"]
  )
  func refuses(text: String) {
    #expect(Number(text) == nil)
  }

  @Test(
    "Numbers are equal by value",
    arguments: [("1.50", "15e-1"), ("0", "-0.0e9"), ("100", "1e2"), ("2", "2.000")]
  )
  func equals(one: String, other: String) throws {
    #expect(try #require(Number(one)) == #require(Number(other)))
  }

  @Test("Numbers that no binary number tells apart differ")
  func differs() throws {
    let one = try #require(Number("9007199254740993"))
    let other = try #require(Number("9007199254740992"))
    #expect(one != other)
    #expect(one.double == other.double)
    #expect(one.int64 == 9_007_199_254_740_993)
  }

  @Test(
    "A whole number is an integer, however it is written",
    arguments: [
      ("12", 12), ("1.20e1", 12), ("-3.0", -3), ("12.5", nil), ("1e19", nil), ("1e999999999", nil),
      ("9223372036854775807", Int64.max), ("9223372036854775808", nil),
    ] as [(String, Int64?)]
  )
  func integer(text: String, value: Int64?) throws {
    #expect(try #require(Number(text)).int64 == value)
  }
}
