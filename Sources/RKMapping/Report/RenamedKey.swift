internal import RKDiagnostics

/// What a key that is missing may have become.
package enum RenamedKey {
  /// A member of an object that nothing reads.
  package struct Unread: Sendable {
    package var name: String
    /// It has the value that the missing key had, where that is known.
    package var hasOldValue: Bool

    package init(_ name: String, hasOldValue: Bool = false) {
      self.name = name
      self.hasOldValue = hasOldValue
    }
  }

  /// The name that a key became.
  package struct Found: Sendable, Hashable {
    /// How many objects further out it stands; 0 where the missing key should.
    package var depth: Int
    package var name: String
    package var hasOldValue: Bool
  }

  /// What a key became, by the unread members of the object that lacks it, then of the objects around
  /// it, in this order: a member that has the value now, then the nearest name.
  ///
  /// An object further out is asked only where those before it have no unread member.
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

  /// The one of some names that differs from a key by its way of writing, or else by few letters.
  package static func near(_ key: String, among names: [String]) -> String? {
    // Every short key is near to every other one.
    names.first { letters($0) == letters(key) }
      ?? (key.count > 2 ? NearestName.of(key, among: names.filter { $0.count > 2 }) : nil)
  }

  /// The nearest of some names: by its way of writing or few letters, then by the words that it has or
  /// that the key has beside it; or else the only one.
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

  /// The one of some names that was probably meant by another one.
  ///
  /// It is equal but for case, `_` and `-`, or has at most two other letters, of names up to four letters one.
  /// A name of one letter has none.
  package static func nearest(to name: String, among names: [String]) -> String? {
    if let same = names.first(where: { letters($0) == letters(name) }) { return same }
    return NearestName.of(name, among: names, within: name.count > 4 ? 2 : min(name.count - 1, 1))
  }

  /// A name without what tells ways of writing names apart.
  package static func letters(_ name: String) -> String {
    name.filter { $0.isLetter || $0.isNumber }.lowercased()
  }
}
