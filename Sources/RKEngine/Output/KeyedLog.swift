/// The keys and positions before the records of keyed lines, until the records have been mapped.
package final class KeyedLog {
  private struct Entry: BitwiseCopyable {
    var offset: Int
    /// The number of its key among the distinct keys.
    var key: Int
    /// The offset at which its text ends.
    var end: Int
  }

  private let keepsText: Bool
  private var entries: [Entry] = []
  private var text: [UInt8] = []
  /// The current line.
  private var first = 0
  private var keyCount = 0

  /// `keepsText` says whether the texts of keys and positions are wanted.
  package init(keepsText: Bool) { self.keepsText = keepsText }

  /// Adds the line that begins at an offset, with the text before its record.
  package func add(_ offset: Int, isSameKey: Bool, _ prefix: Span<UInt8>) {
    if !isSameKey { keyCount += 1 }
    if keepsText { for at in prefix.indices { text.append(prefix[at]) } }
    entries.append(Entry(offset: offset, key: keyCount, end: text.count))
  }

  /// Makes the line that contains an offset the current one, and returns the number of its key.
  ///
  /// Offsets must be in ascending order.
  func moveToLine(at offset: Int) -> Int {
    while first + 1 < entries.count && entries[first + 1].offset <= offset { first += 1 }
    if first > 4096 { release() }
    return first < entries.count ? entries[first].key : keyCount
  }

  /// The text before the record of the current line.
  var prefix: ArraySlice<UInt8> {
    guard first < entries.count else { return [] }
    return text[(first == 0 ? 0 : entries[first - 1].end)..<entries[first].end]
  }

  private func release() {
    let start = entries[first - 1].end
    text.removeFirst(start)
    entries.removeFirst(first)
    for number in entries.indices { entries[number].end -= start }
    first = 0
  }
}
