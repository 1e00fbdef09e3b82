/// The path from a document to a value in it (RFC 6901), made only for reports.
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
        append(key: view.text(ofString: key), to: &pointer)
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
    for byte in key {
      switch byte {
      case .ascii("~"): pointer += [.ascii("~"), .zero]
      case .solidus: pointer += [.ascii("~"), .ascii("1")]
      default: pointer.append(byte)
      }
    }
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
      // The pointer to a key is that to its value.
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
}
