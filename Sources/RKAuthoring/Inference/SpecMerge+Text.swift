internal import RKDiagnostics
internal import RKMapping

/// The text of a spec, and insertions into it.
extension SpecMerge {
  /// The object of a mapper in the spec's own file; nil if it is in an included file.
  func node(of id: String) -> SpecNode? {
    guard let mappers = member("mappers", of: source.root), case .list(let nodes) = mappers.content
    else { return nil }
    return nodes.first { member("id", of: $0)?.text == id }
  }

  func member(_ name: String, of node: SpecNode) -> SpecNode? {
    guard case .object(let members, _) = node.content else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// Adds an element to a list that is a member of an object, or adds the list.
  mutating func insert(_ item: String, intoList name: String, of node: SpecNode) {
    if let list = member(name, of: node) {
      guard case .list(let elements) = list.content else {
        leftOut.append(item)
        return
      }
      return insert(item, into: list, starts: elements.map(\.place.range))
    }
    guard case .object(let members, isBracketed: false) = node.content else {
      leftOut.append(item)
      return
    }
    let key = writer.quoted(name) + ": ["
    let place = node.place.range.lowerBound
    // A second element goes into the list that the first one added.
    if let index = insertions[place]?.items.firstIndex(where: { $0.hasPrefix(key) }) {
      insertions[place]?.items[index].removeLast()
      insertions[place]?.items[index] += ", " + item + "]"
      return
    }
    insert(
      key + item + "]",
      into: node,
      starts: members.map { $0.namePlace.range.lowerBound..<$0.value.place.range.upperBound }
    )
  }

  mutating func insert(_ item: String, intoObject node: SpecNode?) {
    guard let node, case .object(let members, isBracketed: false) = node.content else { return }
    insert(
      item,
      into: node,
      starts: members.map { $0.namePlace.range.lowerBound..<$0.value.place.range.upperBound }
    )
  }

  /// Adds an item after the last one, with the same separator as before that one.
  private mutating func insert(_ item: String, into node: SpecNode, starts: [Range<Int>]) {
    let place = node.place.range.lowerBound
    if insertions[place] == nil {
      insertions[place] = Insertion(
        end: starts.last?.upperBound ?? place + 1,
        separator: starts.last.map { separator(before: $0.lowerBound) } ?? " ",
        isFirst: starts.isEmpty
      )
    }
    insertions[place]?.items.append(item)
  }

  /// The white space before a place, beginning at the last line end.
  private func separator(before place: Int) -> String {
    let bytes = source.file.bytes
    var start = place
    while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    guard start > 0, bytes[start - 1] == 0x0A else { return " " }
    let indent = String(decoding: bytes[start..<place], as: UTF8.self)
    return (start > 1 && bytes[start - 2] == 0x0D ? "\r\n" : "\n") + indent
  }
}
