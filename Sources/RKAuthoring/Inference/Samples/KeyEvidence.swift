internal import RKEngine

/// What the keys of objects look like: names that somebody chose, or data.
///
/// If there are very many keys, those with the smallest hashes are examined.
struct KeyEvidence {
  /// What one key looks like.
  private struct Form: OptionSet {
    let rawValue: UInt8

    static let integer = Form(rawValue: 1)
    static let identifier = Form(rawValue: 2)
    static let email = Form(rawValue: 4)
    static let date = Form(rawValue: 8)
    static let day = Form(rawValue: 16)
    static let code = Form(rawValue: 32)
    static let odd = Form(rawValue: 64)
    /// A date with a time and a zone.
    static let zoned = Form(rawValue: 128)
    static let all = Form(rawValue: 255)

    /// How much it looks like data; APIs have no such names, except for codes in upper case.
    var share: Double {
      isDisjoint(with: [.identifier, .email, .date, .odd]) ? contains(.code) ? 0.5 : 0 : 1
    }
  }

  private var forms = HashTable<Form>()
  /// Keys with larger hashes are not examined.
  private var limit = UInt64.max
  /// The forms that all keys have.
  private var common = Form.all
  private(set) var sample = HashSample(capacity: 256)
  private static let capacity = RecordSite.mostKeys
  /// How many different values the keys have, counted for each key separately.
  ///
  /// If keys were taken as data from the beginning, the number of values.
  private(set) var pairs = 0

  /// Whether all keys were examined.
  var isWhole: Bool { limit == .max }

  /// The number of different keys, estimated if there are too many.
  var count: Int {
    isWhole ? forms.count : Int(Double(forms.count) / (Double(limit) / 0x1p64))
  }

  /// Examines a key; `key` is called only if something about it is not known yet.
  mutating func insert(_ hash: UInt64, pairs: Int = 1, _ key: () -> [UInt8]) {
    self.pairs += pairs
    if hash <= limit ? forms.find(hash) != nil : common.isEmpty { return }
    let form = Self.form(of: key())
    common.formIntersection(form)
    sample.insert(hash)
    guard hash <= limit else { return }
    forms.add(hash, form)
    if forms.count > 2 * Self.capacity { shrink() }
  }

  mutating func insert(_ key: [UInt8], pairs: Int = 1) {
    insert(StableHash.of(key.span, 0..<key.count), pairs: pairs) { key }
  }

  mutating func merge(_ other: KeyEvidence) {
    pairs += other.pairs
    limit = min(limit, other.limit)
    common.formIntersection(other.common)
    for (hash, form) in other.forms where hash <= limit && forms.find(hash) == nil {
      forms.add(hash, form)
    }
    sample.merge(other.sample)
    shrink()
  }

  /// Makes the evidence independent of the order of insertion.
  mutating func settle() {
    sample.settle()
    if !isWhole { shrink() }
  }

  /// Reduces the sample of keys to the size of samples of values.
  mutating func shrinkSample() { sample.shrink() }

  private mutating func shrink() {
    if forms.count > Self.capacity { limit = min(limit, forms.keys.sorted()[Self.capacity - 1]) }
    if limit < .max { forms = forms.filter { hash, _ in hash <= limit } }
  }

  /// The share of keys that look like data.
  var syntax: Double {
    forms.isEmpty ? 0 : forms.values.reduce(0) { $0 + $1.share } / Double(forms.count)
  }

  /// The type of the nesting attribute for these keys.
  var type: String {
    if common.contains(.integer) { return "integer" }
    return common.contains(.day) ? "day" : common.contains(.zoned) ? "date" : "string"
  }

  /// The name of the nesting attribute for these keys.
  var name: String {
    if common.contains(.identifier) { return "id" }
    if common.contains(.email) { return "email" }
    if common.contains(.date) { return "date" }
    return common.contains(.code) ? "code" : "name"
  }

  private static func form(of key: [UInt8]) -> Form {
    let text = key.span
    let range = 0..<key.count
    let isDigits = text.all(range, \.isDigit)
    let isHex = key.count >= 8 && text.all(range, \.isHexDigit)
    var form: Form = []
    if isDigits && (key.count == 1 || key[0] != .zero) && key.count < 19 { form.insert(.integer) }
    if isDigits || isHex || TextFormats.isUUID(text, range) {
      form.insert(.identifier)
    } else if key.contains(.ascii("@")) && key.contains(.ascii(".")) {
      form.insert(.email)
    } else if isDate(text, range) {
      form.insert(.date)
      let held = TextFormats.all.held(by: text, range)
      if held.isSuperset(of: [.iso8601, .day]) { form.insert(.day) }
      if held.isSuperset(of: [.iso8601, .zoned]) { form.insert(.zoned) }
    } else if isCode(key) {
      form.insert(.code)
    } else if key.contains(where: isOdd) || isVersion(key) {
      form.insert(.odd)
    }
    return form
  }

  private static func isDate(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    !TextFormats.all.held(by: text, range)
      .intersection([.iso8601, .spaced, .slashedYear, .dotted]).isEmpty
  }

  /// Whether a key consists of upper-case letters, with digits, `_` and `-`.
  private static func isCode(_ key: [UInt8]) -> Bool {
    key.count > 1 && key.contains(where: \.isLetter)
      && key.allSatisfy {
        $0.isLetter && $0 & 0x20 == 0 || $0.isDigit || $0 == .ascii("_") || $0 == .ascii("-")
      }
  }

  private static func isOdd(_ byte: UInt8) -> Bool {
    byte == .solidus || byte == .colon || byte == .ascii("@") || byte == .space
  }

  /// Whether a key is a version such as `1.2.3` or `v2.0`: digits, a dot, digits.
  private static func isVersion(_ key: [UInt8]) -> Bool {
    key.indices.contains {
      key[$0] == .ascii(".") && $0 > 0 && $0 + 1 < key.count && key[$0 - 1].isDigit
        && key[$0 + 1].isDigit
    }
  }
}
