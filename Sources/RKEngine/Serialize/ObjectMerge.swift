/// Combines the values that several rules write for one representation.
enum ObjectMerge {
  /// Appends two values as one: the members of both objects, or the elements of both lists, in
  /// which null is a gap.
  ///
  /// Returns nil, or the keys that lead to the first difference.
  ///
  /// All texts are compact JSON.
  static func append(
    _ text: Span<UInt8>,
    _ one: Range<Int>,
    _ other: Range<Int>,
    to output: inout UniqueArray<UInt8>
  ) -> [[UInt8]]? {
    switch (text[one.lowerBound], text[other.lowerBound]) {
    case (.openObject, .openObject): return appendObjects(text, one, other, to: &output)
    case (.openArray, .openArray): return appendLists(text, one, other, to: &output)
    case (let first, let second):
      output.append(contentsOf: text, one)
      let isText = first == .quote && second == .quote
      let isSame =
        one.count == other.count && text.has(text, other, at: one.lowerBound)
        || isText && plain(text, one) == plain(text, other)
      return isSame ? nil : []
    }
  }

  private static func appendObjects(
    _ text: Span<UInt8>,
    _ one: Range<Int>,
    _ other: Range<Int>,
    to output: inout UniqueArray<UInt8>
  ) -> [[UInt8]]? {
    let added = members(text, other)
    var isJoined = added.map { _ in false }
    output.append(.openObject)
    let start = output.count
    for member in members(text, one) {
      if output.count > start { output.append(.comma) }
      output.append(contentsOf: text, member.name)
      output.append(.colon)
      let name = plain(text, member.name)
      guard let number = added.firstIndex(where: { plain(text, $0.name) == name }) else {
        output.append(contentsOf: text, member.value)
        continue
      }
      isJoined[number] = true
      if let way = append(text, member.value, added[number].value, to: &output) {
        return [JSONText.quoted(name)] + way
      }
    }
    for (number, member) in added.enumerated() where !isJoined[number] {
      if output.count > start { output.append(.comma) }
      output.append(contentsOf: text, member.name)
      output.append(.colon)
      output.append(contentsOf: text, member.value)
    }
    output.append(.closeObject)
    return nil
  }

  private static func appendLists(
    _ text: Span<UInt8>,
    _ one: Range<Int>,
    _ other: Range<Int>,
    to output: inout UniqueArray<UInt8>
  ) -> [[UInt8]]? {
    var (left, right) = (
      ArrayElements(from: one.lowerBound), ArrayElements(from: other.lowerBound)
    )
    output.append(.openArray)
    let start = output.count
    while true {
      let pair = (left.next(text), right.next(text))
      if pair.0 == nil && pair.1 == nil { break }
      if output.count > start { output.append(.comma) }
      switch pair {
      case (let value?, nil), (nil, let value?): output.append(contentsOf: text, value)
      case (let value?, let gap?) where text[gap.lowerBound] == .ascii("n"):
        output.append(contentsOf: text, value)
      case (let gap?, let value?) where text[gap.lowerBound] == .ascii("n"):
        output.append(contentsOf: text, value)
      case (let first?, let second?):
        if let way = append(text, first, second, to: &output) { return way }
      case (nil, nil): break
      }
    }
    output.append(.closeArray)
    return nil
  }

  private static func members(_ text: Span<UInt8>, _ object: Range<Int>)
    -> [(name: Range<Int>, value: Range<Int>)]
  {
    var members: [(name: Range<Int>, value: Range<Int>)] = []
    var next = ObjectMembers(from: object.lowerBound)
    while let member = next.next(text) { members.append(member) }
    return members
  }

  /// The text of a string.
  private static func plain(_ text: Span<UInt8>, _ string: Range<Int>) -> [UInt8] {
    var bytes = UniqueArray<UInt8>()
    let content = (string.lowerBound + 1)..<(string.upperBound - 1)
    _ = StringText.append(text, content, to: &bytes)
    return (0..<bytes.count).map { bytes[$0] }
  }
}
