/// Maps offsets of a transcoded text to its input: marks, each of which applies up to the next.
package struct OffsetMap: Sendable {
  package struct Mark: Sendable, BitwiseCopyable {
    /// An offset in the transcoded text.
    package var text: Int
    /// The corresponding offset in the input.
    package var source: Int
  }

  private var marks: [Mark] = []
  /// The first mark that is still needed.
  private var first = 0

  package init() {}

  /// Adds a mark at or after the last one in the text.
  package mutating func append(text: Int, source: Int) {
    marks.append(Mark(text: text, source: source))
  }

  /// The last mark at or before an offset of the text; if there is none, the first mark.
  package func mark(at text: Int) -> Mark? {
    var (low, high) = (first, marks.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if marks[middle].text <= text { low = middle } else { high = middle }
    }
    return low < marks.count ? marks[low] : nil
  }

  /// The first mark after an offset of the text.
  package func mark(after text: Int) -> Mark? {
    var (low, high) = (first, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].text <= text { low = middle + 1 } else { high = middle }
    }
    return low < marks.count ? marks[low] : nil
  }

  /// Drops the marks that apply only to text before an offset.
  package mutating func release(before text: Int) {
    while first + 1 < marks.count && marks[first + 1].text <= text { first += 1 }
    guard first > 64 && first > marks.count / 2 else { return }
    marks.removeFirst(first)
    first = 0
  }

  package mutating func removeAll() {
    marks.removeAll(keepingCapacity: true)
    first = 0
  }
}
