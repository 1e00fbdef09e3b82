import RKEngine
import Testing

@Suite("ASCII")
struct ASCIITests {
  @Test("white space is exactly that of RFC 8259")
  func whitespace() {
    let blanks = (UInt8.min...UInt8.max).filter(\.isWhitespace)
    #expect(blanks == [0x09, 0x0A, 0x0D, 0x20])
  }

  @Test("ten bytes are digits")
  func digits() {
    let digits = (UInt8.min...UInt8.max).filter(\.isDigit)
    #expect(digits == Array("0123456789".utf8))
  }

  @Test("a hexadecimal digit has its value in either case, any other byte none")
  func hexadecimalDigits() {
    for byte in UInt8.min...UInt8.max {
      let character = Character(Unicode.Scalar(byte))
      let isDigit = character.isASCII && character.isHexDigit
      #expect(byte.hexadecimalValue.map(Int.init) == (isDigit ? character.hexDigitValue : nil))
    }
  }

  @Test("a letter of the source is its byte")
  func letters() {
    #expect(UInt8.ascii("t") == 0x74)
    #expect(UInt8.ascii("~") == 0x7E)
  }
}

@Suite("ByteRange")
struct ByteRangeTests {
  @Test("is the range it was made of")
  func range() {
    let range = ByteRange(3..<10)
    #expect(range.range == 3..<10)
    #expect(range.count == 7)
    #expect(range == ByteRange(offset: 3, count: 7))
  }

  @Test("may end after 4 GiB")
  func end() {
    let range = ByteRange(offset: .max, count: .max)
    #expect(range.upperBound == 2 * Int(UInt32.max))
  }
}
