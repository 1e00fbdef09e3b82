/// Finds the name that was probably intended.
package enum NearestName {
  /// The candidate most similar to a name that is not among them: by the fewest letters changed,
  /// left out, inserted or swapped, ignoring case; nil if none is similar.
  ///
  /// Takes time that grows with the length of all candidates: names of more than 64 bytes are left
  /// out, and at most 10,000 are compared.
  package static func of(_ name: String, among candidates: some Sequence<String>) -> String? {
    of(name, among: candidates, within: max(1, name.count * 2 / 5))
  }

  /// The same with at most this many changes.
  package static func of(
    _ name: String,
    among candidates: some Sequence<String>,
    within farthest: Int
  ) -> String? {
    if name.utf8.count > longest { return nil }
    let wanted = Array(name.lowercased())
    var best: (name: String, distance: Int)?
    for candidate in candidates.prefix(most) where candidate.utf8.count <= longest {
      let letters = Array(candidate.lowercased())
      if abs(letters.count - wanted.count) > farthest { continue }
      let distance = distance(wanted, letters)
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    guard let best, best.distance <= farthest else { return nil }
    return best.name
  }

  private static let longest = 64
  private static let most = 10_000

  /// The end of a sentence that suggests the most similar name; empty if there is none.
  package static func suggestion(for name: String, among candidates: some Sequence<String>)
    -> String
  {
    of(name, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// The candidate most similar to a name, as the end of a sentence and as a change.
  package static func offer(for name: String, among candidates: some Sequence<String>) -> NameOffer
  {
    NameOffer(name: of(name, among: candidates))
  }

  /// The same for words on the command line: an abbreviation suggests the shortest word that it begins.
  package static func suggestion(forWord name: String, among candidates: [String]) -> String {
    let begun = candidates.filter { $0.hasPrefix(name) }
    if name.contains(where: \.isLetter), let whole = begun.min(by: { $0.utf8.count < $1.utf8.count }) {
      return "; did you mean '\(whole)'?"
    }
    return suggestion(for: name, among: candidates)
  }

  /// How many letters of two names are changed, left out, inserted or swapped, ignoring case; of
  /// very long names only the beginnings are compared.
  package static func distance(_ name: String, _ other: String) -> Int {
    distance(Array(name.lowercased().prefix(longest)), Array(other.lowercased().prefix(longest)))
  }

  /// Damerau's distance with adjacent swaps.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for row in 0..<left.count {
      var here = [row + 1]
      for column in 0..<right.count {
        let isSame = left[row] == right[column]
        var cost = min(last[column + 1] + 1, here[column] + 1, last[column] + (isSame ? 0 : 1))
        if row > 0 && column > 0 && left[row] == right[column - 1] && left[row - 1] == right[column]
        {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        here.append(cost)
      }
      beforeLast = last
      last = here
    }
    return last[right.count]
  }
}

/// The name that was probably intended instead of an unknown one.
package struct NameOffer: CustomStringConvertible {
  /// nil if none is similar.
  package var name: String?

  package init(name: String?) { self.name = name }

  /// The end of a sentence that suggests it; empty if there is none.
  package var description: String { name.map { "; did you mean '\($0)'?" } ?? "" }

  /// The change that writes it instead of a JSON string: the user has to confirm it.
  package func fixIts(replacing range: Range<Int>) -> [FixIt] {
    guard let name else { return [] }
    let text = JSONObjectText.quoted(name)
    return [FixIt("write \(text)", replacing: range, with: text, isSafe: false)]
  }
}
