internal import RKDiagnostics
internal import RKEngine

/// Words what a run has recorded about values.
///
/// Finds the rules that the parts of its plan were made from.
struct CellExplainer: Sendable {
  let graph: MappingGraph
  let compiled: CompiledMapping
  let numbers: CoverageRules
  private let rules: [CoverageRule]
  private let ruleNumbers: [Int32: Int]
  let mapNames: [Int: String]
  private let others: [(rule: String, reason: String)]
  private let tables: TablePlaces?
  private let flat: TablePlaces?

  init(_ mapper: Mapper) {
    graph = mapper.mapping.graph
    compiled = mapper.compiled
    numbers = CoverageRules(compiled.plan)
    let list = CoverageRuleList(graph, compiled)
    rules = list.rules
    ruleNumbers = list.places
    var names: [Int: String] = [:]
    for (key, map) in compiled.valueMaps {
      if let name = graph.valueMaps[key.map.index].name { names[Int(map.index)] = name }
    }
    mapNames = names
    others = Self.others(mapper)
    tables = (try? mapper.records.tables(of: compiled)).map {
      TablePlaces($0, mapper.compiled.plan)
    }
    let (declared, _) = compiled.withDeclaredCardinalities()
    let flatTables = TableCompiler.compile(declared, graph, .flat(separator: ".", target: nil))
    flat = flatTables.isTooWide ? nil : TablePlaces(flatTables, declared.plan)
  }

  /// The descriptors that are not for the request, each with the reason.
  private static func others(_ mapper: Mapper) -> [(rule: String, reason: String)] {
    let taken = Set(mapper.compiled.descriptors.map(\.place))
    return mapper.mapping.graph.descriptors.enumerated().compactMap { number, descriptor in
      guard !taken.contains(descriptor.place) else { return nil }
      let match = DescriptorMatch(descriptor, mapper.options.context)
      guard case .mismatched(let reason) = match else { return nil }
      return ("descriptors[\(number)]", reason.rawValue)
    }
  }

  // MARK: - Names

  /// The rule with a number; nil if it is not counted.
  func rule(_ number: Int) -> CoverageRule? {
    ruleNumbers[Int32(truncatingIfNeeded: number)].map { rules[$0] }
  }

  func rule(of site: PlanSite) -> CoverageRule? { rule(numbers.site(site)) }

  private func mapping(of node: Int) -> ObjectMapping? { graph[compiled.mappings[node]].ofRecords }

  /// The name of the mapper of a record.
  func mapper(of record: TracedRecord) -> String {
    rule(of: compiled.plan.nodes[record.node].site)?.name ?? ""
  }

  func target(of node: Int) -> String { mapping(of: node)?.target ?? "" }

  /// The name of the rule of a node whose source is most similar to a key.
  func nearest(to key: String, of node: Int) -> String? {
    guard let mapping = mapping(of: node) else { return nil }
    var rules: [String: String] = [:]
    var sources: [String] = []
    for attribute in mapping.attributes {
      for path in attribute.sources where !path.text.isEmpty {
        if rules[path.text] == nil { sources.append(path.text) }
        rules[path.text] =
          rules[path.text] ?? "mappers.\(mapping.id).attributes.\(attribute.destination.text)"
      }
    }
    for relationship in mapping.relationships where rules[relationship.source.text] == nil {
      sources.append(relationship.source.text)
      rules[relationship.source.text] =
        "mappers.\(mapping.id).relationships.\(relationship.destination.text)"
    }
    return NearestName.of(key, among: sources).flatMap { rules[$0] }
  }

  // MARK: - Cells

  /// The cells of a root record and of all its related records, in order.
  func cells(of root: TracedRoot, in document: TracedDocument) -> [ExplainedCell] {
    let (rows, flatRows) = (tables?.rows(of: root.records), flat?.rows(of: root.records))
    return root.records.indices.flatMap { number in
      let record = root.records[number]
      guard let mapping = mapping(of: record.node) else { return [ExplainedCell]() }
      let way = way(to: number, of: root, in: document)
      let key = key(of: record)
      let identity = identity(of: record)
      let pointer = pointer(to: number, among: root.records)
      return ordered(record, mapping).map { cell, attribute in
        var explained = ExplainedCell(
          target: mapping.target,
          key: key,
          attribute: attribute.name,
          rule: rule(cell.rule)?.name ?? "",
          rulePlace: rule(cell.rule)?.location.text ?? ""
        )
        explained.value = cell.value
        explained.identity = identity
        explained.root = root.number
        explained.record = number
        explained.isHidden = attribute.isHidden
        explained.steps =
          way + steps(of: cell, attribute.declaration, mapping, in: document)
        explained.sources = Set(cell.tokens).sorted().compactMap { place(of: $0, in: document) }
        explained.recordPlace = place(of: record.token, in: document)
        if !attribute.isHidden {
          explained.pointer = pointer + attribute.keys.map(JSONPointer.part).joined()
          if let rows,
            let found = tables?.place(of: number, cell.column, among: root.records, rows)
          {
            (explained.table, explained.column) = found
          }
          // A related record with an identity is written to the stream of its own target.
          if let flatRows, record.parent == nil || key == "null" {
            let csv = flat?.place(of: number, cell.column, among: root.records, flatRows)?.column
            if csv != attribute.name { explained.csv = csv }
          }
        }
        return explained
      }
    }
  }

