/// Finds the name that the user probably meant.
package enum NearestName {
  /// The candidate most similar to an unknown name: the one with the fewest letters changed, left out,
  /// inserted or swapped, ignoring case; nil if none is similar.
  ///
  /// Takes time proportional to the length of all candidates: names of more than 64 bytes are ignored,
  /// and at most 10,000 are compared.
  package static func of(_ name: String, among candidates: some Sequence<String>) -> String? {
    of(name, among: candidates, within: max(1, name.count * 2 / 5))
  }

  /// The most similar candidate with at most this many changes; nil if there is none.
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

  /// The most similar candidate, as the end of a sentence and as a change.
  package static func offer(for name: String, among candidates: some Sequence<String>) -> NameOffer
  {
    NameOffer(name: of(name, among: candidates))
  }

  /// The end of a sentence that suggests a word of the command line; for an abbreviation it suggests
  /// the shortest word that begins with it.
  package static func suggestion(forWord name: String, among candidates: [String]) -> String {
    let begun = candidates.filter { $0.hasPrefix(name) }
    if name.contains(where: \.isLetter),
      let whole = begun.min(by: { $0.utf8.count < $1.utf8.count })
    {
      return "; did you mean '\(whole)'?"
    }
    return suggestion(for: name, among: candidates)
  }

  /// The number of letters changed, left out, inserted or swapped between two names, ignoring case.
  ///
  /// Of very long names only the beginnings are compared.
  package static func distance(_ name: String, _ other: String) -> Int {
    distance(Array(name.lowercased().prefix(longest)), Array(other.lowercased().prefix(longest)))
  }

  /// Damerau's edit distance, with swaps of adjacent characters.
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

/// A suggestion for an unknown name.
package struct NameOffer: CustomStringConvertible {
  /// The name; nil if no candidate is similar.
  package var name: String?

  package init(name: String?) { self.name = name }

  /// The end of a sentence that suggests the name; empty if there is none.
  package var description: String { name.map { "; did you mean '\($0)'?" } ?? "" }

  /// The change that replaces a JSON string with the name.
  ///
  /// The user has to confirm it.
  package func fixIts(replacing range: Range<Int>) -> [FixIt] {
    guard let name else { return [] }
    let text = JSONObjectText.quoted(name)
    return [FixIt("write \(text)", replacing: range, with: text, isSafe: false)]
  }
}
