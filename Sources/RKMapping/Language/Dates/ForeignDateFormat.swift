internal import RKEngine

/// Translates date formats of other languages, which are common mistakes.
enum ForeignDateFormat {
  /// The pattern that a format of strftime or Moment means; nil if it means none.
  static func pattern(of text: String) -> String? {
    let bytes = Array(text.utf8)
    let pattern = isPercent(bytes) ? strftime(bytes) : moment(bytes)
    return pattern.flatMap { $0 != text && (try? DatePatternParser.parse($0)) != nil ? $0 : nil }
  }

  /// Whether a percent sign stands before a letter, as in strftime.
  static func isPercent(_ bytes: [UInt8]) -> Bool {
    zip(bytes, bytes.dropFirst()).contains {
      $0 == .ascii("%") && (($1 | 0x20) &- .ascii("a") < 26 || $1 == .minus)
    }
  }

  private static let fields: [Character: String] = [
    "A": "EEEE", "B": "MMMM", "D": "MM/dd/yy", "F": "yyyy-MM-dd", "H": "HH", "I": "hh", "M": "mm",
    "R": "HH:mm", "S": "ss", "T": "HH:mm:ss", "Y": "yyyy", "Z": "z", "a": "EEE", "b": "MMM",
    "d": "dd", "e": "d", "f": "SSSSSS", "h": "MMM", "j": "DDD", "m": "MM", "p": "a", "y": "yy",
    "z": "xx", "%": "%",
  ]

  private static func strftime(_ bytes: [UInt8]) -> String? {
    var pattern = Pattern()
    // Without a month or an hour, minutes are meant as months.
    let letters = Set(zip(bytes, bytes.dropFirst()).filter { $0.0 == .ascii("%") }.map(\.1))
    let hasOther = !letters.isDisjoint(with: "mbBhHIRT".utf8)
    var at = 0
    while at < bytes.count {
      guard bytes[at] == .ascii("%") else {
        pattern.append(literal: bytes[at])
        at += 1
        continue
      }
      at += 1
      let isShort = at < bytes.count && bytes[at] == .minus
      if isShort { at += 1 }
      guard at < bytes.count, var field = fields[Character(Unicode.Scalar(bytes[at]))] else {
        return nil
      }
      if bytes[at] == .ascii("M") && !hasOther { field = "MM" }
      if isShort && field.utf8.count == 2 { field.removeLast() }
      pattern.append(field)
      at += 1
    }
    return pattern.text
  }

  private static func moment(_ bytes: [UInt8]) -> String {
    var pattern = Pattern()
    var rest = bytes[...]
    while let byte = rest.first {
      if byte == .ascii("["), let end = rest.firstIndex(of: .ascii("]")) {
        for byte in rest[..<end].dropFirst() { pattern.append(literal: byte) }
        rest = rest[(end + 1)...]
        continue
      }
      let count = rest.prefix { $0 == byte }.count
      rest = rest.dropFirst(count)
      let letter: Character? =
        switch byte {
        case .ascii("D") where count <= 2: "d"
        case .ascii("d") where count > 2: "E"
        case .ascii("Y"): "y"
        case .ascii("A"): "a"
        case .ascii("Z"): "x"
        case .ascii("T"): nil
        default: Character(Unicode.Scalar(byte))
        }
      guard let letter else {
        for _ in 0..<count { pattern.append(literal: byte) }
        continue
      }
      pattern.append(
        String(repeating: letter, count: byte == .ascii("Z") && count < 3 ? 4 - count : count)
      )
    }
    return pattern.text
  }

  /// A pattern whose literal letters are in quotes.
  private struct Pattern {
    private(set) var text = ""

    mutating func append(_ part: String) { text += part }

    mutating func append(literal byte: UInt8) {
      let isLetter = (byte | 0x20) &- .ascii("a") < 26
      let character = String(decoding: [byte], as: UTF8.self)
      text += isLetter ? "'\(character)'" : character
    }
  }
}