  /// An attribute or a connection of a mapping.
  private struct NamedCell {
    var name: String
    var keys: [String]
    var isHidden = false
    var declaration: AttributeMapping?
  }

  /// Returns the cells of a record in the order of the spec.
  private func ordered(_ record: TracedRecord, _ mapping: ObjectMapping) -> [(
    cell: TracedCell, attribute: NamedCell
  )] {
    var cells = record.cells
    var found: [(TracedCell, NamedCell)] = []
    func take(_ name: String, _ attribute: NamedCell) {
      guard let column = compiled.columns[record.node][name],
        let place = cells.firstIndex(where: { $0.column == column })
      else { return }
      found.append((cells.remove(at: place), attribute))
    }
    for attribute in mapping.attributes {
      let name = attribute.destination
      take(
        name.text,
        NamedCell(
          name: name.text,
          keys: name.keys,
          isHidden: attribute.isHidden,
          declaration: attribute
        )
      )
    }
    for (number, connection) in mapping.connections.enumerated() {
      let rules = compiled.plan.connections[compiled.plan.nodes[record.node].connections]
      guard rules.count > number else { continue }
      let column = Int(rules[rules.startIndex + number].column)
      guard let place = cells.firstIndex(where: { $0.column == column }) else { continue }
      let name = connection.destination
      found.append((cells.remove(at: place), NamedCell(name: name.text, keys: name.keys)))
    }
    // Attributes that come from a dynamic mapper or an owner.
    for (name, column) in zip(
      compiled.columns[record.node].keys,
      compiled.columns[record.node].values
    ) {
      guard let place = cells.firstIndex(where: { $0.column == column }) else { continue }
      let keys = (try? KeyPathParser.destination(name))?.keys ?? [name]
      found.append((cells.remove(at: place), NamedCell(name: name, keys: keys)))
    }
    return found
  }

  /// The values of a record's identity, with their columns; nil if it has no identity, or if a part
  /// of it is missing, null or only a default.
  private func parts(ofKeyOf record: TracedRecord) -> [(column: Int, text: String)]? {
    let shape = Int(compiled.plan.nodes[record.node].record.index)
    let columns = compiled.plan.identityColumns[compiled.plan.identities[shape].columns]
    if columns.isEmpty { return nil }
    var parts: [(column: Int, text: String)] = []
    for column in columns {
      guard let place = record.place(ofColumn: Int(column)), !record.cells[place].isFallback,
        let text = record.cells[place].value, text != "null"
      else { return nil }
      parts.append((Int(column), text))
    }
    return parts
  }

  /// A text that is equal for all representations of a record, by the rules for comparing
  /// identities; nil without an identity.
  func identity(of record: TracedRecord) -> [UInt8]? {
    guard let parts = parts(ofKeyOf: record) else { return nil }
    let shape = Int(compiled.plan.nodes[record.node].record.index)
    var identity = Array("\(compiled.plan.identities[shape].target) ".utf8)
    for part in parts { KeyText.append(json: part.text, to: &identity) }
    return identity
  }

  /// The identity of a record as a JSON object; null if it has none, or a part of it is missing.
  func key(of record: TracedRecord) -> String {
    guard let parts = parts(ofKeyOf: record) else { return "null" }
    let named = compiled.columns[record.node]
    var key = Value.object([])
    for (column, text) in parts {
      guard let name = zip(named.keys, named.values).first(where: { $0.1 == column })?.0
      else { return "null" }
      let keys = (try? KeyPathParser.destination(name))?.keys ?? [name]
      key = key.setting(keys[...], to: Value(jsonText: text))
    }
    return key.jsonText
  }

  private func pointer(to number: Int, among records: [TracedRecord]) -> String {
    guard let parent = records[number].parent, let relationship = records[number].relationship
    else { return "" }
    let site = compiled.sites[Int(compiled.plan.relationships[relationship].site.index)]
    var keys: [String] = []
    if case .relationship(let name) = site.part {
      keys = (try? KeyPathParser.destination(name))?.keys ?? [name]
    }
    let index = records[number].index.map { "/\($0)" } ?? ""
    return pointer(to: parent, among: records) + keys.map(JSONPointer.part).joined() + index
  }

