internal import RKDiagnostics
internal import RKMapping

/// Finds keys that a spec cannot name beside the others: keys with too many combining marks, and all but one of
/// keys that look the same.
struct KeySpellings {
  /// How often each spelling of a key occurs; different spellings here are equal words in a spec.
  private var words: [String: [[UInt8]: Int]] = [:]

  /// Marks members with such keys at some positions and everywhere below.
  static func mark(below positions: [Position]) {
    var spellings = KeySpellings()
    let members = RecordSite.all(below: positions).flatMap(\.members)
    for member in members {
      if member.name.hasTooManyMarks {
        member.refusal = "has more than 30 combining marks in a row"
      } else {
        spellings.count(member)
      }
    }
    guard spellings.words.values.contains(where: { $0.count > 1 }) else { return }
    for member in members where member.refusal == nil {
      member.refusal = spellings.refusal(of: member.name)
    }
  }

  /// A key in a form that a comment can contain.
  static func visible(_ key: String) -> String {
    let text = VisibleText.spelling(key)
    return text.count > 60 ? text.prefix(60) + "..." : text
  }

  /// The comment about a key that is left out.
  static func words(_ key: String, _ refusal: String) -> String {
    "not mapped: the key '\(key)', which \(refusal)"
  }

  private mutating func count(_ member: Position) {
    for word in SpellingCheck.words(inKey: member.name) {
      words[word, default: [:]][Array(word.utf8), default: 0] += member.tally.all
    }
  }

  /// Why a key is left out; nil if it is kept.
  private func refusal(of key: String) -> String? {
    for word in SpellingCheck.words(inKey: key) {
      guard let spellings = words[word], spellings.count > 1 else { continue }
      // The most frequent spelling is kept.
      let kept = spellings.max {
        $0.value != $1.value ? $0.value < $1.value : $1.key.lexicographicallyPrecedes($0.key)
      }
      guard let kept, kept.key != Array(word.utf8) else { continue }
      return "looks the same as '\(Self.visible(String(decoding: kept.key, as: UTF8.self)))'"
    }
    return nil
  }
}
