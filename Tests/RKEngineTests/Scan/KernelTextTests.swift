@testable import RKEngine
import TestSupport
import Testing

/// The kernels' results for bytes, compared with definitions: strings, escapes, UTF-8 and tokens,
/// at the boundaries of blocks and of registers.
@Suite("Text in the kernels", .serialized)
struct KernelTextTests {
  /// The results of one kernel for some bytes, scanned from the beginning of an input.
  private struct Trial: ~Copyable {
    private(set) var index = StructuralIndex()
    private(set) var state: ScanState

    init(_ bytes: [UInt8], by kernel: ScanKernel, separator: UInt8? = nil) {
      var buffer = InputBuffer(capacity: bytes.count)
      buffer.append(bytes.span)
      state = ScanState(separator: separator)
      let blockCount = bytes.count / 64 + 1
      kernel.scan(buffer, at: 0, blockCount: blockCount, into: &index, state: &state)
    }

    var positions: [Int] { (0..<index.count).map { Int(index.positions[$0]) } }
    var tokens: [UInt8] { (0..<index.count).map { index.tokens[$0] } }
    var notes: [UInt8] { (0..<index.notes.count).map { index.notes[$0] } }
  }

  private static func bytes(_ byte: UInt8, _ count: Int) -> [UInt8] {
    [UInt8](repeating: byte, count: count)
  }

  /// Expects every kernel to find a fault in a text, or none.
  private func expect(
    _ text: [UInt8],
    isFaulty: Bool,
    by kernels: [ScanKernel] = ScanKernel.available,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for kernel in kernels where Trial(text, by: kernel).state.isFaulty != isFaulty {
      let what = isFaulty ? "takes" : "refuses"
      Issue.record("\(kernel.name) \(what) \(text)", sourceLocation: sourceLocation)
    }
  }

  // MARK: - Strings

  @Test("a control character or half a character is rejected in a string", arguments: 0..<64)
  func stringBytes(place: Int) {
    let before = [.quote] + Self.bytes(.ascii("x"), 63 + place)
    // Each byte at a quarter of the positions.
    for byte in 0...UInt8.max where byte != .quote && byte != .backslash {
      guard (Int(byte) + place) % 4 == 0 else { continue }
      expect(
        before + [byte] + Self.bytes(.ascii("y"), 70) + [.quote],
        isFaulty: !(0x20..<0x80).contains(byte),
        by: ScanKernelTests.natives
      )
    }
  }

  @Test("a control character outside of strings is not a fault of the scan", arguments: 0..<64)
  func outside(place: Int) {
    let before = Array("\"\"".utf8) + Self.bytes(.space, 62 + place)
    expect(before + Self.bytes(0x01, 80) + [.quote, .quote], isFaulty: false)
    expect(before + [.quote, .quote, .lineFeed, .quote, .quote], isFaulty: false)
    expect(before + [.quote, .quote, .quote, .lineFeed, .quote], isFaulty: true)
  }

  // MARK: - Escapes

  @Test("nine letters may follow a backslash", arguments: [0, 31, 32, 58, 59, 60, 61, 62, 63])
  func escapes(place: Int) {
    let before = [.quote] + Self.bytes(.ascii("x"), 63 + place)
    for byte in 0...UInt8.max {
      let text = before + [.backslash, byte] + Array("0aF9".utf8) + Self.bytes(.quote, 1)
      let isRight = "\"\\/bfnrtu".utf8.contains(byte)
      // A quote that ends the string leaves another open, which is not a fault of the scan.
      expect(text + Self.bytes(.space, 70), isFaulty: !isRight)
    }
  }

  @Test("four hexadecimal digits follow a u, and no more", arguments: 54..<66)
  func digits(place: Int) {
    let before = [.quote] + Self.bytes(.ascii("x"), place)
    for byte in 0...UInt8.max where byte != .quote && byte != .backslash {
      let isDigit = "0123456789abcdefABCDEF".utf8.contains(byte)
      for digit in 0..<5 {
        var escape = Array("\\u09aF".utf8) + [.ascii("x")]
        escape[2 + digit] = byte
        let isText = (0x20..<0x80).contains(byte)
        expect(
          before + escape + Self.bytes(.ascii("x"), 64) + [.quote],
          isFaulty: digit < 4 ? !isDigit : !isText,
          by: ScanKernelTests.natives
        )
      }
    }
    for digitCount in 0...4 {
      let digits = [.backslash, .ascii("u")] + Self.bytes(.ascii("f"), digitCount)
      for after in ["\"", "\\n\"", "\\\"\""] {
        expect(
          before + digits + Array(after.utf8) + Self.bytes(.space, 64),
          isFaulty: digitCount < 4
        )
      }
    }
  }

  @Test("a quote after an odd number of backslashes is escaped", arguments: 0..<70)
  func backslashes(count: Int) {
    for place in [0, 1, 50, 60, 61, 62, 63] {
      let text =
        Self.bytes(.space, place) + [.quote] + Self.bytes(.backslash, count)
        + Array("\"[\",".utf8) + Self.bytes(.space, 64)
      // With an even number of them the string ends before the bracket, and another one follows.
      let end = place + count + 1
      let positions = count % 2 == 0 ? [place, end + 1, end + 2] : [place, end + 3]
      for kernel in ScanKernel.available {
        let trial = Trial(text, by: kernel)
        let (found, isFaulty) = (trial.positions, trial.state.isFaulty)
        #expect(found == positions && !isFaulty, "\(kernel.name), \(count) at \(place)")
        let notes = trial.notes.enumerated().filter { $0.element & 1 != 0 }.map(\.offset)
        // The byte after the last backslash belongs to it, even in the next block.
        let last = count > 0 ? place + count + (count % 2 == 0 ? 0 : 1) : -1
        let blocks = count > 0 ? Array((place + 1) / 64...last / 64) : []
        #expect(notes == blocks, "\(kernel.name), \(count) at \(place)")
      }
    }
  }

