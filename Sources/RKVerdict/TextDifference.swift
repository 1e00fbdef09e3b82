internal import RKEngine

/// The first difference between an expected and an actual text.
///
/// In JSON, white space between values is ignored.
struct TextDifference: Hashable {
  /// The JSON Pointer of the difference; nil if the texts are not JSON.
  private(set) var pointer: String?
  /// The line of the difference in the actual text, counted from 1.
  private(set) var line = 1
  /// The place of the difference in the expected text.
  private(set) var expectedRange: Range<Int>
  /// What each text has there, for messages.
  private(set) var expected: String
  private(set) var actual: String

  /// Returns nil if the texts are equal.
  init?(_ expected: [UInt8], _ actual: [UInt8], isJSON: Bool) {
    var left = isJSON ? TextParts(expected) : TextParts(linesOf: expected)
    var right = isJSON ? TextParts(actual) : TextParts(linesOf: actual)
    var place = PointerTrack()
    while true {
      let (wanted, found) = (left.next(), right.next())
      if wanted.isLast && found.isLast { return nil }
      if wanted.isLast == found.isLast,
        expected[wanted.range].elementsEqual(actual[found.range])
      {
        if isJSON { place.pass(actual[found.range]) }
        continue
      }
      pointer =
        isJSON ? place.pointer(of: expected[wanted.range], or: actual[found.range]) : nil
      line = actual[..<found.range.lowerBound].count { $0 == UInt8(ascii: "\n") } + 1
      expectedRange = wanted.range
      self.expected = Self.words(expected[wanted.range], isLast: wanted.isLast)
      self.actual = Self.words(actual[found.range], isLast: found.isLast)
      return
    }
  }

  private static func words(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> String {
    if isLast { return "the end" }
    let line = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes
    if line.isEmpty { return "an empty line" }
    let shown = String(decoding: line.prefix(80), as: UTF8.self)
    return line.count > 80 ? shown + "..." : shown
  }
}

/// Splits a text into parts: JSON tokens, or lines.
private struct TextParts {
  private let bytes: [UInt8]
  private let isJSON: Bool
  private var at = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    isJSON = true
    at = bytes.markCount
  }

  init(linesOf bytes: [UInt8]) {
    self.bytes = bytes
    isJSON = false
  }

  /// The next part; an empty one at the end.
  mutating func next() -> (range: Range<Int>, isLast: Bool) {
    isJSON ? nextWord() : nextLine()
  }

  private mutating func nextLine() -> (range: Range<Int>, isLast: Bool) {
    let start = at
    if start == bytes.count { return (start..<start, true) }
    let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    at = min(end + 1, bytes.count)
    // The line end is part of the line, so that a missing one is a difference.
    return (start..<at, false)
  }

  private mutating func nextWord() -> (range: Range<Int>, isLast: Bool) {
    while at < bytes.count, Self.isSpace(bytes[at]) { at += 1 }
    let start = at
    guard start < bytes.count else { return (start..<start, true) }
    at += 1
    switch bytes[start] {
    case UInt8(ascii: "\""):
      while at < bytes.count && bytes[at] != UInt8(ascii: "\"") {
        at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
      }
      at = min(at + 1, bytes.count)
    case let byte where !Self.isMark(byte):
      while at < bytes.count, !Self.isSpace(bytes[at]), !Self.isMark(bytes[at]) { at += 1 }
    default: break
    }
    return (start..<at, false)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "\""):
      true
    default: false
    }
  }
}

/// Tracks the JSON Pointer of the current place while tokens are read.
private struct PointerTrack {
  private enum Level {
    case list(Int)
    case object(name: String?)
  }

  private var levels: [Level] = []

  mutating func pass(_ word: ArraySlice<UInt8>) {
    switch word.first {
    case UInt8(ascii: "{"): levels.append(.object(name: nil))
    case UInt8(ascii: "["): levels.append(.list(0))
    case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = levels.popLast()
    case UInt8(ascii: ","):
      switch levels.popLast() {
      case .list(let index): levels.append(.list(index + 1))
      case .object: levels.append(.object(name: nil))
      case nil: break
      }
    case UInt8(ascii: "\""): name(word)
    default: break
    }
  }

  /// Takes a string as a member name if none is pending.
  private mutating func name(_ word: ArraySlice<UInt8>) {
    guard case .object(nil)? = levels.last else { return }
    levels[levels.count - 1] = .object(name: Self.text(word))
  }

  /// The place of a difference between an expected and an actual token.
  func pointer(of expected: ArraySlice<UInt8>, or actual: ArraySlice<UInt8>) -> String {
    var track = self
    if Self.isBehindValue(expected) || Self.isBehindValue(actual) {
      // One of the texts has more members or elements.
      _ = track.levels.popLast()
    } else if actual.first == UInt8(ascii: "\"") {
      // If names differ, the place is that of the member.
      track.name(actual)
    }
    return track.levels.map { level in
      switch level {
      case .list(let index): "/\(index)"
      case .object(let name):
        name.map(JSONPointer.part) ?? ""
      }
    }.joined()
  }

  private static func isBehindValue(_ word: ArraySlice<UInt8>) -> Bool {
    switch word.first {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): true
    default: false
    }
  }

  private static func text(_ word: ArraySlice<UInt8>) -> String {
    String(decoding: word.dropFirst().dropLast(), as: UTF8.self)
  }
}
