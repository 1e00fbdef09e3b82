/// Changes of JSON text that leave all other bytes as they are (docs/spec-format.md, "Write back").
package struct TextChanges {
  /// A new member of an object, or element of a list.
  private struct Addition {
    /// The key as JSON text; nil in a list.
    var key: [UInt8]?
    var value: [UInt8]
  }

  /// The additions to an object or list, in order.
  private struct Additions {
    private(set) var all: [Addition] = []
    private var numbers: [[UInt8]: Int] = [:]

    func number(of key: [UInt8]) -> Int? { numbers[key] }

    mutating func append(_ addition: Addition) {
      addition.key.map { numbers[$0] = all.count }
      all.append(addition)
    }

    mutating func replace(_ number: Int, with value: [UInt8]) { all[number].value = value }
  }

  /// Why a value cannot be set.
  package enum Obstacle: Error {
    /// A value on the path is neither an object nor a list.
    case value
    /// Another change sets a different value there.
    case change
  }

  private let original: EditedText
  /// New values, by the offset of the old ones.
  private var replaced: [Int: (range: Range<Int>, value: [UInt8])] = [:]
  /// Additions, by the offset of the object or list.
  private var added: [Int: Additions] = [:]
  /// Offsets of removed values, by that of their object or list.
  private var removed: [Int: Set<Int>] = [:]
  /// Offsets of elements that become null, so that later ones keep their index; by that of their
  /// list.
  private var emptied: [Int: Set<Int>] = [:]
  /// The elements before and after a value that becomes a list, by its offset.
  private var wrapped: [Int: (before: [UInt8], after: [UInt8])] = [:]
  private var removedDocuments: Set<Int> = []
  private var lines: [[UInt8]] = []

  /// Begins without changes.
  package init(of original: EditedText) { self.original = original }

  private var text: [UInt8] { original.bytes }

  /// Whether there are no changes.
  package var isEmpty: Bool {
    replaced.isEmpty && added.isEmpty && removed.isEmpty && emptied.isEmpty && wrapped.isEmpty
      && removedDocuments.isEmpty && lines.isEmpty
  }

  // MARK: - Values

  /// Sets the value that some steps lead to from another one.
  ///
  /// Creates what is missing on the path; a null there becomes an object or a list.
  package mutating func set(_ steps: [WritePlan.Step], from start: Int, to value: [UInt8])
    throws(Obstacle)
  {
    var at = start
    for (number, step) in steps.enumerated() {
      let rest = steps[(number + 1)...]
      if replaced[at] != nil || text[at] == .ascii("n") {
        return try replace(at, with: Self.nested(value, steps[number...]))
      }
      if let next = original.child(step, of: at) {
        at = next.value.lowerBound
        continue
      }
      switch step {
      case .key(let key):
        guard text[at] == .openObject else { throw .value }
        return try add(Self.nested(value, rest), key: key, to: at)
      case .index(let index):
        guard text[at] == .openArray else { throw .value }
        let count = original.children(of: at).count
        let addedCount = added[at]?.all.count ?? 0
        if index - count < addedCount {
          return try join(Self.nested(value, rest), to: index - count, of: at)
        }
        for _ in (count + addedCount)..<index { append(Self.null, to: at) }
        return append(Self.nested(value, rest), to: at)
      }
    }
    try replace(at, with: value)
  }

  private mutating func replace(_ start: Int, with value: [UInt8]) throws(Obstacle) {
    guard let earlier = replaced[start]?.value else {
      return replaced[start] = (original.range(ofValueAt: start), value)
    }
    replaced[start]?.value = try Self.joined(earlier, value)
  }

  private mutating func add(_ value: [UInt8], key: [UInt8], to place: Int) throws(Obstacle) {
    if let number = added[place]?.number(of: key) {
      return try join(value, to: number, of: place)
    }
    added[place, default: Additions()].append(Addition(key: key, value: value))
  }

  private mutating func join(_ value: [UInt8], to number: Int, of place: Int) throws(Obstacle) {
    guard let earlier = added[place]?.all[number].value else { throw .change }
    added[place]?.replace(number, with: try Self.joined(earlier, value))
  }

  /// Adds an element to a list.
  package mutating func append(_ value: [UInt8], to place: Int) {
    added[place, default: Additions()].append(Addition(key: nil, value: value))
  }

  /// Adds a member to an object; false if it has a member with that name.
  package mutating func append(_ value: [UInt8], key: [UInt8], to place: Int) -> Bool {
    if original.child(.key(key), of: place) != nil || added[place]?.number(of: key) != nil {
      return false
    }
    added[place, default: Additions()].append(Addition(key: key, value: value))
    return true
  }

  /// Turns a value into a list, with new elements before and after it.
  package mutating func wrap(_ place: Int, _ before: [[UInt8]], _ after: [[UInt8]]) {
    wrapped[place] = (
      [.openArray] + before.flatMap { $0 + [.comma] },
      after.flatMap { [.comma] + $0 } + [.closeArray]
    )
  }

  private static func joined(_ one: [UInt8], _ other: [UInt8]) throws(Obstacle) -> [UInt8] {
    let both = one + other + Array(repeating: 0, count: OutputBuffer.slack)
    var output = UniqueArray<UInt8>()
    let way = ObjectMerge.append(
      both.span,
      0..<one.count,
      one.count..<(one.count + other.count),
      to: &output
    )
    guard way == nil else { throw .change }
    return output.bytes
  }

  /// A value wrapped in the objects and lists of some steps.
  package static func nested(_ value: [UInt8], _ steps: ArraySlice<WritePlan.Step>) -> [UInt8] {
    var value = value
    for step in steps.reversed() {
      switch step {
      case .key(let key): value = [.openObject] + key + [.colon] + value + [.closeObject]
      case .index(let index):
        let gaps = Array(repeatElement(null + [.comma], count: index).joined())
        value = [.openArray] + gaps + value + [.closeArray]
      }
    }
    return value
  }

  private static var null: [UInt8] { Array("null".utf8) }

  // MARK: - What goes

  /// Removes the value that some steps lead to from another one, with its key; false if there is
  /// none.
  ///
  /// An element of a list becomes null, so that later ones keep their index.
  package mutating func remove(_ steps: [WritePlan.Step], from start: Int) -> Bool {
    guard let last = steps.last, let place = original.place(at: steps.dropLast(), from: start),
      let child = original.child(last, of: place)
    else { return false }
    switch last {
    case .key(let key):
      for child in original.members(key, of: place) {
        removed[place, default: []].insert(child.value.lowerBound)
      }
    case .index: emptied[place, default: []].insert(child.value.lowerBound)
    }
    return true
  }

  /// Removes the member or element of an object or list that contains a byte; false if there is
  /// none.
  package mutating func remove(elementAround offset: Int, of place: Int) -> Bool {
    guard let child = original.child(around: offset, of: place) else { return false }
    removed[place, default: []].insert(child.value.lowerBound)
    return true
  }

  /// Removes a whole document, given by its offset.
  package mutating func removeDocument(at start: Int) { removedDocuments.insert(start) }

  /// Adds a document on a line of its own.
  package mutating func append(line: [UInt8]) { lines.append(line) }

  // MARK: - Both

  /// Adds other changes of the same text.
  ///
  /// Throws, and adds nothing, if both change a value differently.
  package mutating func add(_ other: TextChanges) throws(Obstacle) {
    for (start, change) in other.replaced {
      if let own = replaced[start] { _ = try Self.joined(own.value, change.value) }
    }
    for (place, additions) in other.added {
      guard let own = added[place] else { continue }
      for addition in additions.all {
        guard let number = addition.key.flatMap(own.number(of:)) else { continue }
        _ = try Self.joined(own.all[number].value, addition.value)
      }
    }
    for (start, change) in other.replaced { try replace(start, with: change.value) }
    for (place, additions) in other.added {
      for addition in additions.all {
        if let key = addition.key {
          try add(addition.value, key: key, to: place)
        } else {
          append(addition.value, to: place)
        }
      }
    }
    removed.merge(other.removed) { $0.union($1) }
    emptied.merge(other.emptied) { $0.union($1) }
    wrapped.merge(other.wrapped) { $1 }
    removedDocuments.formUnion(other.removedDocuments)
    lines += other.lines
  }

  /// The changed text.
  ///
  /// Linear in the text and the number of changes, except for sorting these.
  package func apply() -> [UInt8] {
    var edits = replaced.values.map { (range: $0.range, text: $0.value) }
    for (start, texts) in wrapped {
      let end = original.range(ofValueAt: start).upperBound
      edits += [(start..<start, texts.before), (end..<end, texts.after)]
    }
    for place in Set(added.keys).union(removed.keys).union(emptied.keys)
    where replaced[place] == nil {
      edits += self.edits(of: place)
    }
    if !removedDocuments.isEmpty {
      for document in original.documents where removedDocuments.contains(document.lowerBound) {
        edits.append((rangeToRemove(document), []))
      }
    }
    edits.sort {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    var result: [UInt8] = []
    result.reserveCapacity(original.count + 1024)
    var position = 0
    // Changes inside a replaced or removed value are dropped.
    for edit in edits where edit.range.lowerBound >= position {
      result += text[position..<edit.range.lowerBound]
      result += edit.text
      position = edit.range.upperBound
    }
    result += text[position..<original.count]
    appendLines(to: &result)
    return result
  }

  private func rangeToRemove(_ document: Range<Int>) -> Range<Int> {
    var (start, end) = (document.lowerBound, document.upperBound)
    while end < original.count && text[end].isWhitespace { end += 1 }
    if start > 0 && text[start - 1] == EditedText.separator { start -= 1 }
    return start..<end
  }

  private func appendLines(to result: inout [UInt8]) {
    let isSequence = original.count > 0 && text[0] == EditedText.separator
    for line in lines {
      if !result.isEmpty && result.last != .lineFeed { result.append(.lineFeed) }
      if isSequence { result.append(EditedText.separator) }
      result += line + [.lineFeed]
    }
  }

  private func edits(of place: Int) -> [(range: Range<Int>, text: [UInt8])] {
    let all = original.children(of: place)
    var gone = removed[place] ?? []
    var empty = emptied[place] ?? []
    let new = added[place]?.all ?? []
    if new.isEmpty {
      for child in all.reversed() {
        let start = child.value.lowerBound
        guard gone.contains(start) || empty.remove(start) != nil else { break }
        gone.insert(start)
      }
    }
    guard let first = all.firstIndex(where: { !gone.contains($0.value.lowerBound) }),
      let last = all.last(where: { !gone.contains($0.value.lowerBound) })
    else {
      let inner = new.map { ($0.key.map { $0 + [.colon] } ?? []) + $0.value }
      let end = original.range(ofValueAt: place).upperBound
      return [((place + 1)..<(end - 1), Array(inner.joined(separator: [.comma])))]
    }
    var edits: [(range: Range<Int>, text: [UInt8])] = empty.map {
      (original.range(ofValueAt: $0), Self.null)
    }
    if first > 0 { edits.append((all[0].start..<all[first].start, [])) }
    for number in all.indices.dropFirst(first + 1) where gone.contains(all[number].value.lowerBound)
    {
      edits.append((all[number - 1].end..<all[number].end, []))
    }
    var start = last.start
    while text[start - 1].isWhitespace { start -= 1 }
    let before = text[start..<last.start]
    let between = last.key.map { text[$0.upperBound..<last.value.lowerBound] } ?? []
    let addition = new.flatMap {
      [.comma] + before + ($0.key.map { $0 + between } ?? []) + $0.value
    }
    if !addition.isEmpty { edits.append((last.end..<last.end, addition)) }
    return edits
  }
}
