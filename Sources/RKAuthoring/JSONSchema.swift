/// A schema in JSON Schema, draft 7.
struct JSONSchema: Sendable {
  /// The kinds of values that it accepts; empty for all.
  var types: [String] = []
  /// The other keywords, in the order of writing.
  var keywords: [JSONTree.Member] = []

  init(_ types: String..., keywords: KeyValuePairs<String, JSONTree> = [:]) {
    self.types = types
    self.keywords = keywords.map { JSONTree.Member(name: $0.key, value: $0.value) }
  }

  static func reference(_ definition: String) -> JSONSchema {
    JSONSchema(keywords: ["$ref": .text("#/definitions/\(definition)")])
  }

  /// Accepts null and "".
  static let nothing = JSONSchema("null", "string", keywords: ["maxLength": .literal("0")])

  var tree: JSONTree {
    if types.isEmpty && keywords.isEmpty { return .anything }
    return .object(typeMember + keywords)
  }

  private var typeMember: [JSONTree.Member] {
    switch types.count {
    case 0: []
    case 1: [JSONTree.Member(name: "type", value: .text(types[0]))]
    default: [JSONTree.Member(name: "type", value: .texts(types))]
    }
  }

  /// The schema with descriptions for people; beside a reference validators would ignore them.
  func described(_ words: [JSONTree.Member]) -> JSONTree {
    if keywords.first?.name == "$ref" {
      return .object(words + [JSONTree.Member(name: "allOf", value: .list([tree]))])
    }
    return .object(words + typeMember + keywords)
  }

  // MARK: - Several at once

  /// The keywords that apply to only one kind of value.
  private static let kindOfKeyword = [
    "minLength": "string", "maxLength": "string", "pattern": "string", "items": "array",
    "minItems": "array", "properties": "object", "additionalProperties": "object",
    "minProperties": "object", "minimum": "number", "maximum": "number",
  ]

  /// Accepts what any of several schemas accepts.
  ///
  /// Schemas of different kinds of values are merged, because editors explain that better than alternatives.
  static func any(of schemas: [JSONSchema]) -> JSONSchema {
    var merged: [JSONSchema] = []
    for schema in schemas {
      if let place = merged.firstIndex(where: { $0.isApart(from: schema) }) {
        merged[place].types += schema.types
        merged[place].keywords += schema.keywords
      } else {
        merged.append(schema)
      }
    }
    if merged.count == 1 { return merged[0] }
    return JSONSchema(keywords: ["anyOf": .list(merged.flatMap(\.alternatives))])
  }

  /// The alternatives, each of which is accepted.
  private var alternatives: [JSONTree] {
    if types.isEmpty, keywords.count == 1, keywords[0].name == "anyOf",
      case .list(let alternatives) = keywords[0].value
    {
      return alternatives
    }
    return [tree]
  }

  private func isApart(from other: JSONSchema) -> Bool {
    func isPlain(_ schema: JSONSchema) -> Bool {
      !schema.types.isEmpty && schema.keywords.allSatisfy { Self.kindOfKeyword[$0.name] != nil }
    }
    return isPlain(self) && isPlain(other) && Set(types).isDisjoint(with: other.types)
  }

  /// Accepts what this schema accepts, and also null and "".
  var orNothing: JSONSchema {
    let minimum = JSONTree.Member(name: "minLength", value: .literal("1"))
    guard keywords.contains(minimum), types.contains("string"),
      !keywords.contains(where: { $0.name == "pattern" })
    else { return .any(of: [self, .nothing]) }
    // A text schema that allows the empty text allows any text.
    var schema = self
    schema.types.append("null")
    schema.keywords.removeAll { $0 == minimum }
    return schema
  }
}
