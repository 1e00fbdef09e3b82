/// Columns in UTF-16 code units, as editors and readers of reports count them.
extension Location {
  /// The column after the marked text, as far as that is on the stored line.
  package var characterEndColumn: Int? {
    let marked = markedText
    return marked.isEmpty ? nil : characterColumn.map { $0 + marked.utf16Count }
  }

  /// The marked text, as far as it is on the stored line, extended to complete characters.
  package var markedText: ArraySlice<UInt8> {
    let start = min(lineOffset, lineText.count)
    var end = min(start + max(markedCount, 0), lineText.count)
    while end > start && end < lineText.count && lineText[end] & 0xC0 == 0x80 { end += 1 }
    return lineText[start..<end]
  }
}

extension Sequence<UInt8> {
  /// The number of UTF-16 code units in the text that these bytes encode.
  package var utf16Count: Int {
    reduce(0) { $0 + ($1 & 0xC0 != 0x80 ? 1 : 0) + ($1 >= 0xF0 ? 1 : 0) }
  }
}
