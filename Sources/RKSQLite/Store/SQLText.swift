/// Names and constants in SQL.
package enum SQLText {
  /// A name, in quotes if it needs them.
  package static func quoted(_ name: String) -> String {
    isPlain(name) && !isWord(name) ? name : inQuotes(name, "\"")
  }

  /// Whether a name has a meaning in SQL without quotes.
  private static func isWord(_ name: String) -> Bool {
    Database.isKeyword(name) || ["true", "false"].contains(folded(name))
  }

  /// Names as a list, each quoted if it needs quotes.
  package static func list(_ names: some Sequence<String>) -> String {
    names.map(quoted).joined(separator: ", ")
  }

  /// A text as an SQL constant.
  ///
  /// SQL cannot express a text with a NUL; the caller makes sure that there is none.
  package static func literal(_ text: String) -> String { inQuotes(text, "'") }

  /// The form in which names are compared, not displayed.
  ///
  /// SQLite ignores the case of ASCII letters only.
  package static func folded(_ name: String) -> String {
    var folded = String.UnicodeScalarView()
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): folded.append(Unicode.Scalar(byte | 32))
      case 0..<0x80: folded.append(Unicode.Scalar(byte))
      // A private-use character, which is not equivalent to any other.
      default: folded.append(Unicode.Scalar(0xF700 + UInt16(byte)) ?? " ")
      }
    }
    return String(folded)
  }

  private static func inQuotes(_ text: String, _ quote: Unicode.Scalar) -> String {
    var quoted = String.UnicodeScalarView()
    quoted.append(quote)
    for scalar in text.unicodeScalars {
      if scalar == quote { quoted.append(quote) }
      quoted.append(scalar)
    }
    quoted.append(quote)
    return String(quoted)
  }

  /// Whether a name consists of letters, digits and underscores.
  ///
  /// SQLite accepts more in unquoted names, but other programs do not.
  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, !isDigit(first) else { return false }
    return name.utf8.allSatisfy { byte in
      isDigit(byte) || byte == UInt8(ascii: "_")
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 32)
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
