/// Writes documents as form data: `application/x-www-form-urlencoded`.
package enum FormText {
  /// Appends a document, given as compact JSON text: an object on one line, or each element of a
  /// list without keys on its own line.
  package static func append(_ document: borrowing OutputBuffer, to output: inout OutputBuffer) {
    let text = document.span
    guard text[0] == .openArray else {
      appendLine(text, 0..<text.count, to: &output)
      return
    }
    var elements = ArrayElements(from: 0)
    while let element = elements.next(text) { appendLine(text, element, to: &output) }
  }

  /// Appends an object on a line of its own.
  static func appendLine(_ document: borrowing OutputBuffer, to output: inout OutputBuffer) {
    appendLine(document.span, 0..<document.count, to: &output)
  }

  private static func appendLine(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    to output: inout OutputBuffer
  ) {
    var isFirst = true
    append(text, range, key: [], &isFirst, to: &output)
    output.append(.lineFeed)
  }

  /// Appends a value under a key that is already encoded.
  private static func append(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    key: [UInt8],
    _ isFirst: inout Bool,
    to output: inout OutputBuffer
  ) {
    switch text[range.lowerBound] {
    case .openObject:
      for member in sortedMembers(text, range) {
        var inner = key
        appendEncoded(member.name.span, isKey: true, isInner: !key.isEmpty, to: &inner)
        append(text, member.value, key: inner, &isFirst, to: &output)
      }
    case .openArray:
      var elements = ArrayElements(from: range.lowerBound)
      while let element = elements.next(text) {
        append(text, element, key: key + [.openArray, .closeArray], &isFirst, to: &output)
      }
    case let first:
      if !isFirst { output.append(.ascii("&")) }
      isFirst = false
      output.append(key.span)
      if first == .ascii("n") { return }
      output.append(.ascii("="))
      var value: [UInt8] = []
      switch first {
      case .ascii("t"): value = [.ascii("1")]
      case .ascii("f"): value = [.zero]
      case .quote: appendEncoded(plain(text, range).span, isKey: false, to: &value)
      default: appendEncoded(text.extracting(range), isKey: false, to: &value)
      }
      output.append(value.span)
    }
  }

  /// Members in the order of their keys; repeated keys keep their order.
  private static func sortedMembers(_ text: Span<UInt8>, _ object: Range<Int>)
    -> [(name: [UInt8], value: Range<Int>)]
  {
    var members: [(name: [UInt8], value: Range<Int>)] = []
    var next = ObjectMembers(from: object.lowerBound)
    while let member = next.next(text) { members.append((plain(text, member.name), member.value)) }
    let order = members.indices.sorted { left, right in
      let (one, other) = (members[left].name, members[right].name)
      return one == other ? left < right : one.lexicographicallyPrecedes(other)
    }
    return order.map { members[$0] }
  }

  private static func plain(_ text: Span<UInt8>, _ string: Range<Int>) -> [UInt8] {
    var bytes = UniqueArray<UInt8>()
    let content = (string.lowerBound + 1)..<(string.upperBound - 1)
    _ = StringText.append(text, content, to: &bytes)
    return (0..<bytes.count).map { bytes[$0] }
  }

  /// Appends text with everything but letters, digits and `-._~` percent-encoded.
  ///
  /// In keys brackets are kept, and inner keys are put in brackets.
  private static func appendEncoded(
    _ text: Span<UInt8>,
    isKey: Bool,
    isInner: Bool = false,
    to output: inout [UInt8]
  ) {
    if isInner { output.append(.openArray) }
    for at in 0..<text.count { appendEncoded(text[at], isKey: isKey, to: &output) }
    if isInner { output.append(.closeArray) }
  }

  private static func appendEncoded(_ byte: UInt8, isKey: Bool, to output: inout [UInt8]) {
    if byte.isUnreserved || isKey && (byte == .openArray || byte == .closeArray) {
      output.append(byte)
    } else {
      output += percentEncoded(byte)
    }
  }

  /// A byte as `%4A`.
  package static func percentEncoded(_ byte: UInt8) -> [UInt8] {
    [.ascii("%"), hexadecimal(byte >> 4), hexadecimal(byte & 0xF)]
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? .zero + digit : .ascii("A") + digit - 10
  }
}