  func place(of token: Int, in document: TracedDocument) -> ExplainedPlace? {
    document.places[token].map { found in
      var place = ExplainedPlace(found, document: document.number)
      place.isKey = document.keys.contains(token)
      return place
    }
  }

  // MARK: - The way

  private func way(
    to number: Int,
    of root: TracedRoot,
    in document: TracedDocument
  ) -> [ExplainedStep] {
    let record = root.records[number]
    var steps: [ExplainedStep] = []
    if let parent = record.parent {
      steps = way(to: parent, of: root, in: document)
      if let relationship = record.relationship {
        let rule = rule(of: compiled.plan.relationships[relationship].site)
        steps.append(step("relationship", rule, [pointer(of: record.token, in: document)]))
      }
    } else {
      steps.append(descriptorStep(root.descriptor, in: document))
    }
    for choice in record.choices { steps.append(matcherStep(choice)) }
    let own = rule(of: compiled.plan.nodes[record.node].site)
    steps.append(step("mapper", own, [pointer(of: record.token, in: document)]))
    return steps
  }

  func step(
    _ name: String,
    _ rule: CoverageRule?,
    _ members: [ExplainedMember]
  ) -> ExplainedStep {
    ExplainedStep(
      name: name,
      members: [.text("rule", rule?.name ?? "")] + members,
      rulePlace: rule?.location.text
    )
  }

  private func pointer(of token: Int, in document: TracedDocument) -> ExplainedMember {
    .text("pointer", document.places[token]?.pointer ?? "")
  }

  private func descriptorStep(_ number: Int, in document: TracedDocument) -> ExplainedStep {
    let token = document.descriptors.first { $0.number == number }?.token
    var unlike = others.map { [ExplainedMember.text("rule", $0.rule), .text("reason", $0.reason)] }
    for (other, token) in document.descriptors where token == nil && other != number {
      let name = rule(numbers.descriptor(other))?.name ?? ""
      unlike.append([.text("rule", name), .text("reason", "not found")])
    }
    return step(
      "descriptor",
      rule(numbers.descriptor(number)),
      [
        token.map { pointer(of: $0, in: document) } ?? .text("pointer", ""),
        .list("others", unlike),
      ]
    )
  }

  private func matcherStep(_ choice: TracedChoice) -> ExplainedStep {
    let others = choice.others.map { other -> [ExplainedMember] in
      let name = rule(numbers.matcher(other.matcher))?.name ?? ""
      var members: [ExplainedMember] = [.text("rule", name)]
      members.append(.text("reason", condition(other.matcher, of: choice.node)))
      if let got = other.got { members.append(.value("got", got)) }
      return members
    }
    let taken =
      choice.matcher.map { numbers.matcher($0) } ?? numbers.otherwise(ofNode: choice.node)
    guard let rule = rule(taken) else {
      return ExplainedStep(
        name: "matcher",
        members: [.value("rule", "null"), .list("others", others)]
      )
    }
    return step("matcher", rule, [.list("others", others)])
  }

  /// The condition of a matcher, as text.
  private func condition(_ matcher: Int, of node: Int) -> String {
    guard case .dynamic(let mapping) = graph[compiled.mappings[node]] else { return "" }
    let place = matcher - compiled.plan.nodes[node].matchers.indices.lowerBound
    guard mapping.matchers.indices.contains(place) else { return "" }
    return mapping.matchers[place].conditions.map(\.text).joined(separator: " or ")
  }
}

extension CellExplainer {
  /// The values of a record by name, and whether each is only a default.
  func values(of record: TracedRecord) -> [String: (text: String, isFallback: Bool)] {
    var values: [String: (text: String, isFallback: Bool)] = [:]
    let named = compiled.columns[record.node]
    for (name, column) in zip(named.keys, named.values) {
      guard let place = record.place(ofColumn: column), let text = record.cells[place].value
      else { continue }
      values[name] = (text, record.cells[place].isFallback)
    }
    return values
  }

  /// The names of a record's connections.
  func connections(of record: TracedRecord) -> [String] {
    mapping(of: record.node)?.connections.map(\.destination.text) ?? []
  }

  /// The text of a record's value, given its name.
  func text(of name: String, of record: TracedRecord) -> String? {
    guard let column = compiled.columns[record.node][name],
      let place = record.place(ofColumn: column)
    else { return nil }
    return record.cells[place].value.map { Value(jsonText: $0).keyText }
  }

  /// The merge rule for records with the same shape as a record.
  func mergeRule(of record: TracedRecord) -> MergeRule? {
    let shape = Int(compiled.plan.nodes[record.node].record.index)
    return compiled.plan.mergeRules.indices.contains(shape)
      ? compiled.plan.mergeRules[shape] : nil
  }
}
