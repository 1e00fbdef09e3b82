package import RKMapping

/// Makes a JSON Schema from the kinds of objects that the spec reader knows.
///
/// Uses draft 7, the one that editors fully support for completion and validation.
package struct SchemaExporter {
  private var definitions: [JSONTree.Member] = []
  private var names: Set<String> = []

  /// The schema of files whose outermost object is of the given kind.
  package static func text(
    of kind: SpecObjectKind,
    id: String,
    title: String,
    description: String
  ) -> String {
    var exporter = SchemaExporter()
    let head: [JSONTree.Member] = [
      .init(name: "$schema", value: .text("http://json-schema.org/draft-07/schema#")),
      .init(name: "$id", value: .text(id)),
      .init(name: "title", value: .text(title)),
      .init(name: "description", value: .text(description)),
    ]
    let root = exporter.members(of: kind, isRoot: true)
    let definitions = exporter.definitions.sorted { $0.name < $1.name }
    let tail = JSONTree.Member(name: "definitions", value: .object(definitions))
    return JSONTree.object(head + root + [tail]).document
  }

  /// A reference to a schema that is written only once.
  private mutating func define(
    _ name: String,
    _ make: (inout SchemaExporter) -> JSONTree
  ) -> JSONSchema {
    if names.insert(name).inserted {
      let tree = make(&self)
      definitions.append(JSONTree.Member(name: name, value: tree))
    }
    return .reference(name)
  }

  // MARK: - Objects

  private mutating func reference(to kind: SpecObjectKind) -> JSONSchema {
    define(kind.definition) { exporter in
      let title = JSONTree.Member(name: "title", value: .text(kind.name))
      return .object([title] + exporter.members(of: kind, isRoot: false))
    }
  }

  private mutating func members(of kind: SpecObjectKind, isRoot: Bool) -> [JSONTree.Member] {
    var properties: [JSONTree.Member] = []
    if isRoot {
      let words = "The JSON Schema of this file, for editors only."
      properties.append(
        .init(name: "$schema", value: .object(["description": .text(words)]))
      )
    }
    let description = kind.description
    for member in description.members {
      for name in member.key.spellings {
        properties.append(.init(name: name, value: property(member, named: name)))
      }
    }
    let object: KeyValuePairs<String, JSONTree> = [
      "type": .text("object"),
      "properties": .object(properties),
      "patternProperties": .object(["^(\\$|x-)": .anything]),
      "additionalProperties": .nothing,
    ]
    return object.map { .init(name: $0.key, value: $0.value) }
      + SchemaConditions(description).keywords
  }

  private mutating func property(_ member: SpecObjectKind.Member, named name: String) -> JSONTree {
    let schema = schema(of: member.form)
    var summary = member.summary
    if name != member.key.rawValue { summary += " The same as '\(member.key.rawValue)'." }
    var words = [JSONTree.Member(name: "description", value: .text(summary))]
    if let initial = member.initial {
      words.append(.init(name: "default", value: .literal(initial)))
    }
    let examples = member.form.examples
    if !examples.isEmpty { words.append(.init(name: "examples", value: .texts(examples))) }
    return schema.described(words)
  }

  // MARK: - Values

  private mutating func schema(of form: SpecForm) -> JSONSchema {
    switch form {
    case .constant: return JSONSchema()
    case .scalar:
      var schema = JSONSchema()
      schema.types = ["string", "number", "boolean", "null"]
      return schema
    case .text(let vocabulary): return schema(of: vocabulary)
    case .anyText: return JSONSchema("string")
    case .expression: return schema(of: .text)
    case .word(let words):
      let null: [JSONTree] = words.contains("null") ? [.literal("null")] : []
      return JSONSchema(keywords: ["enum": .list(words.map { .text($0) } + null)])
    case .flag: return define("flag") { _ in Self.flag }
    case .integer(let range):
      if range.lowerBound == range.upperBound {
        return JSONSchema(keywords: ["const": .literal("\(range.lowerBound)")])
      }
      var schema = JSONSchema("integer", keywords: ["minimum": .literal("\(range.lowerBound)")])
      if range.upperBound != .max {
        schema.keywords.append(.init(name: "maximum", value: .literal("\(range.upperBound)")))
      }
      return schema
    case .object(let kind): return reference(to: kind())
    case .list(let form, let least):
      var list = JSONSchema("array", keywords: ["items": schema(of: form).tree])
      if least > 0 { list.keywords.append(.init(name: "minItems", value: .literal("\(least)"))) }
      return list
    case .names(let form, let least): return names(form, least)
    case .either(let forms): return .any(of: forms.map { schema(of: $0) })
    case .optional(let form): return schema(of: form).orNothing
    case .nullable(let form): return .any(of: [schema(of: form), JSONSchema("null")])
    case .attributes: return attributes()
    }
  }

  private mutating func schema(of vocabulary: SpecVocabulary) -> JSONSchema {
    guard let name = vocabulary.name else { return Self.schema(of: vocabulary) }
    return define(name) { _ in Self.schema(of: vocabulary).tree }
  }

  private static func schema(of vocabulary: SpecVocabulary) -> JSONSchema {
    let words = JSONSchema(keywords: ["enum": .texts(vocabulary.words)])
    if vocabulary.isClosed { return words }
    let other =
      vocabulary.pattern.map { JSONSchema("string", keywords: ["pattern": .text($0)]) }
      ?? JSONSchema("string", keywords: ["minLength": .literal("1")])
    return vocabulary.words.isEmpty ? other : .any(of: [words, other])
  }

  private mutating func names(_ form: SpecForm, _ least: Int) -> JSONSchema {
    var schema = JSONSchema(
      "object",
      keywords: [
        "properties": .object([Self.comment]),
        "additionalProperties": self.schema(of: form).tree,
      ]
    )
    if least > 0 {
      schema.keywords.append(.init(name: "minProperties", value: .literal("\(least)")))
    }
    return schema
  }

  /// Comments are allowed among names that users choose.
  private static let comment = JSONTree.Member(
    name: SpecMember.commentName,
    value: .anything
  )

  private static let flag = JSONTree.object([
    "title": .text("a boolean"),
    "anyOf": .list([
      .object(["type": .text("boolean")]),
      .object(["enum": .list([.text("YES"), .text("NO"), .literal("1"), .literal("0")])]),
      .object([
        "type": .text("string"),
        "pattern": .text(
          "^([Yy][Ee][Ss]|[Nn][Oo]|[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])$"
        ),
      ]),
    ]),
  ])

  // MARK: - Attributes

  /// The forms of attributes: `{"source": "destination"}`, a name, or a list of such objects, names, full forms
  /// and lists.
  private mutating func attributes() -> JSONSchema {
    let destination = destination()
    let item = attributeItem(destination)
    return JSONSchema(
      "object",
      "array",
      "string",
      "null",
      keywords: [
        "properties": .object([Self.comment]),
        "additionalProperties": destination.tree,
        "items": item.tree,
      ]
    )
  }

  /// The schema of the value beside a source.
  private mutating func destination() -> JSONSchema {
    define("destination") { exporter in
      let full = exporter.reference(to: .sourcedAttribute)
      let name = exporter.schema(of: SpecForm.text)
      return JSONSchema.any(of: [name, full])
        .described([.init(name: "title", value: .text("a name, or an attribute in full"))])
    }
  }

  /// An item of a list of attributes; an object with a `source` or `destination` member is a full form.
  private mutating func attributeItem(_ destination: JSONSchema) -> JSONSchema {
    define("attributeItem") { exporter in
      let full = exporter.reference(to: .attribute)
      let marks: [SpecKey] = ["from", "to"]
      // An editor offers these properties before it can know that the object is a full form.
      let offered = SpecObjectKind.attribute.description.members.filter { marks.contains($0.key) }
        .map {
          JSONTree.Member(
            name: $0.key.rawValue,
            value: .object(["description": .text($0.summary)])
          )
        }
      return .object([
        "title": .text("a name, an attribute, sources with their destinations, or a list of those"),
        "if": .object([
          "type": .text("object"),
          "anyOf": .list(marks.map { .object(["required": .texts([$0.rawValue])]) }),
        ]),
        "then": full.tree,
        "else": .object([
          "type": .texts(["string", "object", "array"]),
          "minLength": .literal("1"),
          "properties": .object(offered + [Self.comment]),
          "additionalProperties": destination.tree,
          "items": JSONSchema.reference("attributeItem").tree,
        ]),
      ])
    }
  }
}

extension SpecForm {
  /// Examples of what is allowed, for people.
  fileprivate var examples: [String] {
    switch self {
    case .text(let vocabulary): vocabulary.examples
    case .expression(let example): [example]
    case .optional(let form), .nullable(let form), .list(let form, _): form.examples
    case .either(let forms): forms.lazy.map(\.examples).first { !$0.isEmpty } ?? []
    default: []
    }
  }
}
