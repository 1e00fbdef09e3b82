internal import RKEngine

/// What the keys of objects look like: names that somebody gave, or data.
struct KeyEvidence {
  /// Different keys.
  private(set) var count = 0
  /// Of these, such as no API has as names; codes in upper case count half.
  private(set) var dataLike = 0.0
  private(set) var integers = 0
  private(set) var identifiers = 0
  private(set) var emails = 0
  private(set) var dates = 0
  private(set) var codes = 0
  private var isISO8601 = true
  var sample = HashSample(capacity: 256)

  /// A key that the sample does not have; of very many keys most are taken to be known.
  func isNew(_ hash: UInt64) -> Bool { hash <= sample.limit && !sample.hashes.contains(hash) }

  mutating func insert(_ key: [UInt8]) {
    count += 1
    let text = key.span
    let range = 0..<key.count
    sample.insert(StableHash.of(text, range))
    let isDigits = text.all(range, \.isDigit)
    let isHex = key.count >= 8 && text.all(range, \.isHexDigit)
    if isDigits && (key.count == 1 || key[0] != .zero) && key.count < 19 { integers += 1 }
    if isDigits || isHex || TextFormats.isUUID(text, range) {
      identifiers += 1
    } else if key.contains(.ascii("@")) && key.contains(.ascii(".")) {
      emails += 1
    } else if Self.isDate(text, range) {
      dates += 1
      if !TextFormats.all.held(by: text, range).contains(.iso8601) { isISO8601 = false }
    } else if Self.isCode(key) {
      codes += 1
      dataLike += 0.5
      return
    } else if !key.contains(where: Self.isOdd) && !Self.isVersion(key) {
      return
    }
    dataLike += 1
  }

  mutating func merge(_ other: KeyEvidence) {
    count += other.count
    dataLike += other.dataLike
    integers += other.integers
    identifiers += other.identifiers
    emails += other.emails
    dates += other.dates
    codes += other.codes
    isISO8601 = isISO8601 && other.isISO8601
    sample.merge(other.sample)
  }

  /// The share of keys that look like data.
  var syntax: Double { count == 0 ? 0 : dataLike / Double(count) }

  /// The type of a nesting attribute for these keys.
  var type: String {
    if integers == count { return "integer" }
    return dates == count && isISO8601 ? "date" : "string"
  }

  /// What a nesting attribute for these keys is called; nil where nothing tells.
  var name: String {
    switch count {
    case identifiers: "id"
    case emails: "email"
    case dates: "date"
    case codes: "code"
    default: "name"
    }
  }

  private static func isDate(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    !TextFormats.all.held(by: text, range)
      .intersection([.iso8601, .spaced, .slashedYear, .dotted]).isEmpty
  }

  /// Letters in upper case, with digits, `_` and `-`.
  private static func isCode(_ key: [UInt8]) -> Bool {
    key.count > 1 && key.contains(where: \.isLetter)
      && key.allSatisfy {
        $0.isLetter && $0 & 0x20 == 0 || $0.isDigit || $0 == .ascii("_") || $0 == .ascii("-")
      }
  }

  private static func isOdd(_ byte: UInt8) -> Bool {
    byte == .solidus || byte == .colon || byte == .ascii("@") || byte == .space
  }

  /// `1.2.3`, `v2.0`: digits, a dot, digits.
  private static func isVersion(_ key: [UInt8]) -> Bool {
    key.indices.contains {
      key[$0] == .ascii(".") && $0 > 0 && $0 + 1 < key.count && key[$0 - 1].isDigit
        && key[$0 + 1].isDigit
    }
  }
}
