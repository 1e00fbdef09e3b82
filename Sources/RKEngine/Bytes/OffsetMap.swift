/// Where the bytes of a text come from that is made of another one: marks, each of which holds up to the next.
package struct OffsetMap: Sendable {
  package struct Mark: Sendable, BitwiseCopyable {
    /// An offset in the text that was made.
    package var text: Int
    /// Where in the input that comes from.
    package var source: Int
  }

  private var marks: [Mark] = []
  /// Those before it are wanted no more.
  private var first = 0

  package init() {}

  /// Adds a mark, which stands at or after the last one in the text.
  package mutating func append(text: Int, source: Int) {
    marks.append(Mark(text: text, source: source))
  }

  /// The last mark at or before an offset of the text, else the first that there is.
  package func mark(at text: Int) -> Mark? {
    var (low, high) = (first, marks.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if marks[middle].text <= text { low = middle } else { high = middle }
    }
    return low < marks.count ? marks[low] : nil
  }

  /// The mark after the one that holds an offset of the text.
  package func mark(after text: Int) -> Mark? {
    var (low, high) = (first, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].text <= text { low = middle + 1 } else { high = middle }
    }
    return low < marks.count ? marks[low] : nil
  }

  /// Forgets the marks that hold only what stands before an offset of the text.
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
