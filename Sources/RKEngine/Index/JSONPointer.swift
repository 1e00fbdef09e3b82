/// Pointers from a document to a value in it (RFC 6901), made only for reports.
package enum JSONPointer {
  /// Appends the path from the value at token `start` down to the one that `target` belongs to.
  package static func append(
    _ view: TokenView,
    from start: Int,
    to target: Int,
    to pointer: inout [UInt8]
  ) {
    var container = start
    while container < target {
      switch view.token(container) {
      case .openObject:
        guard let (key, value) = member(of: container, holding: target, view) else { return }
        append(keyAt: key, view, to: &pointer)
        container = value
      case .openArray:
        guard let (index, element) = element(of: container, holding: target, view) else { return }
        append(index: index, to: &pointer)
        container = element
      default: return
      }
    }
  }

  /// Appends a key of an object, its `~` and `/` escaped.
  package static func append(key: some Sequence<UInt8>, to pointer: inout [UInt8]) {
    pointer.append(.solidus)
    for byte in key { append(byte, to: &pointer) }
  }

  private static func append(_ byte: UInt8, to pointer: inout [UInt8]) {
    switch byte {
    case .ascii("~"): pointer += [.ascii("~"), .zero]
    case .solidus: pointer += [.ascii("~"), .ascii("1")]
    default: pointer.append(byte)
    }
  }

  /// Appends the key that begins with a token.
  private static func append(keyAt token: Int, _ view: TokenView, to pointer: inout [UInt8]) {
    let text = view.content(ofString: token)
    if view.hasBackslash(from: text.lowerBound, to: text.upperBound) {
      return append(key: view.text(ofString: token), to: &pointer)
    }
    pointer.append(.solidus)
    for place in text { append(view.byte(place), to: &pointer) }
  }

  /// Appends an index of an array.
  package static func append(index: Int, to pointer: inout [UInt8]) {
    pointer.append(.solidus)
    pointer += String(index).utf8
  }

  private static func member(
    of object: Int,
    holding target: Int,
    _ view: TokenView
  ) -> (key: Int, value: Int)? {
    var key = object + 1
    while view.token(key) == .quote {
      let after = view.next(after: key + 2)
      // The pointer to a key is that of its value.
      if target < after { return (key, max(key + 2, target == key ? target : key + 2)) }
      key = view.afterComma(after)
    }
    return nil
  }

  private static func element(
    of array: Int,
    holding target: Int,
    _ view: TokenView
  ) -> (index: Int, element: Int)? {
    var index = 0
    var element = array + 1
    while view.token(element) != .closeArray {
      let after = view.next(after: element)
      if target < after { return (index, element) }
      element = view.afterComma(after)
      index += 1
    }
    return nil
  }

  /// A key as a part of a pointer, with its leading slash.
  package static func part(_ key: String) -> String {
    var pointer: [UInt8] = []
    append(key: key.utf8, to: &pointer)
    return String(decoding: pointer, as: UTF8.self)
  }

  /// The unescaped keys and indices of a pointer; nil if it is not empty and does not begin with a
  /// slash.
  package static func parts(_ pointer: [UInt8]) -> [[UInt8]]? {
    guard let first = pointer.first else { return [] }
    guard first == .solidus else { return nil }
    return pointer.dropFirst().split(separator: .solidus, omittingEmptySubsequences: false)
      .map { unescaped($0) }
  }

  /// Replaces `~1` by a slash and `~0` by a tilde; any other tilde is kept.
  private static func unescaped(_ part: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var isEscape = false
    for byte in part {
      switch byte {
      case .zero where isEscape: isEscape = false
      case .ascii("1") where isEscape:
        text[text.count - 1] = .solidus
        isEscape = false
      default:
        text.append(byte)
        isEscape = byte == .ascii("~")
      }
    }
    return text
  }
}

extension TokenView {
  /// The value that a pointer leads to in a document (RFC 6901, section 4), with the values around it.
  func find(_ pointer: [UInt8], from first: Int) -> (
    token: Int, isMember: Bool, containers: [Int]
  )? {
    guard let parts = JSONPointer.parts(pointer) else { return nil }
    var (token, isMember, containers) = (first, false, [Int]())
    for part in parts {
      containers.append(token)
      switch self.token(token) {
      case .openObject:
        guard let value = lastMember(of: token, named: part) else { return nil }
        (token, isMember) = (value, true)
      case .openArray:
        let text = String(decoding: part, as: UTF8.self)
        guard let index = Int(text), String(index) == text, index >= 0,
          let element = element(index, of: token)
        else { return nil }
        (token, isMember) = (element, false)
      default: return nil
      }
    }
    return (token, isMember, containers)
  }

  /// Of several members with a name, the last one counts.
  private func lastMember(of object: Int, named name: [UInt8]) -> Int? {
    var found: Int?
    var key = object + 1
    while token(key) == .quote {
      if text(ofString: key) == name { found = key + 2 }
      key = afterComma(next(after: key + 2))
    }
    return found
  }
}
