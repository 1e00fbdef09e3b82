/// Searches in texts that may come from data, byte by byte.
///
/// A search by characters misses what a combining mark follows, which makes it another character.
extension StringProtocol where UTF8View.SubSequence == Substring.UTF8View {
  package func begins(with beginning: String) -> Bool { utf8.starts(with: beginning.utf8) }

  /// What follows a beginning; nil if the text does not begin so.
  package func suffix(after beginning: String) -> String? {
    begins(with: beginning)
      ? String(Substring(utf8.dropFirst(beginning.utf8.count))) : nil
  }

  /// The parts between separators.
  package func split(byte: UInt8, omittingEmptySubsequences: Bool = true) -> [Substring] {
    utf8.split(separator: byte, omittingEmptySubsequences: omittingEmptySubsequences).map {
      Substring($0)
    }
  }

  /// The text with `new` in place of each `old`.
  package func replacing(bytes old: String, with new: String) -> String {
    String(decoding: Array(utf8).replacing(old.utf8, with: new.utf8), as: UTF8.self)
  }
}
