/// Text escaped for XML 1.0.
package enum XMLText {
  /// The text of an element, or of an attribute in double quotes.
  ///
  /// Special characters are escaped; characters that XML cannot contain become the replacement
  /// character.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\r": result += "&#13;"
      default: result.unicodeScalars.append(isCharacter(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return result
  }

  /// An attribute such as ` name="value"`, with the value on one line.
  package static func attribute(_ name: String, _ value: String) -> String {
    " \(name)=\"\(escaped(VisibleText.escaped(value)))\""
  }

  /// An attribute such as ` name="value"` whose value is read back exactly, with line ends and
  /// invisible characters.
  package static func exactAttribute(_ name: String, _ value: String) -> String {
    let text = value.unicodeScalars.map { scalar in
      let own = String(scalar)
      let isSeen = scalar != "\n" && scalar != "\t" && VisibleText.escaped(own) == own
      return isSeen || !isCharacter(scalar) ? escaped(own) : "&#\(scalar.value);"
    }
    return " \(name)=\"\(text.joined())\""
  }

  private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}
