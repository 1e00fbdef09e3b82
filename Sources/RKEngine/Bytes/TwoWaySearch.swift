/// Searches for a text in time linear in both texts, without memory of its own.
///
/// The algorithm of Crochemore and Perrin, "Two-Way String-Matching" (1991): the text is cut where
/// no period crosses, its right part is compared forwards, then its left part backwards.
struct TwoWaySearch: ~Escapable {
  private let wanted: Span<UInt8>
  /// The offset of the right part.
  private let cut: Int
  /// The shift of the text when its right part matches and its left part does not.
  private let period: Int
  /// The length of the prefix that is known to match after such a shift.
  private let memory: Int

  @_lifetime(copy wanted)
  init(_ wanted: Span<UInt8>) {
    let up = Self.largestSuffix(of: wanted, isAscending: true)
    let down = Self.largestSuffix(of: wanted, isAscending: false)
    let (cut, period) = up.start > down.start ? up : down
    self.wanted = wanted
    self.cut = cut
    if cut + period <= wanted.count && wanted.has(wanted, 0..<cut, at: period) {
      self.period = period
      memory = wanted.count - period
    } else {
      self.period = max(cut, wanted.count - cut) + 1
      memory = 0
    }
  }

  /// The offset of the largest suffix in an order of bytes, and its period.
  private static func largestSuffix(of text: Span<UInt8>, isAscending: Bool)
    -> (start: Int, period: Int)
  {
    var (start, other, length, period) = (0, 1, 0, 1)
    while other + length < text.count {
      let (best, tried) = (text[start + length], text[other + length])
      if best == tried {
        length += 1
        if length == period {
          other += period
          length = 0
        }
      } else if (best > tried) == isAscending {
        other += length + 1
        length = 0
        period = other - start
      } else {
        start = other
        (other, length, period) = (start + 1, 0, 1)
      }
    }
    return (start, period)
  }

  func isFound(in text: Span<UInt8>) -> Bool {
    var (at, known) = (0, 0)
    while at <= text.count - wanted.count {
      var place = max(cut, known)
      while place < wanted.count && wanted[place] == text[at + place] { place += 1 }
      if place < wanted.count {
        at += place - cut + 1
        known = 0
        continue
      }
      place = cut
      while place > known && wanted[place - 1] == text[at + place - 1] { place -= 1 }
      if place <= known { return true }
      at += period
      known = memory
    }
    return false
  }
}
