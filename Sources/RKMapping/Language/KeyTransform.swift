/// How the key of a source is derived from the name of a destination if only the name is given.
package enum KeyTransform: String, Sendable, CaseIterable {
  case snakeCase = "snake_case"
  case camelCase
  case pascalCase = "PascalCase"
  case kebabCase = "kebab-case"
  case upperCase = "UPPER_CASE"

  /// Returns a name in this spelling.
  package func apply(to name: String) -> String {
    let words = Self.words(of: name)
    switch self {
    case .snakeCase: return words.map { $0.lowercased() }.joined(separator: "_")
    case .kebabCase: return words.map { $0.lowercased() }.joined(separator: "-")
    case .upperCase: return words.map { $0.uppercased() }.joined(separator: "_")
    case .pascalCase: return words.map(Self.capitalized).joined()
    case .camelCase:
      return (words.first?.lowercased() ?? "") + words.dropFirst().map(Self.capitalized).joined()
    }
  }

  private static func capitalized(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst().lowercased()
  }

  /// The words of a name; they are separated by `_`, `-` and spaces, or begin with a capital.
  ///
  /// Consecutive capitals are one word, up to the last one before a lower-case letter: `userID` is
  /// user ID, and `HTTPServer` is HTTP Server.
  private static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    let letters = Array(name)
    for (number, letter) in letters.enumerated() {
      if letter == "_" || letter == "-" || letter == " " {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      let isAfterSmall = word.last.map { !$0.isUppercase } ?? false
      let isBeforeSmall = number + 1 < letters.count && letters[number + 1].isLowercase
      if letter.isUppercase && !word.isEmpty && (isAfterSmall || isBeforeSmall) {
        words.append(word)
        word = ""
      }
      word.append(letter)
    }
    if !word.isEmpty { words.append(word) }
    return words
  }
}
