@testable import RKEngine
import TestSupport
import Testing

@Suite("ScalarCheck")
struct ScalarCheckTests {
  @Test(
    "the numbers of RFC 8259, section 6, are numbers",
    arguments: [
      "0", "-0", "7", "10", "-1", "123456789", "12345678901234567890123456789", "0.5", "-0.5",
      "10.25",
      "1.0", "0e0", "1e5", "1E5", "1e+5", "1e-5", "1.5e10", "-1.5E-10",
      "0.0000000000000000000000001",
      "12345678.12345678", "1234567.8", "123456.78", "0.00000001",
    ]
  )
  func numbers(text: String) {
    expect(text, tokens: String(text.prefix(1)))
    expect(
      "[\(text),\(text) ,\t\(text)\n]",
      tokens: "[" + "\(text.prefix(1)),".repeated(2) + "\(text.prefix(1))]"
    )
  }

  @Test(
    "a number is at fault where it leaves the grammar",
    arguments: [
      "[0^1]", "[-^]", "[-0^1]", "[1.^]", "[1.^e5]", "[1e^]", "[1e+^]", "[1e^,2]", "[1.5^.6]",
      "[0^x10]", "[1^a]", "[12345678901234567890^x]", "[1.2^.3]", "[-^a]", "[-^-1]", "[1e5^.5]",
      "[0^0]", "[0^00000000]", "[0^12345678]", "[0^123456789012]", "[1.^", "[-^", "[1e^",
      "[1^_000]", "[1^\\u0030]",
    ]
  )
  func wrongNumbers(text: String) {
    expectEverywhere(text, fault: .number)
  }

  @Test(
    "a word that is not a literal is at fault from its beginning",
    arguments: [
      "[^nul]", "[^nulll]", "[^Null]", "[^TRUE]", "[^tru]", "[^truex]", "[^fals]", "[^falsee]",
      "[^NaN]",
      "[^Infinity]", "[^undefined]", "[^.5]", "[^+1]", "[^'a']", "[^a]", "[^#]", "[^null\"a\"]",
      "[^/**/1]",
      "^\u{FEFF}1", "[^\u{A0}1]", "^nul", "[1,^t]", "{\"a\":^f}",
    ]
  )
  func wrongWords(text: String) {
    expectEverywhere(text, fault: .literal, expected: .value)
  }

  @Test("literals are known at every place of a block", arguments: 0..<130)
  func everyPlace(count: Int) {
    let blanks = String(repeating: " ", count: count)
    expect("[\(blanks)true,false,null,-1.5]", tokens: "[t,f,n,-]")
    expect("[\(blanks)^truf]", fault: .literal, expected: .value)
    expect("[\(blanks)1234567^x]", fault: .number)
  }

  @Test("numbers of every length are numbers, and with a letter in them are not", arguments: 1...40)
  func everyLength(count: Int) {
    let digits = String(repeating: "7", count: count)
    expect("[\(digits)]", tokens: "[7]")
    for place in 1...count {
      let (head, tail) = (digits.prefix(place), digits.dropFirst(place))
      expect("[\(head)^:\(tail)]", fault: .unexpected, expected: .commaOrCloseArray)
      expect("[\(head)^/\(tail)]", fault: .number)
      expect("[\(head)^;\(tail)]", fault: .number)
      if place < count { expect("[\(head).\(tail)]", tokens: "[7]") }
    }
    expect("[0^\(digits)]", fault: .number)
    expect("[0.\(digits)]", tokens: "[0]")
  }

  @Test("numbers agree with the oracle on random text", arguments: 0..<300)
  func random(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let alphabet = Array("00112345678999..eE+-".utf8)
    var text: [UInt8] = [.openArray]
    for _ in 0..<8 {
      let count = generator.pick([1, 3, 8, 12, 26])
      for _ in 0..<count {
        text.append(
          generator.oneIn(3)
            ? generator.pick(alphabet) : .zero + UInt8.random(in: 1...9, using: &generator)
        )
      }
      text.append(.comma)
    }
    text += [.zero, .closeArray]
    // Each number alone, so that not only the first fault counts.
    for part in text[1...].split(separator: .comma) {
      expectTwins(Array(part), made: generator.recreation)
    }
  }

  @Test("many together are validated like each alone", arguments: 0..<120)
  func together(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let right = [
      "0", "-0", "7", "12345678", "-12345678", "1.5", "0.25", "-0.5", "123456.7", "-1234567.8",
      "123456789", "123456789012345678", "1234567890.0123456789", "1e5", "-2.5E-10", "true",
      "false",
      "null", "12.5 ", "3\n", "null\t ", "false\r\n", "1234567890123456789012345678901",
      "12345678901234567890123456789012",
    ]
    let wrong = [
      "01", "-", "1.", ".5", "1..2", "1.2.3", "nul", "nulll", "nulm", "truE", "falsy", "-null",
      "-true", "1a", "0x1", "00.5", "-01", "1.5.", "null\u{0}", "nu\u{0}l", "1\u{0}", "12345678.",
      "-.5", "1-2", "+1", "1:", "1/", "/1", "1.5e", "123456789x", "-123456789.", "0.5-", "\u{1}1",
      "null\"a\"", "1\" \"", "1,5\u{E9}", "12345678901234567890123456789012x",
    ]
    var elements = (0..<300).map { _ in generator.pick(right) }
    if generator.oneIn(2) {
      elements[Int.random(in: elements.indices, using: &generator)] = generator.pick(wrong)
    }
    let text = "[" + elements.joined(separator: ",") + "]"
    expectTwins(Array(text.utf8), made: generator.recreation)
  }
}

extension String {
  fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
