/// Puts the replacement character in the place of bytes that are no UTF-8, chunk by chunk.
///
/// Each maximal part of a sequence that could have become a character gives one replacement, as
/// Unicode recommends (section 3.9, U+FFFD Substitution of Maximal Subparts).
///
/// The text may be longer than the bytes: places in it are its own, not theirs.
struct UTF8Repair {
  /// The beginning of a character whose rest has not been seen.
  private var held: [UInt8] = []

  /// The text of a chunk and of what was held back of the last one.
  ///
  /// `isLast` says that nothing more will come.
  mutating func take(_ chunk: [UInt8], isLast: Bool) -> [UInt8] {
    let bytes = held + chunk
    let end = isLast ? bytes.count : bytes.count - Self.openCount(bytes)
    held = Array(bytes[end...])
    return Array(String(decoding: bytes[..<end], as: UTF8.self).utf8)
  }

  /// How many bytes at the end may be the beginning of a character.
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
