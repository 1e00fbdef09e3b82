internal import RKEngine

/// Text that a terminal, or a service that reads build logs, shows without interpreting it.
package enum VisibleText {
  /// The text with its control characters, those that change the direction of writing, and
  /// invisible ones as escapes: `\u{1B}`; and without the beginnings of commands that may occur
  /// anywhere in a line: `##[` of GitHub, `##vso[` of Azure, `##teamcity[`.
  package static func escaped(_ text: String) -> String {
    if isPlain(text.utf8.span) { return text }
    let shown =
      text.unicodeScalars.contains(where: isCommand)
      ? text.unicodeScalars.map { isCommand($0) ? escape($0) : String($0) }.joined() : text
    return withoutLogCommands(shown, sign: escape("#"))
  }

  /// Whether all of it is ASCII that is shown as it is, wherever it is.
  package static func isPlain(_ text: Span<UInt8>) -> Bool {
    for at in text.indices where text[at] < 0x20 || text[at] >= 0x7F || text[at] == .ascii("#") {
      return false
    }
    return true
  }

  /// The same for a separate line, which may begin with a name: GitHub interprets lines that begin
  /// with two colons, with or without white space before them.
  package static func line(_ text: String) -> String {
    let shown = escaped(text)
    let words = shown.drop(while: \.isWhitespace)
    guard words.hasPrefix("::") else { return shown }
    return shown.prefix(shown.count - words.count) + escape(":") + words.dropFirst()
  }

  /// The text with another sign for the second `#` of commands that are recognised anywhere.
  static func withoutLogCommands(_ text: String, sign: String) -> String {
    text.utf8.contains(UInt8(ascii: "#"))
      ? text.replacing(/##(?=[A-Za-z]*\[)/) { _ in "#" + sign } : text
  }

  /// The text with all non-ASCII characters as their numbers, which shows which of several
  /// spellings it has.
  package static func spelling(_ text: String) -> String {
    text.unicodeScalars.map { $0.isASCII ? String($0) : escape($0) }.joined()
  }

  /// A character by its number, as Swift writes it.
  private static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  /// Whether a terminal would interpret it instead of showing it; joiners of letters and emoji are
  /// shown by what they join.
  static func isCommand(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0xAD, 0x61C, 0x200B, 0x200E...0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB:
      true
    case 0x200C...0x200D, 0x180B...0x180F, 0xFE00...0xFE0F, 0xE0100...0xE01EF: false
    case ..<0x300: false
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
