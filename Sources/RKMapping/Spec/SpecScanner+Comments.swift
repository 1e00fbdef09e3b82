extension SpecScanner {
  /// Keeps the place of a comment once: what was skipped to look for a colon is skipped again.
  mutating func keepComment(_ range: Range<Int>) {
    guard keepsComments, range.lowerBound >= comments.last?.upperBound ?? 0 else { return }
    comments.append(range)
  }

  /// Whether there is a comment in a range that does not begin inside a string.
  func hasComment(_ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    while at < range.upperBound {
      switch bytes[at] {
      case UInt8(ascii: "#"), UInt8(ascii: "/"): return true
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let quote = bytes[at]
        at += 1
        while at < range.upperBound && bytes[at] != quote {
          at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
        }
      default: break
      }
      at += 1
    }
    return false
  }
}
