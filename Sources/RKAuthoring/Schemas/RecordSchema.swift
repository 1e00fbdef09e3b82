internal import RKEngine
package import RKMapping

/// The JSON Schema of the records that a mapping writes: as a list, as a line, or as a single record.
package struct RecordSchema {
  private let graph: MappingGraph
  /// The reachable mappers of each target.
  private var mappers: [String: [ObjectMapping]] = [:]
  /// The attributes that dynamic mappers add to records of the mappers they choose.
  private var nestings: [String: [AttributeMapping]] = [:]
  private var schema = DataSchema()

  /// The schema of what a mapper writes.
  package static func text(of mapper: Mapper) -> String {
    var maker = RecordSchema(mapper.mapping.graph)
    return maker.text(mapper.compiled.descriptors)
  }

  private init(_ graph: MappingGraph) { self.graph = graph }

  private mutating func text(_ descriptors: [ResponseDescriptor]) -> String {
    var found: Set<Int> = []
    for descriptor in descriptors { collect(descriptor.mapping, &found) }
    var targets: [String] = []
    for descriptor in descriptors {
      for target in self.targets(of: descriptor.mapping) where !targets.contains(target) {
        targets.append(target)
      }
    }
    let roots = targets.map { reference($0) }
    let list = DataSchema.list(of: roots.isEmpty ? .nothing : .object(["anyOf": .list(roots)]))
    var alternatives = roots + [list]
    var keyPaths: [String] = []
    for descriptor in descriptors where !keyPaths.contains(descriptor.keyPath.text) {
      keyPaths.append(descriptor.keyPath.text)
    }
    if keyPaths.count > 1 {
      let parts = keyPaths.map { keyPath in
        JSONTree.Member(
          name: keyPath,
          value: .object(["anyOf": .list(roots + [list, DataSchema.null])])
        )
      }
      alternatives.append(Self.object(parts, required: []))
    }
    return schema.text(title: graph.name, alternatives)
  }

  private mutating func collect(_ mapping: MappingID, _ found: inout Set<Int>) {
    for (choice, chooser) in graph.choices(of: mapping) {
      guard case .object(let mapping) = graph[choice] else { continue }
      if let chooser, case .dynamic(let dynamic) = graph[chooser],
        let nesting = dynamic.typedNesting[choice] ?? dynamic.nesting
      {
        nestings[mapping.target, default: []].append(nesting)
      }
      guard found.insert(choice.index).inserted else { continue }
      mappers[mapping.target, default: []].append(mapping)
      for relationship in mapping.relationships { collect(relationship.mapping, &found) }
    }
  }

  private func targets(of mapping: MappingID) -> [String] {
    var targets: [String] = []
    for (choice, _) in graph.choices(of: mapping) {
      guard case .object(let mapping) = graph[choice], !targets.contains(mapping.target) else {
        continue
      }
      targets.append(mapping.target)
    }
    return targets
  }

  // MARK: - Records

  private mutating func reference(_ target: String) -> JSONTree {
    let mappers = mappers[target] ?? []
    var maker = self
    let reference = schema.reference(target) { schema in
      maker.schema = schema
      let record = maker.record(mappers, maker.nestings[target] ?? [])
      schema = maker.schema
      return record
    }
    return reference
  }

  /// The schema of what any of these mappers makes.
  private mutating func record(
    _ mappers: [ObjectMapping],
    _ nestings: [AttributeMapping]
  ) -> JSONTree {
    var members = MemberTree()
    for nesting in nestings { members.add(nesting.destination.keys, value(of: nesting)) }
    var required: Set<[String]>?
    for mapper in mappers {
      var own: Set<[String]> = []
      /// A member that is always written also requires the objects that contain it.
      func require(_ keys: [String]) {
        for count in 1...keys.count { own.insert(Array(keys[..<count])) }
      }
      for attribute in mapper.attributes where !attribute.isHidden {
        members.add(attribute.destination.keys, value(of: attribute))
        if isAlwaysWritten(attribute, by: mapper) { require(attribute.destination.keys) }
      }
      for relationship in mapper.relationships {
        let targets = targets(of: relationship.mapping)
        let isKeyed = graph[relationship.mapping].forcesCollection
        let related = related(
          targets,
          isKeyed ? .many : relationship.cardinality,
          isNullable: !relationship.isRequired
        )
        members.add(relationship.destination.keys, related)
        if relationship.isRequired { require(relationship.destination.keys) }
      }
      for connection in mapper.connections {
        members.add(
          connection.destination.keys,
          related([connection.target], connection.cardinality, isNullable: true)
        )
      }
      required = required.map { $0.intersection(own) } ?? own
    }
    return members.object(always: required ?? [])
  }

  private func isAlwaysWritten(_ attribute: AttributeMapping, by mapper: ObjectMapping) -> Bool {
    if attribute.isRequired { return true }
    // Nothing else is made from a scalar representation.
    if mapper.scalarAttribute != nil || attribute.destination.keys.count > 1 { return false }
    if attribute.validations.contains(where: { $0.outcome == .reject }) { return false }
    if attribute.constant != nil { return true }
    return attribute.isNeverMissing
  }

  /// The schema of a relationship's member; records that can be named by their keys may be the key alone.
  private mutating func related(
    _ targets: [String],
    _ cardinality: Cardinality,
    isNullable: Bool
  ) -> JSONTree {
    let records = targets.flatMap { [reference($0)] + keyAlone($0) }
    let null = isNullable ? [DataSchema.null] : []
    let list = JSONTree.object([
      "type": isNullable ? .texts(["array", "null"]) : .text("array"),
      "items": .object(["anyOf": .list(records + [DataSchema.null])]),
    ])
    switch cardinality {
    case .one: return .object(["anyOf": .list(records + null)])
    case .many: return list
    case .automatic: return .object(["anyOf": .list(records + [list])])
    }
  }

  /// The object with only a record's key, unless the record's own schema accepts that.
  private func keyAlone(_ target: String) -> [JSONTree] {
    let mappers = mappers[target] ?? []
    guard let mapper = mappers.first, !mapper.identification.isEmpty,
      mapper.attributes.contains(where: { attribute in
        isAlwaysWritten(attribute, by: mapper)
          && !mapper.identification.contains(attribute.destination.text)
      })
    else { return [] }
    let members = mapper.identification.map {
      JSONTree.Member(name: $0, value: DataSchema.anything)
    }
    return [Self.object(members, required: mapper.identification)]
  }

  fileprivate static func object(_ properties: [JSONTree.Member], required: [String]) -> JSONTree {
    .object([
      "type": .text("object"), "properties": .object(properties), "required": .texts(required),
      "additionalProperties": .nothing,
    ])
  }

  // MARK: - Values

  private func value(of attribute: AttributeMapping) -> JSONTree {
    if let constant = attribute.constant { return value(of: constant, attribute) }
    let isNullable = !attribute.isRequired
    if attribute.template != nil {
      return attribute.type.map { Self.value(of: $0, isNullable) }
        ?? Self.typed("string", isNullable)
    }
    return attribute.type.map { Self.value(of: $0, isNullable) } ?? DataSchema.anything
  }

  /// The schema of a constant, or of the values that its validations may turn it into.
  private func value(of constant: ConstantValue, _ attribute: AttributeMapping) -> JSONTree {
    var texts = [constant.text]
    for validation in attribute.validations {
      let text = validation.outcome == .null ? "null" : validation.value?.text
      guard let text, !texts.contains(text), text != "null" || !attribute.isRequired else {
        continue
      }
      texts.append(text)
    }
    return texts.count == 1
      ? .object(["const": .literal(texts[0])])
      : .object(["enum": .list(texts.map { .literal($0) })])
  }

  private static func value(of type: AttributeType, _ isNullable: Bool) -> JSONTree {
    switch type {
    case .plain(let type): return value(of: type, isNullable)
    case .decimal: return value(of: .decimal, isNullable)
    case .date(let rules) where rules.kind != .date: return value(of: rules.kind, isNullable)
    case .date(let rules):
      switch rules.output.form {
      case .iso8601: return typed("string", isNullable, ["format": .text("date-time")])
      case .epoch, .epochMilliseconds: return typed("number", isNullable)
      case .rfc1123, .dotNet, .steps: return typed("string", isNullable)
      }
    case .list(let element):
      return typed("array", isNullable, ["items": value(of: element, true)])
    case .set(let element), .orderedSet(let element):
      return typed(
        "array",
        isNullable,
        ["items": value(of: element, true), "uniqueItems": .anything]
      )
    }
  }

  private static func value(of type: PlainType, _ isNullable: Bool) -> JSONTree {
    switch type.column.kind {
    case .text:
      typed("string", isNullable, type.format.map { ["format": .text($0)] } ?? [:])
    case .uuid: typed("string", isNullable, ["format": .text("uuid")])
    case .instant: typed("string", isNullable, ["format": .text("date-time")])
    case .day: typed("string", isNullable, ["format": .text("date")])
    case .local:
      typed(
        "string",
        isNullable,
        ["pattern": .text("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?$")]
      )
    case .bytes: typed("string", isNullable, ["contentEncoding": .text("base64")])
    case .decimal:
      typed("string", isNullable, ["pattern": .text("^-?[0-9]+(\\.[0-9]+)?$")])
    case .integer, .number, .boolean, .object: typed(type.column.kind.rawValue, isNullable)
    case .list, .anything: DataSchema.anything
    }
  }

  private static func typed(
    _ type: String,
    _ isNullable: Bool,
    _ keywords: KeyValuePairs<String, JSONTree> = [:]
  ) -> JSONTree {
    let member = JSONTree.Member(
      name: "type",
      value: isNullable ? .texts([type, "null"]) : .text(type)
    )
    return .object([member] + keywords.map { JSONTree.Member(name: $0.key, value: $0.value) })
  }
}

extension MemberTree {
  /// The object with the members at a path; the members at the paths in `always` are required.
  fileprivate func object(always: Set<[String]>, at path: [String] = []) -> JSONTree {
    let properties = names.map { name in
      var schemas = values[name] ?? []
      if let inner = inner[name] {
        schemas.append(inner.object(always: always, at: path + [name]))
      }
      return JSONTree.Member(name: name, value: DataSchema.any(of: schemas))
    }
    return RecordSchema.object(properties, required: names.filter { always.contains(path + [$0]) })
  }
}
