internal import RKEngine

/// The items that the earlier matchers of a dynamic mapping match, each with the place of its matcher.
struct TakenValues {
  /// The key path of a value; key paths that lead to the same value are equal.
  struct Source: Hashable {
    var root: SourceKeyPath.Root
    var components: [SourceKeyPath.Component]

    init(_ path: SourceKeyPath, _ naming: KeyNaming) {
      root = path.root
      components = naming.folded(path.components)
    }
  }

  /// The values that pass a test.
  struct Item: Hashable {
    var test: MatcherRule.Test
    /// The value that the test compares with.
    var value: Wanted?

    init(_ test: MatcherRule.Test, _ value: ConstantValue? = nil) {
      self.test = test
      self.value = value.map { Wanted($0) }
    }

    fileprivate static func value(_ value: Wanted) -> Item { Item(.equals, value) }

    fileprivate static func text(_ text: String) -> Item { Item(.text, .string(text)) }

    private init(_ test: MatcherRule.Test, _ value: Wanted) {
      self.test = test
      self.value = value
    }
  }

  /// A scalar as matchers compare it: 1 equals true, and 0 equals false.
  enum Wanted: Hashable {
    case null
    case number(String)
    case string(String)

    init(_ value: ConstantValue) {
      switch value.kind {
      case .true: self = .number("1")
      case .false: self = .number("0")
      case .number: self = .number(Self.plain(value.text))
      case .string: self = .string(value.plainText)
      default: self = .null
      }
    }

    /// A number in normal form: 1.50 equals 1.5, and 1e2 equals 1E+2.
    static func plain(_ number: String) -> String {
      let parts = number.lowercased().split(separator: "e", maxSplits: 1)
      guard let mantissa = parts.first, let exponent = parts.count > 1 ? Int(parts[1]) : 0 else {
        return number
      }
      let halves = mantissa.drop { $0 == "-" }.split(separator: ".", maxSplits: 1)
      let fraction = halves.count > 1 ? halves[1] : ""
      var digits = (halves.first.map(String.init) ?? "") + fraction
      var power = exponent.subtractingReportingOverflow(fraction.utf8.count).partialValue
      while digits.hasSuffix("0") {
        digits.removeLast()
        power = power.addingReportingOverflow(1).partialValue
      }
      digits = String(digits.drop { $0 == "0" })
      if digits.isEmpty { return "0" }
      let text = digits + (power == 0 ? "" : "e\(power)")
      return (mantissa.hasPrefix("-") ? "-" : "") + text
    }
  }

  private var taken: [Source: [Item: SpecPlace]] = [:]

  mutating func record(_ item: Item, of source: Source, at place: SpecPlace) {
    if taken[source]?[item] == nil { taken[source, default: [:]][item] = place }
  }

  /// The matcher that matches an item, or the last matcher if it takes several; nil if the item is
  /// not fully matched.
  func place(of item: Item, _ source: Source) -> SpecPlace? {
    guard let taken = taken[source] else { return nil }
    if let place = taken[item] { return place }
    switch (item.test, item.value) {
    case (.equals, let value?): return place(of: value, taken)
    case (.text, .string(let text)?): return place(ofText: text, source, taken)
    case (.kind(let kind), _): return place(of: kind, taken)
    default: return nil
    }
  }

  private func place(of value: Wanted, _ taken: [Item: SpecPlace]) -> SpecPlace? {
    switch value {
    case .null: return taken[Item(.kind(.null))] ?? taken[.text("null")]
    case .string(let text): return taken[Item(.kind(.string))] ?? taken[.text(text)]
    case .number("0"), .number("1"):
      return taken[Item(.kind(.boolean))] == nil ? nil : taken[Item(.kind(.number))]
    case .number: return taken[Item(.kind(.number))]
    }
  }

  private func place(of kind: JSONKind, _ taken: [Item: SpecPlace]) -> SpecPlace? {
    switch kind {
    case .null: return taken[.value(.null)] ?? taken[.text("null")]
    case .boolean:
      if let place = taken[.value(.number("1"))], taken[.value(.number("0"))] != nil {
        return place
      }
      return taken[.text("false")] == nil ? nil : taken[.text("true")]
    case .number, .string, .array, .object: return nil
    }
  }

  private func place(ofText text: String, _ source: Source, _ taken: [Item: SpecPlace])
    -> SpecPlace?
  {
    guard let place = place(of: .value(.string(text)), source) else { return nil }
    switch text {
    case "null": return self.place(of: .value(.null), source) == nil ? nil : place
    case "true", "false": return self.place(of: Item(.kind(.boolean)), source) == nil ? nil : place
    default:
      // The text of a number may also come from a number.
      guard let first = text.utf8.first, first.isDigit || first == .minus else { return place }
      return self.place(of: .value(.number(Wanted.plain(text))), source) == nil ? nil : place
    }
  }
}
