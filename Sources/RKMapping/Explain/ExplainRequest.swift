package import RKDiagnostics
internal import RKEngine

/// The cells to explain.
package struct ExplainRequest: Sendable {
  package enum Selection: Sendable {
    case all
    /// The records of a target with these values, as texts.
    case record(target: String, values: [(name: String, text: String)])
    /// The root record with this number, from 1.
    case row(Int)
    /// The cells made from the value at a pointer, or the reason why there are none.
    case pointer(String, document: Int)
  }

  package var selection = Selection.all
  /// The name of the cells to explain; nil for all.
  package var attribute: String?

  package init() {}

  /// Selects records, given as `Target name=value name="a value"`.
  ///
  /// Throws a diagnostic for names that the spec does not have.
  package mutating func select(records text: String, in mapping: Mapping) throws(DiagnosticsError) {
    let graph = mapping.graph
    var rest = text[...].withoutSpaces
    let target = rest.word
    let targets = graph.mappingsOfRecords.map(\.target)
    guard targets.contains(target) else {
      throw .refusal(
        "the spec has no target '\(target)'\(NearestName.suggestion(for: target, among: targets))"
      )
    }
    rest = Substring(rest.utf8.dropFirst(target.utf8.count)).withoutSpaces
    var values: [(name: String, text: String)] = []
    let names = graph.memberNames(of: target)
    while !rest.isEmpty {
      guard let sign = rest.utf8.firstIndex(of: .ascii("=")) else {
        throw .refusal("--record takes 'Target name=value', not '\(text)'")
      }
      let name = String(rest[..<sign])
      guard names.contains(name) else {
        let suggestion = NearestName.suggestion(for: name, among: names.sorted())
        throw .refusal("'\(target)' has no attribute '\(name)'\(suggestion)")
      }
      rest = rest[rest.utf8.index(after: sign)...]
      guard let (value, end) = Self.value(rest) else {
        throw .refusal("the text of '\(name)' has no closing quote in '\(text)'")
      }
      values.append((name, value))
      rest = end.withoutSpaces
    }
    selection = .record(target: target, values: values)
  }

  /// Throws a diagnostic if no record has cells with the requested name.
  package func check(in mapping: Mapping) throws(DiagnosticsError) {
    guard let attribute else { return }
    let graph = mapping.graph
    var names: Set<String> = []
    var relationships: Set<String> = []
    for case .object(let mapping) in graph.mappings {
      if case .record(let target, _) = selection, mapping.target != target { continue }
      names.formUnion(graph.memberNames(of: mapping.target))
      relationships.formUnion(mapping.relationships.map(\.destination.text))
    }
    if relationships.contains(attribute) {
      throw .refusal(
        "'\(attribute)' is a relationship: the cells are those of its records",
        help: ["--record selects them by their target"]
      )
    }
    if names.contains(attribute) { return }
    let suggestion = NearestName.suggestion(for: attribute, among: names.sorted())
    throw .refusal("the spec has no attribute '\(attribute)'\(suggestion)")
  }

  /// Reads a value at the beginning of a text: a JSON string, or everything up to a space.
  ///
  /// Also returns what follows it.
  private static func value(_ text: Substring) -> (String, Substring)? {
    guard text.utf8.first == .quote else {
      let value = text.word
      return (value, Substring(text.utf8.dropFirst(value.utf8.count)))
    }
    let bytes = Array(text.utf8)
    var end = 1
    while end < bytes.count && bytes[end] != .quote { end += bytes[end] == .backslash ? 2 : 1 }
    guard end < bytes.count, let value = SpecScanner.plainText(ofString: Array(bytes[...end]))
    else { return nil }
    return (value, Substring(decoding: bytes[(end + 1)...], as: UTF8.self))
  }
}

extension Substring {
  fileprivate var withoutSpaces: Substring { Substring(utf8.drop { $0 == .space }) }

  /// The text up to the first space.
  fileprivate var word: String { String(Substring(utf8.prefix { $0 != .space })) }
}

extension Value {
  /// Creates a value from JSON text.
  init(jsonText text: String) { self.init(jsonText: Array(text.utf8)) }

  /// The text of a scalar for people: a string is without quotes.
  var keyText: String {
    if case .string(let text) = self { text } else { jsonText }
  }
}
