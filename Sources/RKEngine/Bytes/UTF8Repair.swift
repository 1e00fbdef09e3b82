/// Replaces bytes that are not UTF-8 by the replacement character, chunk by chunk.
///
/// Each maximal part of a sequence that could have become a character is replaced once, as Unicode
/// recommends (section 3.9, U+FFFD Substitution of Maximal Subparts).
///
/// The text may be longer than the bytes, so offsets in it are not those of the bytes.
struct UTF8Repair {
  /// The beginning of an incomplete character.
  private var held: [UInt8] = []

  /// The text of a chunk, including the held bytes of the previous one.
  ///
  /// `isLast` says that no more chunks follow.
  mutating func repair(_ chunk: [UInt8], isLast: Bool) -> [UInt8] {
    let bytes = held + chunk
    let end = isLast ? bytes.count : bytes.count - Self.openCount(bytes)
    held = Array(bytes[end...])
    return Array(String(decoding: bytes[..<end], as: UTF8.self).utf8)
  }

  /// The number of bytes at the end that may begin a character.
  private static func openCount(_ bytes: [UInt8]) -> Int {
    for count in 1...3 where count <= bytes.count {
      let byte = bytes[bytes.count - count]
      if byte & 0xC0 == 0x80 { continue }
      let length = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      return length > count ? count : 0
    }
    return 0
  }
}
