/// Overloads for text in arrays. An owner of both the text and the converter can lend the one while
/// it changes the other.
extension ListConverter {
  /// Appends a value, given as JSON text, converted.
  mutating func append(
    _ text: borrowing UniqueArray<UInt8>,
    as type: PlanID<Conversion>,
    _ plan: borrowing MappingPlan,
    to output: inout UniqueArray<UInt8>
  ) -> Bool {
    append(text.span, 0..<text.count, as: type, isInSet: false, plan, to: &output)
  }

  /// Appends a value without white space and unnecessary escapes.
  mutating func copyPlain(
    _ text: borrowing UniqueArray<UInt8>,
    to output: inout UniqueArray<UInt8>
  ) -> Bool {
    copy(text.span, 0..<text.count, isInSet: true, to: &output)
  }
}

extension ValueBuffer {
  /// Loads a value, given as JSON text.
  mutating func load(_ text: borrowing UniqueArray<UInt8>) -> Bool {
    load(Cell.Kind(firstByte: text[0]), text.span, 0..<text.count)
  }
}

extension OutputBuffer {
  mutating func append(_ bytes: borrowing UniqueArray<UInt8>, _ range: Range<Int>) {
    append(bytes.span.extracting(range))
  }
}

extension CompactText {
  /// Appends a value without white space.
  static func append(
    _ text: borrowing UniqueArray<UInt8>,
    to output: inout UniqueArray<UInt8>
  ) {
    append(text.span, 0..<text.count, to: &output)
  }
}

extension ObjectMerge {
  /// Appends a value in an array without white space.
  static func append(
    _ text: borrowing UniqueArray<UInt8>,
    _ one: Range<Int>,
    _ other: Range<Int>,
    to output: inout UniqueArray<UInt8>
  ) -> [[UInt8]]? {
    append(text.span, one, other, to: &output)
  }
}

extension UniqueArray where Element == UInt8 {
  /// The string that begins at an offset, with its quotes.
  func string(at start: Int) -> [UInt8] {
    let end = span.end(ofStringAt: start)
    return (start..<end).map { self[$0] }
  }

  /// The range of the value that some steps lead to inside the value in a range; nil if there is
  /// none.
  func value(at steps: [WritePlan.Step], in range: Range<Int>) -> Range<Int>? {
    let text = span
    var found = range
    for step in steps {
      var next: Range<Int>?
      switch step {
      case .key(let key):
        guard text[found.lowerBound] == .openObject else { return nil }
        var members = ObjectMembers(from: found.lowerBound)
        while next == nil, let member = members.next(text) {
          if text.has(key.span, 0..<key.count, at: member.name.lowerBound),
            member.name.count == key.count
          {
            next = member.value
          }
        }
      case .index(let index):
        guard text[found.lowerBound] == .openArray else { return nil }
        var elements = ArrayElements(from: found.lowerBound)
        for _ in 0...index { next = elements.next(text) }
      }
      guard let next else { return nil }
      found = next
    }
    return found
  }

  /// All of the bytes.
  var bytes: [UInt8] { (0..<count).map { self[$0] } }
}
