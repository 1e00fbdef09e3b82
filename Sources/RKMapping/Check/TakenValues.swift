internal import RKEngine

/// What the matchers of a dynamic mapping have taken, before one of them is asked: for everything
/// the place of the matcher that takes it.
struct TakenValues {
  /// Where a value comes from: key paths that lead to the same are one.
  struct Source: Hashable {
    var root: SourceKeyPath.Root
    var components: [SourceKeyPath.Component]

    init(_ path: SourceKeyPath, _ naming: KeyNaming) {
      root = path.root
      components = naming.folded(path.components)
    }
  }

  /// A scalar as matchers compare it: 1 and true are one, 0 and false as well.
  enum Value: Hashable {
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

    /// A number without what does not change it: 1.50 and 1.5 are one, as are 1e2 and 1E+2.
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

  /// What is taken of one source.
  private struct Taken {
    var kinds: [JSONKind: SpecPlace] = [:]
    var values: [Value: SpecPlace] = [:]
    /// By the text of the value, whatever its kind.
    var texts: [String: SpecPlace] = [:]
  }

  private var taken: [Source: Taken] = [:]

  // MARK: - Taking

  mutating func take(_ value: Value, of source: Source, at place: SpecPlace) {
    if taken[source]?.values[value] == nil {
      taken[source, default: Taken()].values[value] = place
    }
  }

  mutating func take(_ kind: JSONKind, of source: Source, at place: SpecPlace) {
    if taken[source]?.kinds[kind] == nil { taken[source, default: Taken()].kinds[kind] = place }
  }

  mutating func take(text: String, of source: Source, at place: SpecPlace) {
    if taken[source]?.texts[text] == nil { taken[source, default: Taken()].texts[text] = place }
  }

  // MARK: - What is taken

  /// The matcher that takes a value, the last one where it takes several; nil while none does.
  func place(of value: Value, _ source: Source) -> SpecPlace? {
    guard let taken = taken[source] else { return nil }
    if let place = taken.values[value] { return place }
    switch value {
    case .null: return taken.kinds[.null] ?? taken.texts["null"]
    case .string(let text): return taken.kinds[.string] ?? taken.texts[text]
    case .number("0"), .number("1"):
      guard let number = taken.kinds[.number], taken.kinds[.boolean] != nil else { return nil }
      return number
    case .number: return taken.kinds[.number]
    }
  }

  /// The same for all values of a kind.
  func place(of kind: JSONKind, _ source: Source) -> SpecPlace? {
    guard let taken = taken[source] else { return nil }
    if let place = taken.kinds[kind] { return place }
    switch kind {
    case .null: return taken.values[.null] ?? taken.texts["null"]
    case .boolean:
      let values = taken.values
      if let place = values[.number("1")], values[.number("0")] != nil { return place }
      guard let place = taken.texts["true"], taken.texts["false"] != nil else { return nil }
      return place
    default: return nil
    }
  }

  /// The same for all values of a text.
  func place(ofText text: String, _ source: Source) -> SpecPlace? {
    guard let taken = taken[source] else { return nil }
    if let place = taken.texts[text] { return place }
    guard let place = place(of: .string(text), source) else { return nil }
    switch text {
    case "null": return self.place(of: Value.null, source) == nil ? nil : place
    case "true", "false": return self.place(of: .boolean, source) == nil ? nil : place
    default:
      // What may be the text of a number is one, too.
      guard let first = text.utf8.first, first.isDigit || first == .minus else { return place }
      return self.place(of: .number(Value.plain(text)), source) == nil ? nil : place
    }
  }
}
