@testable import RKEngine
import TestSupport
import Testing

@Suite("UTF8Repair")
struct UTF8RepairTests {
  private static func repair(_ bytes: [UInt8], chunkSize: Int) -> String {
    var repair = UTF8Repair()
    var repaired: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: chunkSize) {
      let chunk = Array(bytes[start..<min(start + chunkSize, bytes.count)])
      repaired += repair.repair(chunk, isLast: false)
    }
    repaired += repair.repair([], isLast: true)
    return String(validating: repaired, as: UTF8.self) ?? "not repaired"
  }

  /// The examples of Unicode 16.0, tables 3-8 to 3-11, and well-formed text.
  static let examples: [([UInt8], String)] = [
    (
      [0x61, 0xF1, 0x80, 0x80, 0xE1, 0x80, 0xC2, 0x62, 0x80, 0x63, 0x80, 0xBF, 0x64],
      "a\u{FFFD}\u{FFFD}\u{FFFD}b\u{FFFD}c\u{FFFD}\u{FFFD}d"
    ),
    (
      [0xC0, 0xAF, 0xE0, 0x80, 0xBF, 0xF0, 0x81, 0x82, 0x41],
      "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}A"
    ),
    (
      [0xED, 0xA0, 0x80, 0xED, 0xBF, 0xBF, 0xED, 0xAF, 0x41],
      "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}A"
    ),
    (
      [0xF4, 0x91, 0x92, 0x93, 0xFF, 0x41, 0x80, 0xBF, 0x42],
      "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}A\u{FFFD}\u{FFFD}B"
    ),
    (
      [0xE1, 0x80, 0xE2, 0xF0, 0x91, 0x92, 0xF1, 0xBF, 0x41],
      "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}A"
    ),
    (Array("a\u{E9}\u{20AC}\u{1F600}".utf8), "a\u{E9}\u{20AC}\u{1F600}"),
    ([0xE2, 0x82], "\u{FFFD}"),
    ([], ""),
  ]

  @Test(
    "each maximal part of a sequence becomes one replacement, however the bytes come",
    arguments: examples,
    [1, 2, 3, 4, 100]
  )
  func replacements(example: ([UInt8], String), chunkSize: Int) {
    #expect(Self.repair(example.0, chunkSize: chunkSize) == example.1)
  }

  @Test("random bytes are repaired the same in chunks of any size", arguments: 0..<50)
  func chunks(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let telling: [UInt8] = [0x41, 0x80, 0xBF, 0xC2, 0xE0, 0xE1, 0xED, 0xF0, 0xF1, 0xF4, 0xFF]
    let bytes = (0..<60).map { _ in generator.pick(telling) }
    let whole = String(decoding: bytes, as: UTF8.self)
    for chunkSize in [1, 2, 3, 5, 8] {
      #expect(Self.repair(bytes, chunkSize: chunkSize) == whole, "\(generator.recreation)")
    }
  }
}
