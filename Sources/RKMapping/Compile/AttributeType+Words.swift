extension AttributeMapping {
  /// What is done to its values, in the words of the spec.
  func valueDetails(in graph: MappingGraph) -> String {
    // Most have a type, if anything.
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
  /// With commas between them.
  ///
  /// The library's own way looks through all conformances when it first runs.
  var listed: String {
    var text = ""
    for part in self { text += text.isEmpty ? part : ", " + part }
    return text
  }
}

extension AttributeType {
  /// What is expected where no type is declared.
  static let nothingExpected = "text"

  /// What is expected, for people.
  ///
  /// A single value counts as a list of one, so that what fails in a list is an element.
  var expectation: String {
    self == .any ? Self.nothingExpected : leaf.words(isPlural: leaf != self)
  }

  /// How it converts, in the words of the spec.
  var details: String {
    guard case .date(let rules) = leaf else { return "type " + name }
    return "type \(name), formats " + rules.formats.map(\.text).listed
  }

  /// What its values look like, where that is not said by its name.
  var hint: String? {
    switch leaf {
    case .boolean: "a boolean is true, yes, t, y or 1, or false, no, f, n or 0"
    case .url: "a URL has no spaces, and all but ASCII is percent-escaped in it"
    case .uuid: "a UUID has 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12, with hyphens"
    case .data: "base64 has A-Z a-z 0-9 + /, filled up by = to a multiple of four"
    default: nil
    }
  }

  /// The type of the elements, however deep they lie; itself where it has none.
  var leaf: AttributeType {
    switch self {
    case .list(let element), .set(let element), .orderedSet(let element): element.leaf
    default: self
    }
  }

  var isDate: Bool {
    if case .date = leaf { true } else { false }
  }

  private var dateRules: DateRules? {
    if case .date(let rules) = leaf { rules } else { nil }
  }

  /// The spec names the formats of the dates.
  var hasStatedFormats: Bool { dateRules?.isUnnamed == false }

  /// Numbers are milliseconds: of the two forms of an epoch that one comes first.
  var readsMilliseconds: Bool {
    let epoch = dateRules?.formats.first { $0.text == "epoch" || $0.text == "epochMillis" }
    return epoch?.text == "epochMillis"
  }

  /// As in the spec.
  var name: String {
    switch self {
    case .string: "string"
    case .integer: "integer"
    case .number: "number"
    case .decimal: "decimal"
    case .boolean: "boolean"
    case .date: "date"
    case .url: "url"
    case .uuid: "uuid"
    case .data: "data"
    case .any: "any"
    case .object: "object"
    case .list(let element): "[\(element.name)]"
    case .set(let element): "set<\(element.name)>"
    case .orderedSet(let element): "orderedSet<\(element.name)>"
    }
  }

  private func words(isPlural: Bool) -> String {
    let (one, several): (String, String) =
      switch self {
      case .string: ("a string", "strings")
      case .integer: ("an integer", "integers")
      case .number: ("a number", "numbers")
      case .decimal: ("a decimal number", "decimal numbers")
      case .boolean: ("a boolean", "booleans")
      case .date: ("a date", "dates")
      case .url: ("a URL", "URLs")
      case .uuid: ("a UUID", "UUIDs")
      case .data: ("data in base64", "data in base64")
      case .object: ("an object", "objects")
      case .any, .list, .set, .orderedSet: ("a value", "values")
      }
    return isPlural ? several : one
  }
}
