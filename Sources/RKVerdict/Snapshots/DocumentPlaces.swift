internal import RKEngine
internal import RKMapping

/// Finds values in text that is valid JSON: one document or several.
struct DocumentPlaces {
  /// A value in a document.
  struct Value {
    /// The value's JSON Pointer (RFC 6901).
    var pointer: String
    var range: Range<Int>
  }

  private struct Level {
    var isObject: Bool
    var start: Int
    var index = 0
    var key: Range<Int>?
  }

  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The value that begins at an offset, with its path in its document.
  func value(at offset: Int) -> Value? {
    guard let levels = levels(around: offset), offset < bytes.count else { return nil }
    return Value(pointer: pointer(to: levels[...]), range: offset..<end(of: offset))
  }

  /// The value, if it is an object, and the objects around it, innermost first.
  func objects(around value: Value) -> [Value] {
    guard let levels = levels(around: value.range.lowerBound) else { return [value] }
    let outer = levels.indices.reversed().filter { levels[$0].isObject }.map { number in
      let start = levels[number].start
      return Value(pointer: pointer(to: levels[..<number]), range: start..<end(of: start))
    }
    return [value] + outer
  }

  /// The arrays and objects that enclose an offset, outermost first; nil inside a string.
  private func levels(around offset: Int) -> [Level]? {
    var levels: [Level] = []
    var at = 0
    while at < offset {
      switch bytes[at] {
      case UInt8(ascii: "{"): levels.append(Level(isObject: true, start: at))
      case UInt8(ascii: "["): levels.append(Level(isObject: false, start: at))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = levels.popLast()
      case UInt8(ascii: ","): if let last = levels.indices.last { levels[last].index += 1 }
      case UInt8(ascii: "\""):
        let end = endOfString(at)
        if let last = levels.indices.last, levels[last].isObject, isKey(endingAt: end) {
          levels[last].key = at..<end
        }
        at = end
        continue
      default: break
      }
      at += 1
    }
    return at == offset ? levels : nil
  }

  private func pointer(to levels: ArraySlice<Level>) -> String {
    var pointer: [UInt8] = []
    for level in levels {
      if !level.isObject {
        JSONPointer.append(index: level.index, to: &pointer)
      } else if let key = level.key {
        append(key, to: &pointer)
      }
    }
    return String(decoding: pointer, as: UTF8.self)
  }

  /// The value at a path, or the last existing value on it, and how many steps lead there.
  ///
  /// An array is entered only if its length is the next one of `counts`.
  func value(
    along path: [MemberChange.Step],
    of value: Value,
    counts: [Int]
  ) -> (value: Value, depth: Int) {
    var here = value
    var counts = counts[...]
    for (depth, step) in path.enumerated() {
      var next: Value?
      switch step {
      case .member(let name): next = member(name, of: here)
      case .element(let number):
        let ranges = elements(of: here)
        if counts.popFirst() == ranges.count, ranges.indices.contains(number) {
          var pointer = Array(here.pointer.utf8)
          JSONPointer.append(index: number, to: &pointer)
          next = Value(pointer: String(decoding: pointer, as: UTF8.self), range: ranges[number])
        }
      }
      guard let next else { return (here, depth) }
      here = next
    }
    return (here, path.count)
  }

  func isEmptyList(_ value: Value) -> Bool {
    bytes[value.range.lowerBound] == UInt8(ascii: "[") && elements(of: value).isEmpty
  }

  func isObject(_ value: Value) -> Bool { bytes[value.range.lowerBound] == UInt8(ascii: "{") }

  /// The members of an object with the ranges of their values; empty for other values.
  func values(of value: Value) -> [(name: String, range: Range<Int>)] {
    members(of: value).compactMap { member in
      SpecScanner.plainText(ofString: Array(bytes[member.key])).map { ($0, member.value) }
    }
  }

  private func member(_ name: String, of value: Value) -> Value? {
    // Of duplicate keys the last one counts.
    let found = members(of: value).last {
      SpecScanner.plainText(ofString: Array(bytes[$0.key])) == name
    }
    guard let found else { return nil }
    var pointer = Array(value.pointer.utf8)
    append(found.key, to: &pointer)
    return Value(pointer: String(decoding: pointer, as: UTF8.self), range: found.value)
  }

  private func members(of value: Value) -> [(key: Range<Int>, value: Range<Int>)] {
    guard bytes[value.range.lowerBound] == UInt8(ascii: "{") else { return [] }
    var found: [(key: Range<Int>, value: Range<Int>)] = []
    var at = value.range.lowerBound + 1
    while at < value.range.upperBound {
      guard bytes[at] == UInt8(ascii: "\"") else {
        at += 1
        continue
      }
      let key = at..<endOfString(at)
      at = key.upperBound
      while at < value.range.upperBound, bytes[at] == UInt8(ascii: ":") || isSpace(at) { at += 1 }
      let range = at..<end(of: at)
      at = range.upperBound
      found.append((key, range))
    }
    return found
  }

  private func elements(of value: Value) -> [Range<Int>] {
    guard bytes[value.range.lowerBound] == UInt8(ascii: "[") else { return [] }
    var found: [Range<Int>] = []
    var at = value.range.lowerBound + 1
    while at < value.range.upperBound - 1 {
      if isSpace(at) || bytes[at] == UInt8(ascii: ",") {
        at += 1
      } else {
        found.append(at..<end(of: at))
        at = found[found.count - 1].upperBound
      }
    }
    return found
  }

  // MARK: - Bytes

  private func append(_ key: Range<Int>, to pointer: inout [UInt8]) {
    let name = SpecScanner.plainText(ofString: Array(bytes[key])) ?? ""
    JSONPointer.append(key: name.utf8, to: &pointer)
  }

  private func isSpace(_ at: Int) -> Bool { bytes[at] <= UInt8(ascii: " ") }

  private func isKey(endingAt end: Int) -> Bool {
    var at = end
    while at < bytes.count && isSpace(at) { at += 1 }
    return at < bytes.count && bytes[at] == UInt8(ascii: ":")
  }

  /// The offset after the string that begins at `start`.
  private func endOfString(_ start: Int) -> Int {
    var at = start + 1
    while at < bytes.count && bytes[at] != UInt8(ascii: "\"") {
      at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(at + 1, bytes.count)
  }

  /// The offset after the value that begins at `start`.
  private func end(of start: Int) -> Int {
    var at = start
    var depth = 0
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        at = endOfString(at)
        if depth == 0 { return at }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth <= 1 { return depth == 1 ? at + 1 : at }
        depth -= 1
      case UInt8(ascii: ","), UInt8(ascii: ":"): if depth == 0 { return at }
      default: if depth == 0 && isSpace(at) { return at }
      }
      at += 1
    }
    return at
  }
}
