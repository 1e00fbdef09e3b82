internal import RKEngine

extension AttributeMapping {
  /// How its values are converted, in the terms of the spec.
  func valueDetails(in graph: MappingGraph) -> String {
    // A shortcut: most attributes have a type at most.
    if !emptyIsNull && transforms.isEmpty && valueMap == nil { return type?.details ?? "" }
    var parts: [String] = []
    if emptyIsNull { parts.append("emptyString null") }
    if !transforms.isEmpty {
      parts.append("transform " + transforms.map(\.text).joined(separator: " "))
    }
    if let valueMap {
      parts.append(graph.valueMaps[valueMap.index].name.map { "map \($0)" } ?? "map")
    }
    if let type { parts.append(type.details) }
    return parts.listed
  }
}

extension [String] {
  /// The texts, joined with commas.
  ///
  /// Not the standard library's method, which searches all conformances when it first runs.
  var listed: String {
    var text = ""
    for part in self { text += text.isEmpty ? part : ", " + part }
    return text
  }
}

extension AttributeType {
  /// What is expected if no type is declared.
  static let nothingExpected = "text"

  /// The expected values, for messages.
  ///
  /// A single value counts as a list of one, so a failure in a list is always about an element.
  var expectation: String {
    if self == .plain(.any) { return Self.nothingExpected }
    let words = (leaf.plain ?? .any).declaration.words
    return plain == nil ? words.several : words.one
  }

  /// How it converts values, in the terms of the spec.
  var details: String {
    guard case .date(let rules) = leaf else { return "type " + name }
    return "type \(name), formats " + rules.formats.map(\.text).listed
  }

  /// What its values look like, if the name of the type does not show it.
  var hint: String? {
    switch leaf {
    case .decimal(.real): "\"column\": \"real\" holds numbers up to 1.8e308"
    case .decimal(.scaled(let scale)):
      "\"column\": \"scaled\" holds \(scale) \(scale == 1 ? "digit" : "digits") after the point, "
        + "and 64 bits"
    default: leaf.plain?.declaration.hint
    }
  }

  var isDate: Bool {
    if case .date = leaf { true } else { false }
  }

  /// Whether its values are dates without a zone.
  var isZoneless: Bool { dateRules.map { $0.kind != .date } ?? false }

  /// Whether its values are decimals that a database stores as numbers.
  var isStoredDecimal: Bool {
    if case .decimal = leaf { true } else { false }
  }

  private var dateRules: DateRules? {
    if case .date(let rules) = leaf { rules } else { nil }
  }

  /// Whether the spec names the date formats.
  var hasStatedFormats: Bool { dateRules?.isUnnamed == false }

  /// Whether its dates are also read in a format that the spec does not declare and that could mean
  /// another day.
  var assumesFormat: Bool { dateRules?.isUnnamed == true }

  /// Whether it counts dates of which something is assumed.
  var countsDates: Bool { assumesFormat || dateRules?.notesZones == true }

  /// Counts texts without a zone, unless the spec states it.
  var notingZones: AttributeType {
    guard var rules = dateRules, rules.kind == .date, !rules.statesZone else { return self }
    rules.notesZones = true
    return replacing(.date(rules), keepingSets: true)
  }

  /// Whether numbers are milliseconds: the first epoch format decides.
  var readsMilliseconds: Bool {
    let epoch = dateRules?.formats.first { $0.text == "epoch" || $0.text == "epochMillis" }
    return epoch?.text == "epochMillis"
  }

  /// The name of the type, as in the spec.
  package var name: String {
    switch self {
    case .plain(let type): type.rawValue
    case .date(let rules): rules.kind.rawValue
    case .decimal: PlainType.decimal.rawValue
    case .list(let element): "[\(element.name)]"
    case .set(let element): "set<\(element.name)>"
    case .orderedSet(let element): "orderedSet<\(element.name)>"
    }
  }
}
