internal import RKEngine

/// A text that diagnostics point into: its name, its bytes, and where its lines begin.
///
/// ```swift
/// let file = SourceFile(name: "spec.json", bytes: Array("{\n}".utf8))
/// print(file.location(of: 2..<3).text)  // spec.json:2:1
/// ```
public struct SourceFile: Sendable, Hashable {
  /// The file as the user named it.
  public let name: String
  /// The whole text.
  public let bytes: [UInt8]
  private let lineStarts: [Int]
  /// The bytes of a byte order mark at the start.
  private let markCount: Int
  /// The number of UTF-16 code units before each thousandth byte; empty if all bytes are ASCII, where
  /// each byte is one unit.
  private let unitCounts: [Int]

  /// Stores a text, and finds its lines.
  ///
  /// Takes time proportional to the text's length.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    markCount = bytes.markCount
    var starts = [0]
    for offset in bytes.indices where bytes[offset] == UInt8(ascii: "\n") {
      starts.append(offset + 1)
    }
    lineStarts = starts
    var counts: [Int] = []
    if bytes.reduce(0, |) >= 0x80 {
      var count = 0
      for start in stride(from: 0, to: bytes.count, by: Self.countedBytes) {
        counts.append(count)
        count += bytes[start..<min(start + Self.countedBytes, bytes.count)].utf16Count
      }
    }
    unitCounts = counts
  }

  private static let countedBytes = 1000

  /// The number of UTF-16 code units before a byte.
  private func unitCount(before offset: Int) -> Int {
    if unitCounts.isEmpty { return offset }
    let block = min(offset / Self.countedBytes, unitCounts.count - 1)
    return unitCounts[block] + bytes[(block * Self.countedBytes)..<offset].utf16Count
  }

  /// The place of some bytes.
  ///
  /// Takes time logarithmic in the number of lines. If the line is long, only what an excerpt can show
  /// is stored.
  public func location(of range: Range<Int>) -> Location {
    let line = lineIndex(of: range.lowerBound)
    // A byte order mark is not part of the first line.
    let start = line == 0 ? min(markCount, range.lowerBound) : lineStarts[line]
    var end = line + 1 < lineStarts.count ? lineStarts[line + 1] - 1 : bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    let marked = max(1, min(range.upperBound, end) - range.lowerBound)
    let first = max(start, characterStart(range.lowerBound - Self.shownCount))
    let last = min(end, characterStart(range.lowerBound + Self.shownCount))
    return Location(
      file: name,
      byteRange: range,
      line: line + 1,
      column: range.lowerBound - start + 1,
      characterColumn: unitCount(before: range.lowerBound) - unitCount(before: start) + 1,
      lineText: Array(bytes[first..<max(first, last)]),
      lineOffset: range.lowerBound - first,
      markedCount: marked
    )
  }

  /// The most bytes of a line that are stored on each side of a place's beginning.
  private static let shownCount = 512

  /// The start of the character that contains a byte.
  private func characterStart(_ offset: Int) -> Int {
    var start = offset
    while start > 0 && start < bytes.count && bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }

  /// The index of the line that contains a byte, counted from 0.
  public func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
