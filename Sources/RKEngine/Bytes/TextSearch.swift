/// Searches texts byte by byte, and compares them: the order of UTF-8 is that of its scalars.
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

  /// Negative, zero or positive if the text comes before the other, equals it or comes after it.
  static func order(_ text: Span<UInt8>, _ other: Span<UInt8>) -> Int {
    for at in 0..<min(text.count, other.count) where text[at] != other[at] {
      return text[at] < other[at] ? -1 : 1
    }
    return text.count - other.count
  }

  /// Texts up to this length are searched by trying each position.
  private static var longestTried: Int { 32 }

  /// Whether the text contains the other one.
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

  /// Whether the whole text matches a pattern in which `?` is one scalar, `*` is any number of
  /// scalars, and a backslash makes the next character literal.
  static func isLike(_ text: Span<UInt8>, _ pattern: Span<UInt8>) -> Bool {
    var (at, place) = (0, 0)
    // The position after the last star, and the rest of the text that it may match.
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

  /// The position of the literal byte at a position of a pattern; nil for a wildcard.
  private static func literal(_ pattern: Span<UInt8>, _ place: Int) -> Int? {
    guard place < pattern.count else { return nil }
    return pattern[place] == .backslash && place + 1 < pattern.count ? place + 1 : place
  }
}