  // MARK: - UTF-8

  /// Up to four bytes of which the first is not ASCII, and the others are at the limits of what may
  /// follow.
  private static let sequences: [[UInt8]] = {
    var sequences: [[UInt8]] = []
    let second: [UInt8] = [
      0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE1, 0xF1, 0xFF,
    ]
    for first in UInt8(0x80)...0xFF {
      for second in second {
        for third in [UInt8](arrayLiteral: 0x41, 0x80, 0xBF, 0xC2) {
          for fourth in [UInt8](arrayLiteral: 0x41, 0x80, 0xBF, 0xC0) {
            sequences.append([first, second, third, fourth])
          }
        }
      }
    }
    return sequences
  }()

  @Test("UTF-8 is what the standard library accepts", arguments: 0..<16)
  func utf8(part: Int) {
    for (count, sequence) in Self.sequences.enumerated() where count % 16 == part {
      // Around the ends of registers of 16, 32 and 64 bytes.
      for place in [[12, 28, 44, 60][count / 16 % 4] + count / 64 % 5, 56 + count / 16 % 8] {
        let text =
          [.quote] + Self.bytes(.ascii("x"), place) + sequence
          + Self.bytes(.ascii("y"), 70) + [.quote]
        let isText = String(validating: text, as: UTF8.self) != nil
        expect(text, isFaulty: !isText, by: ScanKernelTests.natives)
      }
    }
  }

  @Test("the bounds of UTF-8 are found at every position of a block", arguments: 0..<64)
  func utf8Bounds(place: Int) {
    let whole: [[UInt8]] = [
      [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xE1, 0x80, 0x80], [0xEC, 0xBF, 0xBF],
      [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80], [0xEF, 0xBF, 0xBF], [0xF0, 0x90, 0x80, 0x80],
      [0xF1, 0x80, 0x80, 0x80], [0xF3, 0xBF, 0xBF, 0xBF], [0xF4, 0x8F, 0xBF, 0xBF],
    ]
    let before = [.quote] + Self.bytes(.ascii("x"), 63 + place)
    for sequence in whole + ScanFaultTests.malformed {
      for after in [[], [0xC2, 0x80], [0xF4, 0x8F, 0xBF, 0xBF], [0xC2]] as [[UInt8]] {
        let text = before + sequence + after + Self.bytes(.ascii("y"), 70) + [.quote]
        let isText = String(validating: text, as: UTF8.self) != nil
        expect(text, isFaulty: !isText, by: ScanKernelTests.natives)
      }
    }
    // Many in a row, so that a sequence crosses each boundary.
    for sequence in whole {
      let text = before + (0..<50).flatMap { _ in sequence } + [.quote]
      expect(text, isFaulty: false)
      expect(text + Self.bytes(.space, 60) + sequence.dropLast() + [.space], isFaulty: true)
    }
  }

  // MARK: - Tokens

  @Test("each byte is a token, a part of one, or none", arguments: ScanKernel.available)
  func kinds(kernel: ScanKernel) {
    for separator in [nil, UInt8.lineFeed, .recordSeparator] {
      for byte in 0...UInt8.max where byte != .quote {
        for place in [0, 15, 16, 31, 32, 47, 62, 63] {
          let text = Self.bytes(.space, place) + [.ascii("1"), byte, byte, .ascii("2"), .space]
          let trial = Trial(text, by: kernel, separator: separator)
          let positions: [Int] =
            if byte == separator ?? ScanState.noSeparator || "{}[]:,\u{C}\u{1A}".utf8.contains(byte)
            {
              [0, 1, 2, 3]
            } else if " \t\n\r".utf8.contains(byte) {
              [0, 3]
            } else {
              [0]
            }
          let found = trial.positions
          #expect(found == positions.map { $0 + place }, "\(byte) at \(place)")
          let lines = trial.state.newlineCount
          #expect(lines == (byte == .lineFeed ? 2 : 0))
        }
      }
    }
  }

  @Test("any number of tokens in a block is recorded", arguments: ScanKernel.available, 0...64)
  func counts(kernel: ScanKernel, count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    for _ in 0..<4 {
      let places = Set((0..<64).shuffled(using: &generator).prefix(count))
      let letters = Array("{}[]:,".utf8)
      let block: [UInt8] = (0..<64).map { places.contains($0) ? generator.pick(letters) : .space }
      let trial = Trial(block + block, by: kernel)
      let positions = places.sorted() + places.sorted().map { $0 + 64 }
      let (found, tokens, notes) = (trial.positions, trial.tokens, trial.notes)
      #expect(found == positions)
      #expect(tokens == positions.map { block[$0 % 64] })
      #expect(Array(notes[..<2]) == Self.bytes(count < 64 ? 2 : 0, 2))
    }
  }

  @Test("white space is noted only outside of strings", arguments: ScanKernel.available, 0..<64)
  func whitespace(kernel: ScanKernel, place: Int) {
    for byte in [UInt8.space, .tab, .carriageReturn, .lineFeed] {
      let text = Self.bytes(.comma, 64 + place) + [byte] + Self.bytes(.comma, 63 - place)
      let outside = Trial(text, by: kernel).notes
      #expect(outside.prefix(2) == [0, 2])
      let lines = Trial(text, by: kernel, separator: .lineFeed).notes
      #expect(lines.prefix(2) == [0, byte == .lineFeed ? 0 : 2])
      var inside = text
      inside[0] = .quote
      let noted = Trial(inside, by: kernel).notes
      #expect(noted.prefix(2) == [0, 0])
    }
  }
}
