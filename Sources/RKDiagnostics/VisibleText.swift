internal import RKEngine

/// Makes text safe to show in a terminal, or in a service that shows build logs: nothing in it is
/// interpreted.
package enum VisibleText {
  /// The text with escapes such as `\u{1B}` for control characters, characters that change the
  /// direction of writing, and invisible characters; and with the beginnings of commands disabled that
  /// some services accept anywhere in a line: `##[` (GitHub), `##vso[` (Azure), `##teamcity[`.
  package static func escaped(_ text: String) -> String {
    if isPlain(text.utf8.span) { return text }
    let shown =
      text.unicodeScalars.contains(where: isCommand)
      ? text.unicodeScalars.map { isCommand($0) ? escape($0) : String($0) }.joined() : text
    return withoutLogCommands(shown, sign: escape("#"))
  }

  /// Whether all of it is ASCII that needs no escape anywhere.
  package static func isPlain(_ text: Span<UInt8>) -> Bool {
    for at in text.indices where text[at] < 0x20 || text[at] >= 0x7F || text[at] == .ascii("#") {
      return false
    }
    return true
  }

  /// The text for a separate line, which may begin with a name: GitHub also interprets lines that begin
  /// with two colons, with or without white space before them.
  package static func line(_ text: String) -> String {
    let shown = escaped(text)
    let words = shown.drop(while: \.isWhitespace)
    guard words.hasPrefix("::") else { return shown }
    return shown.prefix(shown.count - words.count) + escape(":") + words.dropFirst()
  }

  /// The text with `sign` in place of the second `#` of commands that services accept anywhere.
  static func withoutLogCommands(_ text: String, sign: String) -> String {
    text.utf8.contains(UInt8(ascii: "#"))
      ? text.replacing(/##(?=[A-Za-z]*\[)/.matchingSemantics(.unicodeScalar)) { _ in "#" + sign }
      : text
  }

  /// The text with all non-ASCII characters as their numbers, to distinguish spellings that look equal.
  package static func spelling(_ text: String) -> String {
    text.unicodeScalars.map { $0.isASCII ? String($0) : escape($0) }.joined()
  }

  /// A character's number, in Swift's notation.
  private static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  /// Whether a terminal would interpret a character instead of showing it.
  ///
  /// Joiners of letters and emoji are not included, as they affect what is shown.
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
