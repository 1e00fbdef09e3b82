/// Reads Unicode scalars of UTF-8 text, one at a time.
///
/// Accepts any bytes: one that does not begin a scalar is read as the replacement character.
package enum ScalarText {
  private static let replacement: UInt32 = 0xFFFD

  /// The scalar at `start`, which lies within the text, and its length in bytes.
  package static func scalar(_ text: Span<UInt8>, at start: Int) -> (value: UInt32, count: Int) {
    let lead = text[start]
    if lead < 0x80 { return (UInt32(lead), 1) }
    let count = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard lead >= 0xC2, lead < 0xF5, text.count - start >= count else { return (replacement, 1) }
    var value = UInt32(lead & (0xFF >> UInt8(count + 1)))
    for offset in 1..<count {
      let byte = text[start + offset]
      guard byte & 0xC0 == 0x80 else { return (replacement, 1) }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    let least: UInt32 = count == 2 ? 0x80 : count == 3 ? 0x800 : 0x1_0000
    guard value >= least, Unicode.Scalar(value) != nil else { return (replacement, 1) }
    return (value, count)
  }

  /// Where the scalar before `end` starts; `end` is not the beginning of the text.
  package static func start(_ text: Span<UInt8>, before end: Int, notBefore first: Int = 0) -> Int {
    var at = end - 1
    while at > first && end - at < 4 && text[at] & 0xC0 == 0x80 { at -= 1 }
    return at
  }
}
