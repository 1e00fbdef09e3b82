/// A JSON value, for the reference.
indirect enum Tree {
  case null
  case number(Int)
  case text(String)
  case array([Tree])
  case object([(key: String, value: Tree)])

  var json: String {
    switch self {
    case .null: "null"
    case .number(let number): "\(number)"
    case .text(let text): "\"\(text)\""
    case .array(let elements): "[" + elements.map(\.json).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\"\($0.key)\":\($0.value.json)" }.joined(separator: ",") + "}"
    }
  }
}

/// Key paths by the rules of docs/spec-format.md: slow, and over trees.
enum KeyPathReference {
  enum Component {
    case key(String)
    case index(Int)
    case all
    /// Keys with a prefix.
    case glob(String)
    case descendants(String)
    case collection(String)

    var text: String {
      switch self {
      case .key(let key): ".\(key)"
      case .index(let index): "[\(index)]"
      case .all: "[*]"
      case .glob(let start): ".\(start)*"
      case .descendants(let key): "..\(key)"
      case .collection(let name): ".@\(name)"
      }
    }
  }

  /// Where a path leads.
  enum Found {
    case missing
    /// A component was applied to a value without parts.
    case broken
    /// An operator cannot compute with its values.
    case uncomputed
    case value(Tree)
  }

  static func find(_ path: ArraySlice<Component>, in tree: Tree) -> Found {
    guard let number = path.firstIndex(where: { if case .collection = $0 { true } else { false } }),
      case .collection(let name) = path[number]
    else { return walk(path, from: tree) }
    guard case .value(let found) = walk(path[..<number], from: tree) else {
      return walk(path[..<number], from: tree)
    }
    let rest = path[(number + 1)...]
    switch (name, found) {
    case ("count", .array(let elements)): return find(rest, in: .number(elements.count))
    case ("count", .object(let members)): return find(rest, in: .number(members.count))
    case ("keys", .object(let members)):
      return find(rest, in: .array(members.map { .text($0.key) }))
    case ("keys", .array): return .missing
    case ("values", .object(let members)): return find(rest, in: .array(members.map(\.value)))
    case ("values", .array): return find(rest, in: found)
    case ("first", .array(let elements)):
      return elements.first.map { find(rest, in: $0) } ?? .missing
    case ("last", .array(let elements)):
      return elements.last.map { find(rest, in: $0) } ?? .missing
    case (_, .array(let elements)):
      let found = elements.map { find(rest, in: $0) }
      if found.contains(where: { if case .uncomputed = $0 { true } else { false } }) {
        return .uncomputed
      }
      return combine(name, found.compactMap(value))
    case (_, .object): return .missing
    default: return .broken
    }
  }

  private static func combine(_ name: String, _ values: [Tree]) -> Found {
    let items = values.flatMap { value in
      if case .array(let items) = value { items } else { [] as [Tree] }
    }
    switch name {
    case "unionOfObjects": return .value(.array(values))
    case "distinctUnionOfObjects": return .value(.array(distinct(values)))
    case "unionOfArrays": return .value(.array(items))
    case "distinctUnionOfArrays": return .value(.array(distinct(items)))
    default:
      return compute(name, values.filter { if case .null = $0 { false } else { true } })
    }
  }

  /// The result for numbers, or the least or greatest of texts.
  private static func compute(_ name: String, _ values: [Tree]) -> Found {
    let numbers = values.compactMap { if case .number(let number) = $0 { number } else { nil } }
    let texts = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
    if texts.count == values.count && !texts.isEmpty {
      let extreme = name == "min" ? texts.min() : name == "max" ? texts.max() : nil
      return extreme.map { .value(.text($0)) } ?? .uncomputed
    }
    guard numbers.count == values.count else { return .uncomputed }
    switch name {
    case "sum": return .value(.number(numbers.reduce(0, +)))
    case "min": return numbers.min().map { .value(.number($0)) } ?? .missing
    default: return numbers.max().map { .value(.number($0)) } ?? .missing
    }
  }

  private static func distinct(_ values: [Tree]) -> [Tree] {
    var seen: Set<String> = []
    return values.filter { seen.insert(sorted($0).json).inserted }
  }

  private static func sorted(_ tree: Tree) -> Tree {
    switch tree {
    case .array(let elements): .array(elements.map(sorted))
    case .object(let members):
      .object(members.map { ($0.key, sorted($0.value)) }.sorted { $0.0 < $1.0 })
    default: tree
    }
  }

  private static func value(_ found: Found) -> Tree? {
    if case .value(let tree) = found { tree } else { nil }
  }

  /// The part of a path before an operator.
  private static func walk(_ path: ArraySlice<Component>, from tree: Tree) -> Found {
    guard let step = path.first else { return .value(tree) }
    switch (step, tree) {
    case (.key(let key), .object(let members)):
      guard let member = members.first(where: { $0.key == key }) else { return .missing }
      return walk(path.dropFirst(), from: member.value)
    case (.key, .array(let elements)), (.glob, .array(let elements)):
      var list: [Tree] = []
      for element in elements {
        switch walk(path, from: element) {
        case .broken, .uncomputed: return .broken
        case .missing: list.append(.null)
        case .value(let value): list.append(value)
        }
      }
      return .value(.array(list))
    case (.index(let index), .array(let elements)):
      let place = index < 0 ? elements.count + index : index
      guard elements.indices.contains(place) else { return .missing }
      return walk(path.dropFirst(), from: elements[place])
    case (.index, .object): return .missing
    case (.all, .array), (.all, .object): return .value(.array(matches(path, from: tree)))
    case (.glob, .object), (.descendants, .array), (.descendants, .object):
      let found = matches(path, from: tree)
      return found.isEmpty ? .missing : .value(.array(found))
    default: return .broken
    }
  }

  /// All results of a path that leads to several values.
  private static func matches(_ path: ArraySlice<Component>, from tree: Tree) -> [Tree] {
    guard let step = path.first else { return [tree] }
    let rest = path.dropFirst()
    switch (step, tree) {
    case (.all, .array(let elements)): return elements.flatMap { matches(rest, from: $0) }
    case (.all, .object(let members)): return members.flatMap { matches(rest, from: $0.value) }
    case (.glob(let start), .object(let members)):
      return members.filter { $0.key.hasPrefix(start) }.flatMap { matches(rest, from: $0.value) }
    case (.descendants(let key), _): return below(tree, key).flatMap { matches(rest, from: $0) }
    case (.key(let key), .object(let members)):
      return members.filter { $0.key == key }.flatMap { matches(rest, from: $0.value) }
    case (.index, .array):
      guard case .value(let element) = walk([step], from: tree) else { return [] }
      return matches(rest, from: element)
    default: return value(walk(path, from: tree)).map { [$0] } ?? []
    }
  }

  private static func below(_ tree: Tree, _ key: String) -> [Tree] {
    switch tree {
    case .array(let elements): elements.flatMap { below($0, key) }
    case .object(let members):
      members.flatMap { ($0.key == key ? [$0.value] : []) + below($0.value, key) }
    default: []
    }
  }
}
