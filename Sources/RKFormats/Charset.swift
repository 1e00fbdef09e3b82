internal import RKEngine

/// The charsets of JSON on the web.
enum Charset {
  /// Converts bytes in a charset to UTF-8; they are taken as UTF-8 if no charset is named.
  ///
  /// ASCII is read as UTF-8, of which it is a subset. A byte order mark takes precedence over the name, as in
  /// browsers: in another charset, JSON cannot begin with these bytes.
  static func utf8(_ bytes: [UInt8], named name: String?) throws(HTTPArchive.BodyFailure)
    -> [UInt8]
  {
    if bytes.markCount > 0 { return bytes }
    if isUTF16(bytes) { return try utf16(bytes, isBigEndian: nil) }
    switch name {
    case nil, "utf-8", "utf8", "us-ascii", "ascii": return bytes
    case "iso-8859-1", "latin1", "iso_8859-1": return text(of: bytes) { UInt32($0) }
    case "windows-1252", "cp1252":
      return text(of: bytes) { (0x80..<0xA0).contains($0) ? windows[Int($0) - 0x80] : UInt32($0) }
    case "utf-16": return try utf16(bytes, isBigEndian: nil)
    case "utf-16le": return try utf16(bytes, isBigEndian: false)
    case "utf-16be": return try utf16(bytes, isBigEndian: true)
    case let name?: throw HTTPArchive.BodyFailure(fault: .unknownEncoding, name: name)
    }
  }

  /// Whether the bytes begin with a byte order mark.
  static func isMarked(_ bytes: [UInt8]) -> Bool { bytes.markCount > 0 || isUTF16(bytes) }

  /// Whether the bytes begin with a byte order mark of UTF-16.
  private static func isUTF16(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
  }

  private static func text(of bytes: [UInt8], _ scalar: (UInt8) -> UInt32) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    for byte in bytes { text.append(codePoint: scalar(byte)) }
    return text
  }

  /// Decodes UTF-16.
  ///
  /// If the byte order is unknown, a mark determines it, or else which of the first two bytes is zero, because
  /// JSON begins with an ASCII character.
  private static func utf16(_ bytes: [UInt8], isBigEndian: Bool?) throws(HTTPArchive.BodyFailure)
    -> [UInt8]
  {
    guard bytes.count.isMultiple(of: 2) else {
      throw HTTPArchive.BodyFailure(fault: .utf16, name: "")
    }
    let isBigEndian =
      isBigEndian ?? (bytes.starts(with: [0xFE, 0xFF]) || bytes.first == 0)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    let high = isBigEndian ? 0 : 1
    let unit = { (at: Int) in UInt32(bytes[at + high]) << 8 | UInt32(bytes[at + 1 - high]) }
    var at = isUTF16(bytes) ? 2 : 0
    while at < bytes.count {
      let first = unit(at)
      at += 2
      if first & 0xFC00 == 0xD800, at < bytes.count, unit(at) & 0xFC00 == 0xDC00 {
        text.append(codePoint: 0x10000 + (first - 0xD800) << 10 + (unit(at) - 0xDC00))
        at += 2
      } else {
        text.append(codePoint: first)
      }
    }
    return text
  }

  /// The characters of the bytes from 0x80 to 0x9F in windows-1252; undefined ones map to themselves.
  private static let windows: [UInt32] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
  ]
}
