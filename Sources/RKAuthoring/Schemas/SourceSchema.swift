internal import RKEngine
package import RKMapping

/// The JSON Schema of the documents that a mapping accepts.
///
/// It refuses only what `rkmap check --strict` reports; what a schema cannot express is allowed.
package struct SourceSchema {
  private let graph: MappingGraph
  private var schema = DataSchema()

  /// The schema of what a mapper reads.
  package static func text(of mapper: Mapper) -> String {
    var maker = SourceSchema(graph: mapper.mapping.graph)
    var alternatives: [JSONTree] = []
    for descriptor in mapper.compiled.descriptors {
      let document = maker.document(of: descriptor)
      if !alternatives.contains(document) { alternatives.append(document) }
    }
    if alternatives.isEmpty { alternatives.append(DataSchema.anything) }
    return maker.schema.text(title: maker.graph.name, alternatives)
  }

  /// The representations of a descriptor, inside the objects of its key path.
  private mutating func document(of descriptor: ResponseDescriptor) -> JSONTree {
    let representations = representations(of: descriptor.mapping, descriptor.cardinality)
    let keys = descriptor.keyPath.leadingKeys
    // After anything else than keys, nothing is known about the value.
    var tree =
      keys.count == descriptor.keyPath.components.count ? representations : DataSchema.anything
    for key in keys.reversed() {
      let properties = JSONTree.Member(
        name: "properties",
        value: .object([JSONTree.Member(name: name(of: key), value: tree)])
      )
      tree = .object(descriptor.isOptional ? [properties] : [Self.container, properties])
    }
    return tree
  }

  private static let container = JSONTree.Member(
    name: "type",
    value: .texts(["object", "array"])
  )

  /// The spelling of a key in documents.
  private func name(of key: String) -> String { graph.keyNaming.written(key) ?? key }

  // MARK: - Representations

  private mutating func representations(of mapping: MappingID, _ cardinality: Cardinality)
    -> JSONTree
  {
    let one = representation(of: mapping)
    if one == DataSchema.anything { return one }
    if graph[mapping].forcesCollection {
      let record = DataSchema.any(of: [one, DataSchema.null])
      let collection = JSONTree.object([
        "type": .text("object"), "additionalProperties": record,
      ])
      return .object([
        "anyOf": .list([collection, DataSchema.list(of: .anything), DataSchema.null])
      ])
    }
    let list = DataSchema.list(of: .object(["anyOf": .list([one, DataSchema.null])]))
    let alternatives = cardinality == .one ? [one] : [one, list]
    return .object(["anyOf": .list(alternatives + [DataSchema.null])])
  }

  /// The schema of one representation; accepts anything if some are declined or are under keys of their own.
  private mutating func representation(of mapping: MappingID) -> JSONTree {
    var alternatives: [JSONTree] = []
    for (choice, chooser) in graph.choices(of: mapping) {
      if let chooser, case .dynamic(let dynamic) = graph[chooser], dynamic.nesting != nil {
        return DataSchema.anything
      }
      guard case .object(let object) = graph[choice], object.when == nil,
        object.nestingAttribute == nil || graph[mapping].forcesCollection
      else { return DataSchema.anything }
      alternatives.append(reference(to: choice, object))
    }
    if case .dynamic(let dynamic) = graph[mapping] {
      // What no matcher matches is declined, unless that is an error.
      let isClosed = dynamic.unmatched == .error && dynamic.otherwise == nil
      if !isClosed && dynamic.otherwise == nil { return DataSchema.anything }
    }
    return DataSchema.any(of: alternatives)
  }

  private mutating func reference(to id: MappingID, _ mapping: ObjectMapping) -> JSONTree {
    var maker = self
    return schema.reference(mapping.id) { schema in
      maker.schema = schema
      let tree = maker.object(id, mapping)
      schema = maker.schema
      return tree
    }
  }

  private mutating func object(_ id: MappingID, _ mapping: ObjectMapping) -> JSONTree {
    var members = MemberTree()
    var required: [String] = []
    let require = { (name: String) in if !required.contains(name) { required.append(name) } }
    for attribute in mapping.attributes {
      for (number, source) in attribute.sources.enumerated() where !source.climbs {
        // Only the first source is always read.
        let value = number == 0 ? value(of: attribute) : DataSchema.anything
        members.add(keys(of: source), isOpen(source) ? DataSchema.anything : value)
      }
      if attribute.isRequired, attribute.defaultValue == nil, attribute.sources.count == 1,
        let key = attribute.sources[0].onlyKey
      {
        require(name(of: key))
      }
    }
    for relationship in mapping.relationships where !relationship.source.climbs {
      let related = representations(of: relationship.mapping, relationship.cardinality)
      let isOpen = isOpen(relationship.source)
      members.add(keys(of: relationship.source), isOpen ? DataSchema.anything : related)
      if relationship.isRequired, let key = relationship.source.onlyKey { require(name(of: key)) }
    }
    var object: [JSONTree.Member] = []
    if mapping.scalarAttribute == nil && !mapping.readsItself && !mapping.readsArrays {
      object.append(.init(name: "type", value: .text("object")))
    }
    let closed = graph.keyNaming == KeyNaming() ? graph.closedKeys(of: id) : nil
    object.append(.init(name: "properties", value: .object(members.properties(closed))))
    if graph.keyNaming.ignoresCase { required = [] }
    if !required.isEmpty { object.append(.init(name: "required", value: .texts(required))) }
    if closed != nil { object.append(.init(name: "additionalProperties", value: .nothing)) }
    return .object(object)
  }

  private func keys(of source: SourceKeyPath) -> [String] { source.leadingKeys.map(name) }

  /// Whether the path goes on after its leading keys, so that nothing is known about the value there.
  private func isOpen(_ source: SourceKeyPath) -> Bool {
    source.leadingKeyCount < source.components.count
  }

  /// Kinds of values are excluded only where the spec makes a failed conversion an error.
  private func value(of attribute: AttributeMapping) -> JSONTree {
    guard attribute.policies.onError == .fail, attribute.transforms.isEmpty else {
      return DataSchema.anything
    }
    if let map = attribute.valueMap { return value(of: graph.valueMaps[map.index], attribute) }
    return attribute.type.map { value(of: $0) } ?? DataSchema.anything
  }

  /// The kinds of values that can be converted; strings always can be, as a blank text is null for all types.
  private func value(of type: AttributeType) -> JSONTree {
    switch type {
    case .plain(.any): DataSchema.anything
    case .plain(.object): Self.kinds(["object", "string", "null"])
    case .plain, .date, .decimal: Self.kinds(["string", "number", "boolean", "null"])
    case .list(let element), .set(let element), .orderedSet(let element): list(of: element)
    }
  }

  /// An array, or a single element, which becomes a list of one.
  private func list(of type: AttributeType) -> JSONTree {
    let element = value(of: type)
    if element == DataSchema.anything { return element }
    return .object(["anyOf": .list([DataSchema.list(of: element), element])])
  }

  private static func kinds(_ kinds: [String]) -> JSONTree { .object(["type": .texts(kinds)]) }

  /// The texts that a value map has entries for.
  ///
  /// Numbers and booleans with such a text are looked up as well.
  private func value(of map: ValueMapping, _ attribute: AttributeMapping) -> JSONTree {
    if map.otherwise != nil { return DataSchema.anything }
    var texts: [String] = []
    for entry in map.entries where !texts.contains(entry.text) { texts.append(entry.text) }
    let scalars = texts.filter { text in
      text == "true" || text == "false" || SpecScanner.isNumber(text)
    }
    var values = texts.map { JSONTree.text($0) } + scalars.map { .literal($0) }
    if attribute.emptyIsNull && !texts.contains("") { values.append(.text("")) }
    values.append(.literal("null"))
    return .object(["enum": .list(values)])
  }
}

/// Lists on the path to a member are entered.
extension MemberTree {
  /// The members; where others are not allowed, also the allowed keys without a schema.
  fileprivate func properties(_ closed: ClosedKeys?) -> [JSONTree.Member] {
    let others = closed?.names.filter { values[$0] == nil && inner[$0] == nil } ?? []
    let members = names.map { name in
      let values = values[name] ?? []
      let nested = inner[name].map { $0.object(closed?.inner[name]) }
      // A value that several rules read must match the schema of each.
      let all = values.filter { $0 != DataSchema.anything } + (nested.map { [$0] } ?? [])
      let schema = all.count > 1 ? JSONTree.object(["allOf": .list(all)]) : all.first
      return JSONTree.Member(name: name, value: schema ?? DataSchema.anything)
    }
    return members + others.map { JSONTree.Member(name: $0, value: DataSchema.anything) }
  }

  private func object(_ closed: ClosedKeys?) -> JSONTree {
    var members = [JSONTree.Member(name: "properties", value: .object(properties(closed)))]
    if closed != nil { members.append(.init(name: "additionalProperties", value: .nothing)) }
    return .object(members + [JSONTree.Member(name: "items", value: .object(members))])
  }
}
