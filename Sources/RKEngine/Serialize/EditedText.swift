/// JSON text to be edited: one document, or several.
package final class EditedText {
  /// A member or an element.
  struct Child {
    var key: Range<Int>?
    var value: Range<Int>

    var start: Int { key?.lowerBound ?? value.lowerBound }
    var end: Int { value.upperBound }
  }

  /// The text, with padding for wide loads.
  package let bytes: [UInt8]
  let count: Int
  /// Returns the name that a key of the text is read as.
  private let reading: (String) -> String
  /// The children of long objects and lists, by the offset at which these begin.
  private var known: [Int: [Child]] = [:]
  /// The indices of their children with a name.
  private var numbers: [Int: [String: [Int]]] = [:]

  package init(_ bytes: [UInt8], reading: @escaping (String) -> String) {
    self.bytes = bytes + Array(repeating: 0, count: OutputBuffer.slack)
    count = bytes.count
    self.reading = reading
  }

  /// The ranges of the documents.
  package private(set) lazy var documents: [Range<Int>] = {
    let bytes = bytes
    let text = bytes.span
    var documents: [Range<Int>] = []
    var at = bytes.markCount
    while true {
      while at < count, bytes[at].isWhitespace || bytes[at] == Self.separator { at += 1 }
      guard at < count else { return documents }
      let end = min(text.end(ofValueAt: at), count)
      documents.append(at..<end)
      at = max(end, at + 1)
    }
  }()

  /// Precedes a document of a text sequence (RFC 7464).
  static var separator: UInt8 { 0x1E }

  /// The range of the value that begins at a byte.
  package func range(ofValueAt start: Int) -> Range<Int> {
    let bytes = bytes
    return start..<min(bytes.span.end(ofValueAt: start), count)
  }

  /// The offset of the value that some steps lead to from another one; nil if there is none.
  package func place(at steps: some Sequence<WritePlan.Step>, from start: Int) -> Int? {
    var at = start
    for step in steps {
      guard let next = child(step, of: at) else { return nil }
      at = next.value.lowerBound
    }
    return at
  }

  /// The name of the first member of an object, and the offset of its value; nil if there is none.
  package func firstMember(ofObjectAt place: Int) -> (name: String, value: Int)? {
    guard bytes[place] == .openObject, let first = children(of: place).first, let key = first.key
    else { return nil }
    let bytes = bytes
    return (string(bytes.span, key), first.value.lowerBound)
  }

  func child(_ step: WritePlan.Step, of place: Int) -> Child? {
    switch step {
    case .key(let key):
      // Of several members with a name, the last one counts.
      return bytes[place] == .openObject ? members(key, of: place).last : nil
    case .index(let index):
      guard bytes[place] == .openArray else { return nil }
      let elements = children(of: place)
      return index < elements.count ? elements[index] : nil
    }
  }

  /// The members of an object whose key is read like this one, which is JSON text.
  func members(_ key: [UInt8], of place: Int) -> [Child] {
    let padded = key + Array(repeating: 0, count: OutputBuffer.slack)
    let wanted = reading(string(padded.span, 0..<key.count))
    let children = children(of: place)
    if known[place] == nil { return children.filter { name(of: $0) == wanted } }
    if numbers[place] == nil {
      var byName: [String: [Int]] = [:]
      for (number, child) in children.enumerated() {
        name(of: child).map { byName[$0, default: []].append(number) }
      }
      numbers[place] = byName
    }
    return (numbers[place]?[wanted] ?? []).map { children[$0] }
  }

  private func name(of child: Child) -> String? {
    let bytes = bytes
    return child.key.map { reading(string(bytes.span, $0)) }
  }

  /// The member or element of an object or list that contains a byte.
  func child(around offset: Int, of place: Int) -> Child? {
    let children = children(of: place)
    var (low, high) = (0, children.count)
    while low < high {
      let middle = (low + high) / 2
      if children[middle].end <= offset { low = middle + 1 } else { high = middle }
    }
    return low < children.count && children[low].start <= offset ? children[low] : nil
  }

  /// The object or list whose member or element begins at a byte, inside the value at `start`.
  package func parent(of offset: Int, from start: Int) -> Int? {
    var place = start
    while let child = child(around: offset, of: place) {
      if child.value.lowerBound == offset { return place }
      place = child.value.lowerBound
    }
    return nil
  }

  /// Whether each object or list on the path of some steps has no other child.
  package func isOnlyMember(at steps: [WritePlan.Step], from start: Int) -> Bool {
    steps.indices.allSatisfy { number in
      place(at: Array(steps[..<number]), from: start).map { children(of: $0).count == 1 } ?? false
    }
  }

  /// Whether a value is an element of a list.
  package func isElement(valueAt start: Int) -> Bool {
    var at = start - 1
    while at >= 0, bytes[at].isWhitespace { at -= 1 }
    return at >= 0 && (bytes[at] == .comma || bytes[at] == .openArray)
  }

  func children(of place: Int) -> [Child] {
    if let children = known[place] { return children }
    let bytes = bytes
    let text = bytes.span
    var children: [Child] = []
    if bytes[place] == .openObject {
      var members = ObjectMembers(from: place)
      while let member = members.next(text) {
        children.append(Child(key: member.name, value: member.value))
      }
    } else if bytes[place] == .openArray {
      var elements = ArrayElements(from: place)
      while let element = elements.next(text) { children.append(Child(key: nil, value: element)) }
    }
    if let end = children.last?.end, end - place > 1024 { known[place] = children }
    return children
  }

  private func string(_ text: Span<UInt8>, _ range: Range<Int>) -> String {
    StringText.string(text, (range.lowerBound + 1)..<(range.upperBound - 1))
  }
}
