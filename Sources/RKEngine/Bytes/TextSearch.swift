/// Looks for texts in texts, byte by byte: the order of UTF-8 is that of its scalars.
enum TextSearch {
  @inline(__always)
  static func areEqual(_ text: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
    guard text.count == other.count else { return false }
    var at = 0
    while at &+ 8 <= text.count {
      if text.word(at: at) != other.word(at: at) { return false }
      at &+= 8
    }
    while at < text.count {
      if text[at] != other[at] { return false }
      at &+= 1
    }
    return true
  }

  /// Less than zero, zero or more as the text comes before the other, equals it or comes after it.
  static func order(_ text: Span<UInt8>, _ other: Span<UInt8>) -> Int {
    for at in 0..<min(text.count, other.count) where text[at] != other[at] {
      return text[at] < other[at] ? -1 : 1
    }
    return text.count - other.count
  }

  /// Up to how many bytes a text is looked for by trying each place.
  private static var longestTried: Int { 32 }

  /// The text has the other somewhere.
  static func contains(_ text: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
    if other.isEmpty { return true }
    if other.count > longestTried { return TwoWaySearch(other).isFound(in: text) }
    var at = 0
    while at <= text.count - other.count {
      let places = at..<(text.count - other.count + 1)
      guard let start = text.first(other[0], in: places) else { return false }
      if text.has(other, 0..<other.count, at: start) { return true }
      at = start + 1
    }
    return false
  }

  /// The whole text is like a pattern, in which `?` is one scalar, `*` any number of them, and what
  /// stands after a backslash stands for itself.
  static func isLike(_ text: Span<UInt8>, _ pattern: Span<UInt8>) -> Bool {
    var (at, place) = (0, 0)
    // After the last star, and what of the text is left to it.
    var (star, rest) = (-1, 0)
    while at < text.count {
      if place < pattern.count && pattern[place] == .ascii("*") {
        place += 1
        (star, rest) = (place, at)
      } else if place < pattern.count && pattern[place] == .ascii("?") {
        at += ScalarText.scalar(text, at: at).count
        place += 1
      } else if let literal = literal(pattern, place), pattern[literal] == text[at] {
        at += 1
        place = literal + 1
      } else if star >= 0 {
        rest += ScalarText.scalar(text, at: rest).count
        (at, place) = (rest, star)
      } else {
        return false
      }
    }
    while place < pattern.count && pattern[place] == .ascii("*") { place += 1 }
    return place == pattern.count
  }

  /// The place of the byte that is meant at a place of a pattern.
  private static func literal(_ pattern: Span<UInt8>, _ place: Int) -> Int? {
    guard place < pattern.count else { return nil }
    return pattern[place] == .backslash && place + 1 < pattern.count ? place + 1 : place
  }
}
