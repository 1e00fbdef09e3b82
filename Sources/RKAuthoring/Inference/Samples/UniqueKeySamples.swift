internal import RKEngine
package import RKMapping

/// Passes samples on after removing, from keys that occur twice in one object, the value that does not count.
///
/// What was learned cannot be undone, and most samples have no such keys. So samples are read again with this
/// only if one of them has such a key.
package final class UniqueKeySamples: SampleReceiver {
  private let receiver: any SampleReceiver
  private let keepsFirst: Bool

  package init(_ receiver: any SampleReceiver, keepsFirst: Bool) {
    self.receiver = receiver
    self.keepsFirst = keepsFirst
  }

  package func beginInput() { receiver.beginInput() }
  package func beginList(_ origin: SampleOrigin) { receiver.beginList(origin) }
  package func endList() { receiver.endList() }
  package func endParts() { receiver.endParts() }

  package func receive(_ text: Span<UInt8>, _ range: Range<Int>, _ origin: SampleOrigin) {
    rewrite(text, range) { receiver.receive($0, $1, origin) }
  }

  package func receiveElement(_ text: Span<UInt8>, _ range: Range<Int>) {
    rewrite(text, range) { receiver.receiveElement($0, $1) }
  }

  package func receivePart(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    at path: [[UInt8]],
    _ origin: SampleOrigin
  ) {
    rewrite(text, range) { receiver.receivePart($0, $1, at: path, origin) }
  }

  package func receive(
    rest text: Span<UInt8>,
    _ range: Range<Int>,
    lists: [Int],
    _ origin: SampleOrigin
  ) {
    receiver.receive(rest: text, range, lists: lists, origin)
  }

  private func rewrite(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    _ body: (Span<UInt8>, Range<Int>) -> Void
  ) {
    var copy = UniqueKeyText(keepsFirst: keepsFirst)
    copy.append(text, at: range.lowerBound)
    if !copy.hasRepeats { return body(text, range) }
    let count = copy.bytes.count
    copy.bytes += [UInt8](repeating: .space, count: OutputBuffer.slack)
    body(copy.bytes.span, 0..<count)
  }
}

/// Writes a value with each key only once in each object.
private struct UniqueKeyText: ~Copyable {
  let keepsFirst: Bool
  var bytes: [UInt8] = []
  private(set) var hasRepeats = false
  private var walk = SampleWalk()

  init(keepsFirst: Bool) { self.keepsFirst = keepsFirst }

  private struct Member {
    var hash: UInt64
    var key: Range<Int>
    var value: Int
  }

  mutating func append(_ text: Span<UInt8>, at start: Int) {
    walk.at = start
    append(text, depth: 0)
  }

  private mutating func append(_ text: Span<UInt8>, depth: Int) {
    if depth < SampleWalk.deepest, text[walk.at] == .openObject { return object(text, depth) }
    if depth < SampleWalk.deepest, text[walk.at] == .openArray { return list(text, depth) }
    copy(text, walk.pass(text))
  }

  private mutating func copy(_ text: Span<UInt8>, _ range: Range<Int>) {
    for index in range { bytes.append(text[index]) }
  }

  private mutating func list(_ text: Span<UInt8>, _ depth: Int) {
    walk.at += 1
    walk.skipSpace(text)
    bytes.append(.openArray)
    while text[walk.at] != .closeArray {
      append(text, depth: depth + 1)
      if walk.passComma(text) { bytes.append(.comma) }
    }
    walk.at += 1
    bytes.append(.closeArray)
  }

  private mutating func object(_ text: Span<UInt8>, _ depth: Int) {
    let members = members(text)
    let end = walk.at
    var kept: [UInt64: Int] = [:]
    for (number, member) in members.enumerated() where !keepsFirst || kept[member.hash] == nil {
      kept[member.hash] = number
    }
    if kept.count < members.count { hasRepeats = true }
    bytes.append(.openObject)
    for (number, member) in members.enumerated() where kept[member.hash] == number {
      if bytes.last != .openObject { bytes.append(.comma) }
      copy(text, member.key)
      bytes.append(.colon)
      walk.at = member.value
      append(text, depth: depth + 1)
    }
    bytes.append(.closeObject)
    walk.at = end
  }

  /// The members of the object at the current position; moves past it.
  private mutating func members(_ text: Span<UInt8>) -> [Member] {
    var members: [Member] = []
    walk.at += 1
    walk.skipSpace(text)
    while text[walk.at] != .closeObject {
      let start = walk.at
      let hash = walk.key(text)
      let key = start..<walk.at
      walk.passColon(text)
      members.append(Member(hash: hash, key: key, value: walk.at))
      _ = walk.pass(text)
      walk.passComma(text)
    }
    walk.at += 1
    return members
  }
}
