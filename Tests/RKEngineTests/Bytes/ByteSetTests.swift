@testable import RKEngine
import Testing

@Suite("ByteSet")
struct ByteSetTests {
  private static let wanted: [UInt8] = [.quote, .comma, .lineFeed, 0xFF]
  private static let set = ByteSet(.quote, .comma, .lineFeed, 0xFF)

  private static func isAmong(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    set.isAmong(bytes.span, range)
  }

  @Test("has the bytes it was made of, and no other")
  func membership() {
    for byte in UInt8.min ... .max {
      #expect(Self.set.contains(byte) == Self.wanted.contains(byte))
      #expect(ByteSet(.comma).contains(byte) == (byte == .comma))
    }
  }

  @Test("finds a byte anywhere in the range, and none outside", arguments: 0...100)
  func places(length: Int) {
    for start in [0, 1, 7] {
      var bytes = [UInt8](repeating: .comma, count: start + length + 9)
      let range = start..<(start + length)
      // Bytes that differ from a wanted one in their top bit, or by one, are not found.
      for (number, place) in range.enumerated() {
        bytes[place] = [.comma | 0x80, .comma + 1, .comma - 1, 0][number % 4]
      }
      #expect(!Self.isAmong(bytes, range))
      for place in range {
        let old = bytes[place]
        bytes[place] = Self.wanted[place % 4]
        #expect(Self.isAmong(bytes, range), "at \(place)")
        bytes[place] = old
      }
    }
  }

  @Test("reads nothing after the last byte")
  func end() {
    let bytes: [UInt8] = [.zero, .zero, .comma]
    #expect(Self.isAmong(bytes, 0..<3))
    #expect(!Self.isAmong(bytes, 0..<2))
    #expect(!Self.isAmong(bytes, 3..<3))
  }

  @Test("a single byte is found anywhere in the range, and not after it", arguments: 0...100)
  func singleByte(length: Int) {
    for start in [0, 3] {
      var bytes = [UInt8](repeating: .comma, count: start + length + 8)
      let range = start..<(start + length)
      for place in range { bytes[place] = [.comma | 0x80, .comma + 1, .comma - 1, 0][place % 4] }
      #expect(!Self.hasComma(bytes, range))
      for place in range {
        let old = bytes[place]
        bytes[place] = .comma
        #expect(Self.hasComma(bytes, range), "at \(place)")
        bytes[place] = old
      }
    }
  }

  private static func hasComma(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    bytes.span.contains(.comma, padded: range)
  }
}
