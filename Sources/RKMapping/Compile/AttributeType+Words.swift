extension AttributeType {
  /// What is expected where no type is declared.
  static let nothingExpected = "text"

  /// What is expected, for people.
  ///
  /// A single value counts as a list of one, so that what fails in a list is an element.
  var expectation: String { leaf.words(isPlural: leaf != self) }

  /// How it converts, in the words of the spec.
  var details: String {
    guard case .date(let rules) = leaf else { return "type \(name)" }
    return "type \(name), formats " + rules.formats.map(\.text).joined(separator: ", ")
  }

  /// The type of the elements, however deep they lie; itself where it has none.
  private var leaf: AttributeType {
    switch self {
    case .list(let element), .set(let element), .orderedSet(let element): element.leaf
    default: self
    }
  }

  /// As in the spec.
  private var name: String {
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
