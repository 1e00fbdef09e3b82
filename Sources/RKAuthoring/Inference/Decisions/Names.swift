/// Names of targets, mappers and attributes, derived from the keys of the data.
enum Names {
  private static let irregular: [String: String] = [
    "people": "person", "children": "child", "men": "man", "women": "woman", "indices": "index",
    "vertices": "vertex", "matrices": "matrix", "criteria": "criterion", "statuses": "status",
    "analyses": "analysis",
  ]

  /// The singular of an English noun, or of the last word of a name.
  static func singular(_ name: String) -> String {
    let words = split(name)
    guard let last = words.last else { return name }
    let word = last.lowercased()
    guard let one = singular(ofWord: word), one != word else { return name }
    let same = one.commonPrefix(with: word).count
    var made = String(last.prefix(same)) + one.dropFirst(same)
    if last.count > 1 && last == last.uppercased() { made = made.uppercased() }
    return String(name.dropLast(last.count)) + made
  }

  private static func singular(ofWord word: String) -> String? {
    if let known = irregular[word] { return known }
    if ["data", "news", "media", "series"].contains(word) || word.count < 2 { return word }
    if word.hasSuffix("ies") && word.count > 3 { return word.dropLast(3) + "y" }
    if ["sses", "shes", "ches", "xes", "zzes"].contains(where: word.hasSuffix) {
      return String(word.dropLast(2))
    }
    if ["ss", "us", "is"].contains(where: word.hasSuffix) { return word }
    return word.hasSuffix("s") ? String(word.dropLast()) : word
  }

  static func isPlural(_ name: String) -> Bool { singular(name) != name }

  /// The plural of an English noun.
  static func plural(_ name: String) -> String {
    let word = split(name).last?.lowercased() ?? ""
    if let many = irregular.first(where: { $0.value == word })?.key {
      let same = many.commonPrefix(with: word).count
      return String(name.dropLast(word.count - same)) + many.dropFirst(same)
    }
    if word.hasSuffix("y"), let before = word.dropLast().last, !"aeiou".contains(before) {
      return name.dropLast() + "ies"
    }
    if ["s", "sh", "ch", "x", "z"].contains(where: word.hasSuffix) { return name + "es" }
    return name + "s"
  }

  /// The words of a name in any style: `user_id`, `userId`, `user-ID`.
  static func split(_ name: String) -> [String] {
    var words: [String] = []
    var word = ""
    let letters = Array(name)
    for (index, letter) in letters.enumerated() {
      if !letter.isLetter && !letter.isNumber {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      let startsWord =
        letter.isUppercase
        && (word.last.map { !$0.isUppercase } ?? false
          || index + 1 < letters.count && letters[index + 1].isLowercase && !word.isEmpty)
      if startsWord {
        words.append(word)
        word = ""
      }
      word.append(letter)
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  /// The name in the style of targets, such as `SeatCategory`.
  static func pascal(_ name: String) -> String {
    let made = split(name).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return made.first?.isLetter == true ? made : "Record" + made
  }

  /// The name in the style `seatCategory`.
  static func camel(_ name: String) -> String {
    let words = split(name)
    guard let first = words.first else { return name }
    let start =
      first == first.uppercased()
      ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst()
    return start + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The name in the style `seat_category`.
  static func snake(_ name: String) -> String {
    split(name).map { $0.lowercased() }.joined(separator: "_")
  }

  /// The mapper name for a target: the target's name with a small first letter.
  static func mapper(_ target: String) -> String {
    target.prefix(1).lowercased() + target.dropFirst()
  }

  /// A key as an attribute name: invalid characters are dropped at the ends, and become `_` inside.
  static func attribute(_ key: String) -> String {
    let odd: Set<Character> = [".", "@", "*", "[", "]", "(", ")", "{", "}", "\\", "\"", " "]
    let isOdd = { (letter: Character) in
      odd.contains(letter) || letter.isNewline || letter.unicodeScalars.contains { $0.value < 32 }
    }
    let trimmed = key.drop(while: isOdd).reversed().drop(while: isOdd).reversed()
    let name = String(trimmed.map { isOdd($0) ? "_" : $0 })
    // Among the properties of a target it would be a comment.
    if name == "$comment" { return "comment" }
    return name.isEmpty ? "value" : name
  }

  /// The name, with a number appended if the set of lower-case names contains it.
  ///
  /// Names that differ only in case are the same column in a database.
  static func free(_ name: String, in taken: Set<String>) -> String {
    if !taken.contains(name.lowercased()) { return name }
    var number = 2
    while taken.contains("\(name)\(number)".lowercased()) { number += 1 }
    return "\(name)\(number)"
  }
}

extension Set<String> {
  /// Inserts a name, with a number appended if the set of lower-case names contains it; returns that name.
  mutating func claim(_ name: String) -> String {
    let free = Names.free(name, in: self)
    insert(free.lowercased())
    return free
  }
}

extension String {
  func commonPrefix(with other: String) -> Substring {
    self[
      ..<(zip(indices, zip(self, other)).first { $1.0 != $1.1 }?.0
        ?? (count <= other.count ? endIndex : index(startIndex, offsetBy: other.count)))
    ]
  }
}
