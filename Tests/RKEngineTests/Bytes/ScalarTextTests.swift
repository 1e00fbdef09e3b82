import RKEngine
import TestSupport
import Testing

@Suite("Scalars of UTF-8")
struct ScalarTextTests {
  @Test("every scalar is read forward and found backward")
  func everyScalar() {
    for value in stride(from: UInt32(0), through: 0x10_FFFF, by: 7) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let bytes = [0x61] + Array(String(scalar).utf8)
      let read = ScalarText.scalar(bytes.span, at: 1)
      #expect(read.value == value && read.count == bytes.count - 1)
      #expect(ScalarText.start(bytes.span, before: bytes.count) == 1)
    }
  }

  @Test(
    "bytes that begin no scalar are replacement characters, one by one",
    arguments: [
      [0x80], [0xC3], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82],
      [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
      [0xE2, 0x28, 0xA1],
    ] as [[UInt8]]
  )
  func malformed(bytes: [UInt8]) {
    let read = ScalarText.scalar(bytes.span, at: 0)
    #expect(read.value == 0xFFFD && read.count == 1)
  }

  @Test("a step back stays after its bound")
  func bound() {
    let bytes: [UInt8] = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80]
    #expect(ScalarText.start(bytes.span, before: 6) == 2)
    #expect(ScalarText.start(bytes.span, before: 6, notBefore: 5) == 5)
    #expect(ScalarText.start(bytes.span, before: 2) == 0)
  }

  @Test("folding is the same for both cases and is done once", arguments: [0x41...0x1_E943])
  func folding(values: ClosedRange<UInt32>) {
    for value in values {
      let folded = ScalarCase.folded(value)
      #expect(ScalarCase.folded(folded) == folded, "U+\(String(value, radix: 16))")
      if value != 0x0131 { #expect(ScalarCase.folded(ScalarCase.raised(value)) == folded) }
    }
    #expect(ScalarCase.folded(0x0131) == 0x0131)
    #expect(ScalarCase.folded(0x017F) == 0x73)
    #expect(ScalarCase.folded(0x212A) == 0x6B)
  }
}
