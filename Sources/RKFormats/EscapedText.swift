internal import RKEngine

/// The decoded text of a JSON string as bytes, with the place in the string that each byte comes from.
///
/// A lone surrogate becomes bytes that are not UTF-8, so that the reader of the text reports it.
package struct EscapedText: Sendable {
  /// The offset of a byte in the text, and its place in the string.
  private struct Mark {
    var offset: Int
    var source: Int
  }

  /// The string's range, without quotes.
  private let literal: Range<Int>
  /// Marks at regular intervals of the text; other places are counted from the mark before them.
  private var marks: [Mark] = []

  private static let distance = 4096

  /// Records where the bytes of the text come from.
  init(_ bytes: Span<UInt8>, _ literal: Range<Int>) {
    self.literal = literal
    var walk = Walk(source: literal.lowerBound)
    var next = 0
    while walk.source < literal.upperBound {
      if walk.offset >= next {
        marks.append(Mark(offset: walk.offset, source: walk.source))
        next = walk.offset + Self.distance
      }
      walk.step(bytes, literal.upperBound)
    }
  }

  /// The place in the string of the byte at an offset of the text; after the last byte, the end of the string.
  func source(of offset: Int, _ bytes: Span<UInt8>) -> Int {
    var (low, high) = (0, marks.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if marks[middle].offset <= offset { low = middle } else { high = middle }
    }
    guard low < marks.count else { return literal.upperBound }
    var walk = Walk(source: marks[low].source, offset: marks[low].offset)
    while walk.source < literal.upperBound {
      let before = walk
      walk.step(bytes, literal.upperBound)
      if walk.offset > offset { return before.source }
    }
    return literal.upperBound
  }

  /// The decoded text.
  static func unescaped(_ bytes: Span<UInt8>, _ literal: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(literal.count)
    var at = literal.lowerBound
    while at < literal.upperBound {
      let byte = bytes[at]
      if byte != .backslash {
        text.append(byte)
        at += 1
        continue
      }
      let escape = Escape(bytes, at, end: literal.upperBound)
      escape.append(to: &text)
      at += escape.sourceCount
    }
    return text
  }

  /// Walks a string and its decoded text in parallel.
  private struct Walk {
    var source: Int
    var offset = 0

    mutating func step(_ bytes: Span<UInt8>, _ end: Int) {
      guard bytes[source] == .backslash else {
        source += 1
        offset += 1
        return
      }
      let escape = Escape(bytes, source, end: end)
      source += escape.sourceCount
      offset += escape.byteCount
    }
  }
}

/// An escape in a JSON string, or two that form one character.
private struct Escape {
  /// The number of bytes in the string.
  let sourceCount: Int
  private let scalar: UInt32

  init(_ bytes: Span<UInt8>, _ at: Int, end: Int) {
    let letter = bytes[at + 1]
    guard letter == .ascii("u") else {
      sourceCount = 2
      scalar =
        switch letter {
        case .ascii("b"): 0x08
        case .ascii("f"): 0x0C
        case .ascii("n"): 0x0A
        case .ascii("r"): 0x0D
        case .ascii("t"): 0x09
        default: UInt32(letter)
        }
      return
    }
    let first = Self.hexadecimal(bytes, at + 2)
    if first & 0xFC00 == 0xD800, at + 12 <= end, bytes[at + 6] == .backslash,
      bytes[at + 7] == .ascii("u")
    {
      let second = Self.hexadecimal(bytes, at + 8)
      if second & 0xFC00 == 0xDC00 {
        sourceCount = 12
        scalar = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
        return
      }
    }
    sourceCount = 6
    scalar = first
  }

  private static func hexadecimal(_ bytes: Span<UInt8>, _ at: Int) -> UInt32 {
    var value: UInt32 = 0
    for index in at..<(at + 4) { value = value << 4 | UInt32(bytes[index].hexadecimalValue ?? 0) }
    return value
  }

  /// The number of bytes in the decoded text.
  var byteCount: Int { scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4 }

  func append(to text: inout [UInt8]) { text.append(codePoint: scalar) }
}

extension [UInt8] {
  /// Appends a code point as UTF-8.
  ///
  /// A lone surrogate has no such form, so that bytes are appended that UTF-8 readers reject.
  mutating func append(codePoint: UInt32) {
    let tail = { (shift: UInt32) in 0x80 | UInt8(truncatingIfNeeded: codePoint >> shift & 0x3F) }
    switch codePoint {
    case 0..<0x80: append(UInt8(codePoint))
    case 0x80..<0x800: self += [0xC0 | UInt8(codePoint >> 6), tail(0)]
    case 0x800..<0x10000: self += [0xE0 | UInt8(codePoint >> 12), tail(6), tail(0)]
    default: self += [0xF0 | UInt8(codePoint >> 18 & 7), tail(12), tail(6), tail(0)]
    }
  }
}
