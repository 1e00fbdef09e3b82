/// Columns in code units of UTF-16, as editors and what reads reports count.
extension Location {
  /// The column after what is meant, as far as it stands on the line that is shown.
  package var characterEndColumn: Int? {
    let marked = markedText
    return marked.isEmpty ? nil : characterColumn.map { $0 + marked.utf16Count }
  }

  /// What is meant, as far as it stands on the line that is shown; of characters, all of their bytes.
  package var markedText: ArraySlice<UInt8> {
    let start = min(lineOffset, lineText.count)
    var end = min(start + max(markedCount, 0), lineText.count)
    while end > start && end < lineText.count && lineText[end] & 0xC0 == 0x80 { end += 1 }
    return lineText[start..<end]
  }
}

extension Sequence<UInt8> {
  /// How many code units of UTF-16 the text has of which these are the bytes.
  package var utf16Count: Int {
    reduce(0) { $0 + ($1 & 0xC0 != 0x80 ? 1 : 0) + ($1 >= 0xF0 ? 1 : 0) }
  }
}
