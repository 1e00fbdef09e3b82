/// Character references of HTML.
extension TextTransform {
  /// Replaces `&name;`, `&#233;` and `&#xE9;` by characters; everything else stays unchanged.
  static func htmlUnescape(_ text: Span<UInt8>, _ output: inout UniqueArray<UInt8>) {
    var at = 0
    var start = 0
    while at < text.count {
      guard text[at] == .ascii("&"), let (scalar, end) = reference(text, at) else {
        at += 1
        continue
      }
      output.append(contentsOf: text, start..<at)
      output.append(scalar)
      (at, start) = (end, end)
    }
    output.append(contentsOf: text, start..<text.count)
  }

  /// Replaces the characters of markup by references.
  static func htmlEscape(_ text: Span<UInt8>, _ output: inout UniqueArray<UInt8>) {
    for at in 0..<text.count {
      switch text[at] {
      case .ascii("&"): output.append("&amp;")
      case .ascii("<"): output.append("&lt;")
      case .ascii(">"): output.append("&gt;")
      case .quote: output.append("&quot;")
      case .ascii("'"): output.append("&#39;")
      case let byte: output.append(byte)
      }
    }
  }

  private static func reference(_ text: Span<UInt8>, _ start: Int) -> (Unicode.Scalar, end: Int)? {
    var at = start + 1
    if at < text.count && text[at] == .ascii("#") { return number(text, at + 1) }
    var name: UInt64 = 0
    while at < text.count && text[at] != .ascii(";") {
      // A zero byte would leave the name's number unchanged.
      guard text[at] > 0x20, at - start <= HTMLEntity.longestName else { return nil }
      name = name << 8 | UInt64(text[at])
      at += 1
    }
    guard at < text.count, let scalar = HTMLEntity.scalar(named: name) else { return nil }
    return (scalar, at + 1)
  }

  private static func number(_ text: Span<UInt8>, _ start: Int) -> (Unicode.Scalar, end: Int)? {
    var at = start
    let isHexadecimal = at < text.count && text[at] | 0x20 == .ascii("x")
    if isHexadecimal { at += 1 }
    let first = at
    var value: UInt32 = 0
    while at < text.count, let digit = text[at].hexadecimalValue, isHexadecimal || digit < 10 {
      value = min(value * (isHexadecimal ? 16 : 10) + UInt32(digit), 0x11_0000)
      at += 1
    }
    guard at > first, at < text.count, text[at] == .ascii(";") else { return nil }
    return (HTMLEntity.scalar(numbered: value), at + 1)
  }
}
