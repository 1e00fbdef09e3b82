/// A media type, such as `application/json; charset=utf-8` (RFC 9110, section 8.3.1).
package struct MediaType: Hashable {
  /// A format in which contents are read.
  package enum Format: Sendable, Hashable {
    case json
    case csv
    case form
    case xml
  }

  /// The type in lower case, without parameters.
  let name: String
  /// The charset in lower case.
  package let charset: String?

  /// Returns nil if no type is stated.
  package init?(_ text: String) {
    let parts = text.lowercased().split(separator: ";", omittingEmptySubsequences: false)
    name = Self.trimmed(parts.first ?? "")
    // Chrome writes this if the server did not state a type.
    if name.isEmpty || name == "x-unknown" { return nil }
    charset = parts.dropFirst().lazy.compactMap(Self.charset).first
  }

  /// The format for contents of this type; nil if they are not read.
  package var format: Format? {
    if isJSON { return .json }
    return switch name {
    case "text/csv": .csv
    case "application/x-www-form-urlencoded": .form
    case "application/xml", "text/xml": .xml
    case _ where name.hasSuffix("+xml"): .xml
    default: nil
    }
  }

  /// Whether it is `application/json` or a type based on JSON.
  var isJSON: Bool {
    name == "application/json" || name == "text/json"
      || (name.hasPrefix("application/") && name.hasSuffix("+json"))
  }

  private static func charset(_ parameter: Substring) -> String? {
    let sides = parameter.split(separator: "=", maxSplits: 1)
    guard sides.count == 2, trimmed(sides[0]) == "charset" else { return nil }
    let value = trimmed(sides[1]).filter { $0 != "\"" && $0 != "'" }
    return value.isEmpty ? nil : value
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
