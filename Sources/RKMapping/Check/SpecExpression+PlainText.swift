extension SpecExpression {
  /// Its text without insignificant white space, equal for predicates that only differ in formatting.
  var plainText: [UInt8] {
    var plain: [UInt8] = []
    var quote: UInt8?
    var isEscaped = false
    var hasSpace = false
    for byte in text.utf8 {
      if let open = quote {
        plain.append(byte)
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == open {
          quote = nil
        }
        continue
      }
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        hasSpace = true
        continue
      }
      if hasSpace, let last = plain.last, Self.isOfWord(last), Self.isOfWord(byte) {
        plain.append(0x20)
      }
      hasSpace = false
      // `=` means the same as `==`.
      if byte == UInt8(ascii: "="), plain.last == byte { continue }
      if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") { quote = byte }
      plain.append(byte)
    }
    return plain
  }

  /// Whether a byte would join a word with another such byte next to it.
  private static func isOfWord(_ byte: UInt8) -> Bool {
    !"()[]{},<>=!&|+*/'\"".utf8.contains(byte)
  }
}
