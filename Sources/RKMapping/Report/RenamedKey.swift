internal import RKDiagnostics

/// Finds what may have replaced a missing key.
package enum RenamedKey {
  /// The beginning of help that names a similar key.
  package static let helpStart = "the object has '"

  /// A member of an object that no rule reads.
  package struct Unread: Sendable {
    package var name: String
    /// Whether it has the old value of the missing key, if that is known.
    package var hasOldValue: Bool

    package init(_ name: String, hasOldValue: Bool = false) {
      self.name = name
      self.hasOldValue = hasOldValue
    }
  }

  /// The new name of a key.
  package struct Found: Sendable, Hashable {
    /// The number of objects between: 0 if it is in the object that lacks the key.
    package var depth: Int
    package var name: String
    package var hasOldValue: Bool
  }

  /// Returns what may have replaced a key.
  ///
  /// `objects` has the unread members of the object that lacks it, then of the objects around it. A
  /// member with the same value comes first, then the most similar name.
  ///
  /// An outer object is considered only if the inner ones have no unread member.
  package static func found(for key: String, in objects: [[Unread]]) -> Found? {
    guard let depth = objects.firstIndex(where: { !$0.isEmpty }) else { return nil }
    let equals = objects[depth].filter(\.hasOldValue).map(\.name)
    if let name = equals.min(by: { NearestName.distance(key, $0) < NearestName.distance(key, $1) })
    {
      return Found(depth: depth, name: name, hasOldValue: true)
    }
    let names = objects[depth].map(\.name)
    // Outer objects surround many others, so that they need a closer match.
    let name = depth == 0 ? nearest(key, among: names) : near(key, among: names)
    return name.map { Found(depth: depth, name: $0, hasOldValue: false) }
  }

  /// Returns the first name that differs from a key only in style, or else in few letters.
  package static func near(_ key: String, among names: [String]) -> String? {
    // Short keys resemble all other short keys.
    names.first { letters($0) == letters(key) }
      ?? (key.count > 2 ? NearestName.of(key, among: names.filter { $0.count > 2 }) : nil)
  }

  /// Returns the most similar name: by style or few different letters, then by common words, else
  /// the only name.
  private static func nearest(_ key: String, among names: [String]) -> String? {
    if let near = near(key, among: names) { return near }
    let wanted = words(key)
    let akin = names.filter { name in
      let other = words(name)
      return other.isSuperset(of: wanted) || wanted.isSuperset(of: other)
    }
    if let name = akin.min(by: { NearestName.distance(key, $0) < NearestName.distance(key, $1) }) {
      return name
    }
    return names.count == 1 ? names[0] : nil
  }

  /// The words of a name: `user` and `id` for `user_id` and `userID`.
  private static func words(_ name: String) -> Set<String> {
    var words: [String] = [""]
    var wasUpper = true
    for letter in name {
      let isPart = letter.isLetter || letter.isNumber
      if !isPart || letter.isUppercase && !wasUpper { words.append("") }
      if isPart { words[words.count - 1] += letter.lowercased() }
      wasUpper = letter.isUppercase
    }
    return Set(words.filter { !$0.isEmpty })
  }

  /// Returns the name that was probably meant.
  ///
  /// It differs only in case, `_` and `-`, or in at most two letters (one letter for names of up to
  /// four). For a name of one letter there is none.
  package static func nearest(to name: String, among names: [String]) -> String? {
    if let same = names.first(where: { letters($0) == letters(name) }) { return same }
    return NearestName.of(name, among: names, within: name.count > 4 ? 2 : min(name.count - 1, 1))
  }

  /// Removes what distinguishes naming styles from a name.
  package static func letters(_ name: String) -> String {
    name.filter { $0.isLetter || $0.isNumber }.lowercased()
  }
}
