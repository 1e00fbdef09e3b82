/// Columns in UTF-16 code units, as editors and readers of reports count.
extension Location {
  /// The column after the marked text, as far as it is on the line that is shown.
  package var characterEndColumn: Int? {
    let marked = markedText
    return marked.isEmpty ? nil : characterColumn.map { $0 + marked.utf16Count }
  }

  /// The marked text, as far as it is on the line that is shown; characters are complete.
  package var markedText: ArraySlice<UInt8> {
    let start = min(lineOffset, lineText.count)
    var end = min(start + max(markedCount, 0), lineText.count)
    while end > start && end < lineText.count && lineText[end] & 0xC0 == 0x80 { end += 1 }
    return lineText[start..<end]
  }
}

extension Sequence<UInt8> {
  /// How many UTF-16 code units the text of these bytes has.
  package var utf16Count: Int {
    reduce(0) { $0 + ($1 & 0xC0 != 0x80 ? 1 : 0) + ($1 >= 0xF0 ? 1 : 0) }
  }
}
