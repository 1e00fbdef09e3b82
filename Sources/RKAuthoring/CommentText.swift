/// The text of comments, line by line, without comment marks.
enum CommentText {
  /// The non-empty lines of one comment; `bytes` includes its marks.
  static func lines(of bytes: some Collection<UInt8>) -> [String] {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("/*") else {
      return [trimmed(text.drop { $0 == "/" || $0 == "#" })].filter { !$0.isEmpty }
    }
    let lines = text.dropFirst(2).dropLast(2).split(whereSeparator: \.isNewline).map(trimmed)
    let isStarred = lines.dropFirst().allSatisfy { $0.isEmpty || $0.hasPrefix("*") }
    return lines.enumerated().map { number, line in
      // The first line may begin with the second star of the mark, the others with a column of stars.
      isStarred || number == 0 ? trimmed(line.drop { $0 == "*" }) : line
    }.filter { !$0.isEmpty }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let isSpace: (Character) -> Bool = { $0.isWhitespace }
    let rest = text.drop(while: isSpace)
    guard let last = rest.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(rest[...last])
  }
}
