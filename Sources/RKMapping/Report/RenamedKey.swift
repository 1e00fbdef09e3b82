internal import RKDiagnostics

/// What may have replaced a missing key.
package enum RenamedKey {
  /// How help begins that names a key with a similar name.
  package static let helpStart = "the object has '"

  /// A member of an object that no rule reads.
  package struct Unread: Sendable {
    package var name: String
    /// It has the old value of the missing key, if that is known.
    package var hasOldValue: Bool

    package init(_ name: String, hasOldValue: Bool = false) {
      self.name = name
      self.hasOldValue = hasOldValue
    }
  }

  /// The new name of a key.
  package struct Found: Sendable, Hashable {
    /// How many objects further out it is; 0 in the object that lacks the key.
    package var depth: Int
    package var name: String
    package var hasOldValue: Bool
  }

  /// What replaced a key, by the unread members of the object that lacks it, then of the objects
  /// around it, in this order: a member that has the value now, then the most similar name.
  ///
  /// An outer object is considered only if those inside it have no unread member.
  package static func found(for key: String, in objects: [[Unread]]) -> Found? {
    guard let depth = objects.firstIndex(where: { !$0.isEmpty }) else { return nil }
    let equals = objects[depth].filter(\.hasOldValue).map(\.name)
    if let name = equals.min(by: { NearestName.distance(key, $0) < NearestName.distance(key, $1) })
    {
      return Found(depth: depth, name: name, hasOldValue: true)
    }
    let names = objects[depth].map(\.name)
    // Any object is around many others.
    let name = depth == 0 ? nearest(key, among: names) : near(key, among: names)
    return name.map { Found(depth: depth, name: $0, hasOldValue: false) }
  }

  /// The first of some names that differs from a key only in its style, or else in few letters.
  package static func near(_ key: String, among names: [String]) -> String? {
    // Every short key is similar to every other one.
    names.first { letters($0) == letters(key) }
      ?? (key.count > 2 ? NearestName.of(key, among: names.filter { $0.count > 2 }) : nil)
  }

  /// The most similar of some names: by its style or few letters, then by common words; or else the
  /// only one.
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

  /// `user`, `id` of `user_id` and of `userID`.
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

  /// The one of some names that was probably intended.
  ///
  /// It is equal except for case, `_` and `-`, or differs in at most two letters, in names of up to
  /// four letters in one. A name of one letter has none.
  package static func nearest(to name: String, among names: [String]) -> String? {
    if let same = names.first(where: { letters($0) == letters(name) }) { return same }
    return NearestName.of(name, among: names, within: name.count > 4 ? 2 : min(name.count - 1, 1))
  }

  /// A name without what distinguishes naming styles.
  package static func letters(_ name: String) -> String {
    name.filter { $0.isLetter || $0.isNumber }.lowercased()
  }
}
