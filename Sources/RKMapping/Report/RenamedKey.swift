internal import RKDiagnostics

/// What a key that is missing may have become.
package enum RenamedKey {
  /// The one of some names that differs from a key by its way of writing, or else by few letters.
  package static func near(_ key: String, among names: [String]) -> String? {
    // Every short key is near to every other one.
    names.first { letters($0) == letters(key) }
      ?? (key.count > 2 ? NearestName.of(key, among: names.filter { $0.count > 2 }) : nil)
  }

  /// A name without what tells ways of writing names apart.
  package static func letters(_ name: String) -> String {
    name.filter { $0.isLetter || $0.isNumber }.lowercased()
  }
}
