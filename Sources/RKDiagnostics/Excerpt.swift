internal import RKEngine

/// A line, trimmed to a width around the marked place, with carets under it.
struct Excerpt {
  private(set) var line: String
  private(set) var indent: String
  private(set) var marks: String

  /// A character as shown, and its width in columns of a terminal.
  private struct Cell {
    var text: String
    var width: Int
  }

  /// Shows where the line was trimmed.
  private static let ellipsis = Cell(text: "\u{2026}", width: 1)

  /// `width` is in columns of a terminal.
  init(_ location: Location, width: Int) {
    let text = location.lineText
    let offset = min(location.lineOffset, text.count)
    var end = min(offset + location.markedCount, text.count)
    // A diagnostic may be about only the first byte of a character.
    while end < text.count && text[end] & 0xC0 == 0x80 { end += 1 }
    // The line may have been cut in the middle of a character.
    let isCut = location.lineOffset < location.column - 1
    let start = isCut ? text[..<offset].firstIndex { $0 & 0xC0 != 0x80 } ?? offset : 0
    let last = max(Self.completeCount(of: text), end)
    var before = Self.cells(text[start..<offset])
    var marked = Self.cells(text[offset..<end])
    var after = Self.cells(text[end..<last])
    if Self.width(marked) > width {
      marked = Self.prefix(of: marked, width: width - 1) + [Self.ellipsis]
      after = []
    }
    let room = max(width - Self.width(marked), 0)
    let roomBefore = max(room / 2, room - Self.width(after))
    if isCut || Self.width(before) > roomBefore {
      let shown = Self.suffix(of: before, width: max(roomBefore - 1, 0))
      before = [Self.ellipsis] + shown.drop { $0.width == 0 }
    }
    let roomAfter = max(room - Self.width(before), 0)
    if Self.width(after) > roomAfter {
      after = Self.prefix(of: after, width: max(roomAfter - 1, 0)) + [Self.ellipsis]
    }
    line = VisibleText.escaped((before + marked + after).map(\.text).joined())
    indent = String(repeating: " ", count: Self.width(before))
    marks = String(repeating: "^", count: max(1, Self.width(marked)))
  }

  // MARK: - Bytes

  /// The number of bytes before an incomplete character at the end.
  private static func completeCount(of bytes: [UInt8]) -> Int {
    guard let lead = bytes.indices.suffix(4).last(where: { bytes[$0] & 0xC0 != 0x80 }) else {
      return bytes.count
    }
    let length =
      switch bytes[lead] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    return lead + length > bytes.count ? lead : bytes.count
  }

  /// The characters of some bytes.
  ///
  /// A tab becomes a space; other control characters become escapes.
  private static func cells(_ bytes: ArraySlice<UInt8>) -> [Cell] {
    if bytes.allSatisfy({ (0x20...0x7E).contains($0) }) {
      return bytes.map { byte in Cell(text: String(UnicodeScalar(byte)), width: 1) }
    }
    return String(decoding: bytes, as: UTF8.self).map { character in
      let text = character == "\t" ? " " : VisibleText.escaped(String(character))
      let isShown = text.count == 1
      return Cell(
        text: text,
        width: isShown ? TerminalWidth.columns(of: character) : TerminalWidth.columns(of: text)
      )
    }
  }

  // MARK: - Columns

  private static func width(_ cells: [Cell]) -> Int { cells.reduce(0) { $0 + $1.width } }

  /// The first cells, as many as fit.
  private static func prefix(of cells: [Cell], width: Int) -> [Cell] {
    var sum = 0
    return Array(
      cells.prefix { cell in
        sum += cell.width
        return sum <= width
      }
    )
  }

  /// The last cells, as many as fit.
  private static func suffix(of cells: [Cell], width: Int) -> [Cell] {
    prefix(of: cells.reversed(), width: width).reversed()
  }
}
