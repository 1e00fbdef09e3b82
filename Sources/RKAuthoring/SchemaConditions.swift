internal import RKMapping

/// Conditions between the members of an object, as JSON Schema.
struct SchemaConditions {
  private var required: [String] = []
  /// For names of members, what must hold if they are present.
  private var dependencies: [(name: String, schema: Dependency)] = []
  private var others: [JSONTree] = []

  fileprivate struct Dependency {
    var required: [SpecKey] = []
    var requiredOne: [SpecKey] = []
    var refused: [String] = []
  }

  init(_ description: SpecObjectKind.Description) {
    for key in description.members.map(\.key) {
      if let alias = key.alias { update(alias) { $0.refused.append(key.rawValue) } }
    }
    for condition in description.conditions { add(condition) }
  }

  private mutating func update(_ name: String, _ change: (inout Dependency) -> Void) {
    if let place = dependencies.firstIndex(where: { $0.name == name }) {
      change(&dependencies[place].schema)
    } else {
      var dependency = Dependency()
      change(&dependency)
      dependencies.append((name, dependency))
    }
  }

  private mutating func add(_ condition: SpecObjectKind.Condition) {
    switch condition {
    case .needs(let key):
      if key.alias == nil {
        required.append(key.rawValue)
      } else {
        others.append(Self.isThere(key))
      }
    case .one(let keys):
      others.append(.object(["oneOf": .list(keys.map(Self.isThere))]))
    case .some(let keys): others.append(Self.isThere(anyOf: keys))
    case .atMostOne(let keys):
      for key in keys {
        let refused = keys.filter { $0 != key }.flatMap(\.spellings)
        for name in key.spellings { update(name) { $0.refused += refused } }
      }
    case .beside(let key, let companions):
      for name in key.spellings {
        update(name) {
          if companions.count == 1 {
            $0.required += companions
          } else {
            $0.requiredOne += companions
          }
        }
      }
    case .replaces(let key, let keys):
      others.append(
        .object([
          "if": Self.member(key, is: ["type": .text("array")]),
          "then": .object(["properties": Self.refusal(of: keys.flatMap(\.spellings))]),
        ])
      )
    case .belongs(let key, let to, let word):
      others.append(
        .object([
          "if": Self.member(to, is: ["const": .text(word)]),
          "then": Self.isThere(key),
          "else": .object(["properties": Self.refusal(of: key.spellings)]),
        ])
      )
    }
  }

  /// The keywords for the conditions.
  var keywords: [JSONTree.Member] {
    var keywords: [JSONTree.Member] = []
    if !required.isEmpty { keywords.append(.init(name: "required", value: .texts(required))) }
    if !dependencies.isEmpty {
      let members = dependencies.map { JSONTree.Member(name: $0.name, value: $0.schema.tree) }
      keywords.append(.init(name: "dependencies", value: .object(members)))
    }
    if !others.isEmpty { keywords.append(.init(name: "allOf", value: .list(others))) }
    return keywords
  }

  /// The condition that a member is present and matches a schema.
  private static func member(_ key: SpecKey, is schema: KeyValuePairs<String, JSONTree>) -> JSONTree
  {
    let property = JSONTree.Member(name: key.rawValue, value: .object(schema))
    return .object(["properties": .object([property]), "required": .texts([key.rawValue])])
  }

  /// The condition that a member is present, in one of its spellings.
  fileprivate static func isThere(_ key: SpecKey) -> JSONTree { isThere(anyOf: [key]) }

  fileprivate static func isThere(anyOf keys: [SpecKey]) -> JSONTree {
    let names = keys.flatMap(\.spellings)
    if names.count == 1 { return .object(["required": .texts(names)]) }
    return .object(["anyOf": .list(names.map { .object(["required": .texts([$0])]) })])
  }

  fileprivate static func refusal(of names: [String]) -> JSONTree {
    .object(names.map { JSONTree.Member(name: $0, value: .nothing) })
  }
}

extension SchemaConditions.Dependency {
  fileprivate var tree: JSONTree {
    var members: [JSONTree.Member] = []
    if !required.isEmpty {
      members.append(.init(name: "required", value: .texts(required.map(\.rawValue))))
    }
    if !requiredOne.isEmpty,
      case .object(let alternatives) = SchemaConditions.isThere(
        anyOf: requiredOne
      )
    {
      members += alternatives
    }
    if !refused.isEmpty {
      members.append(
        .init(name: "properties", value: SchemaConditions.refusal(of: refused))
      )
    }
    return .object(members)
  }
}
