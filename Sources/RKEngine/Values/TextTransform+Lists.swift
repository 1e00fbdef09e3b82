/// Splits and joins text, and processes the elements of lists.
extension TextTransform {
  /// The element of a list that begins at `at`, which moves to the next one; nil after the last.
  static func nextElement(_ list: Span<UInt8>, _ at: inout Int) -> Range<Int>? {
    guard at < list.count - 1 else { return nil }
    let start = at
    let end = list.end(ofValueAt: start)
    at = end + 1
    return start..<end
  }

  // MARK: - Text

  /// Appends a list of the parts between the separators; an empty text has no parts.
  static func split(
    _ text: Span<UInt8>,
    _ separators: Span<UInt8>,
    _ separator: Range<Int>,
    _ output: inout UniqueArray<UInt8>
  ) {
    output.append(.openArray)
    var start = 0
    var at = 0
    while at < text.count && !separator.isEmpty {
      guard text[at] == separators[separator.lowerBound],
        text.has(separators, separator, at: at)
      else {
        at += 1
        continue
      }
      JSONText.append(quoting: text, start..<at, to: &output)
      output.append(.comma)
      at += separator.count
      start = at
    }
    if text.count > 0 { JSONText.append(quoting: text, start..<text.count, to: &output) }
    output.append(.closeArray)
  }

  /// Joins the texts of scalars with a separator; null has none.
  static func join(
    _ list: Span<UInt8>,
    _ separators: Span<UInt8>,
    _ separator: Range<Int>,
    _ output: inout UniqueArray<UInt8>
  ) -> Bool {
    var at = 1
    var isFirst = true
    while let range = nextElement(list, &at) {
      if !isFirst { output.append(contentsOf: separators, separator) }
      isFirst = false
      switch Cell.Kind(firstByte: list[range.lowerBound]) {
      case .null: break
      case .structure: return false
      default: guard appendPlain(list, range, &output) else { return false }
      }
      guard output.count <= list.count + ValueRule.largestGrowth else { return false }
    }
    return true
  }

  // MARK: - Elements

  /// The first or the last element of a list, and its kind; null if it is empty.
  static func pick(
    _ list: Span<UInt8>,
    isLast: Bool,
    _ output: inout UniqueArray<UInt8>
  ) -> Cell.Kind? {
    var at = 1
    guard var chosen = nextElement(list, &at) else {
      output.append(Literal.nullText)
      return .null
    }
    while isLast, let next = nextElement(list, &at) { chosen = next }
    guard appendPlain(list, chosen, &output) else { return nil }
    return Cell.Kind(firstByte: list[chosen.lowerBound])
  }

  /// Appends an element in the form of a buffer; false for half of a surrogate pair.
  private static func appendPlain(
    _ list: Span<UInt8>,
    _ range: Range<Int>,
    _ output: inout UniqueArray<UInt8>
  ) -> Bool {
    if list[range.lowerBound] == .quote {
      let content = (range.lowerBound + 1)..<(range.upperBound - 1)
      return StringText.append(list, content, to: &output)
    }
    output.append(contentsOf: list, range)
    return true
  }

  /// Counts the elements of a list, the members of an object, or the characters of a text.
  static func count(
    _ kind: Cell.Kind,
    _ bytes: Span<UInt8>,
    _ output: inout UniqueArray<UInt8>
  ) -> Bool {
    var count = 0
    switch kind {
    case .structure:
      var at = 1
      while nextElement(bytes, &at) != nil { count += 1 }
      // A member of an object counts as two values: its key and its value.
      if bytes[0] == .openObject { count /= 2 }
    case .string:
      for index in bytes.indices where bytes[index] & 0xC0 != 0x80 { count += 1 }
    default: return false
    }
    DecimalText.append(UInt64(count), to: &output)
    return true
  }

  /// Appends the elements of a list, and of all lists in it, as one list.
  static func flatten(_ list: Span<UInt8>, _ output: inout UniqueArray<UInt8>) {
    output.append(.openArray)
    var at = 1
    while at < list.count {
      if list[at] == .openArray || list[at] == .closeArray || list[at] == .comma {
        at += 1
        continue
      }
      let end = list.end(ofValueAt: at)
      if output.count > 1 { output.append(.comma) }
      output.append(contentsOf: list, at..<end)
      at = end
    }
    output.append(.closeArray)
  }

  // MARK: - Order

  /// Sorts the elements by their sort keys; equal elements keep their order.
  static func sort(_ list: Span<UInt8>, _ output: inout UniqueArray<UInt8>) -> Bool {
    var order = ElementOrder()
    guard order.load(list) else { return false }
    order.appendSorted(list, to: &output)
    return true
  }

  /// Removes the elements that equal an earlier one.
  static func removeRepeated(_ list: Span<UInt8>, _ output: inout UniqueArray<UInt8>) -> Bool {
    var order = ElementOrder()
    guard order.load(list) else { return false }
    order.appendUnique(list, to: &output)
    return true
  }
}

extension ValueBuffer {
  /// Whether the value is a list.
  var isList: Bool { kind == .structure && bytes[0] == .openArray }

  /// Loads an element of a list.
  mutating func load(elementOf list: Span<UInt8>, _ range: Range<Int>) -> Bool {
    load(Cell.Kind(firstByte: list[range.lowerBound]), list, range)
  }
}
