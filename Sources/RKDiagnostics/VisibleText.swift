/// Text that a terminal shows and does not obey.
package enum VisibleText {
  /// The text with its control characters, those that turn the direction of writing, and those that
  /// cannot be seen as escapes: `\u{1B}`.
  package static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isCommand) else { return text }
    return text.unicodeScalars.map { isCommand($0) ? escape($0) : String($0) }.joined()
  }

  /// The same for text of several lines.
  package static func escaped(lines text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }
      .joined(separator: "\n")
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  /// A terminal would do something else than show it; the joiners of letters and emoji are shown by
  /// what they join.
  private static func isCommand(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0xAD, 0x61C, 0x200B, 0x200E...0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB:
      true
    default: false
    }
  }
}
