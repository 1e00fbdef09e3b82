/// The elements of a list in the order of their values.
struct ElementOrder: ~Copyable {
  struct Element: BitwiseCopyable {
    private var textStart, textEnd, keyStart, keyEnd: Int

    /// Its range in the list.
    var text: Range<Int> { textStart..<textEnd }
    var key: Range<Int> { keyStart..<keyEnd }
    /// Whether the element is left out.
    var isHidden: Bool { textStart == textEnd }

    init(text: Range<Int>, key: Range<Int>) {
      (textStart, textEnd) = (text.lowerBound, text.upperBound)
      (keyStart, keyEnd) = (key.lowerBound, key.upperBound)
    }

    mutating func hide() { textEnd = textStart }
  }

  private var keys = SortKey()
  private var elements = UniqueArray<Element>()
  /// The numbers of the elements, sorted by value, equal ones by position.
  private var order = UniqueArray<Int>()

  /// Reads a list in compact JSON text; false if an element has no place in the order.
  mutating func load(_ list: Span<UInt8>) -> Bool {
    var at = 1
    while let range = TextTransform.nextElement(list, &at) {
      let start = keys.bytes.count
      guard keys.append(list, range) else { return false }
      elements.append(Element(text: range, key: start..<keys.bytes.count))
      order.append(elements.count - 1)
    }
    sort()
    return true
  }

  /// Merges runs of doubling length: stable, and without recursion.
  private mutating func sort() {
    var merged = UniqueArray<Int>(minimumCapacity: order.count)
    var length = 1
    while length < order.count {
      merged.removeAll()
      var start = 0
      while start < order.count {
        let middle = min(start + length, order.count)
        let end = min(middle + length, order.count)
        var (left, right) = (start, middle)
        while left < middle || right < end {
          let takesRight = left == middle || right < end && compare(order[right], order[left]) < 0
          merged.append(order[takesRight ? right : left])
          if takesRight { right += 1 } else { left += 1 }
        }
        start = end
      }
      swap(&order, &merged)
      length *= 2
    }
  }

  private func compare(_ left: Int, _ right: Int) -> Int {
    keys.compare(elements[left].key, elements[right].key)
  }

  /// Appends the list of the elements in ascending order.
  func appendSorted(_ list: Span<UInt8>, to output: inout UniqueArray<UInt8>) {
    output.append(.openArray)
    for place in 0..<order.count {
      if place > 0 { output.append(.comma) }
      output.append(contentsOf: list, elements[order[place]].text)
    }
    output.append(.closeArray)
  }

  /// Appends the list of the elements without duplicates.
  mutating func appendUnique(_ list: Span<UInt8>, to output: inout UniqueArray<UInt8>) {
    // They are sorted by value, and the first of equal elements comes first.
    for place in stride(from: order.count - 1, to: 0, by: -1)
    where compare(order[place - 1], order[place]) == 0 {
      elements[order[place]].hide()
    }
    output.append(.openArray)
    var isFirst = true
    for number in 0..<elements.count where !elements[number].isHidden {
      if !isFirst { output.append(.comma) }
      isFirst = false
      output.append(contentsOf: list, elements[number].text)
    }
    output.append(.closeArray)
  }
}
