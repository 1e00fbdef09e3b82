internal import RKDiagnostics
internal import RKEngine

/// A plan as text, for people: what is looked up, where it goes, and how it is converted.
struct PlanListing {
  private let compiled: CompiledMapping
  private let graph: MappingGraph
  private var lines: [String] = []

  private var plan: MappingPlan { compiled.plan }

  static func text(of compiled: CompiledMapping, _ graph: MappingGraph) -> String {
    var listing = PlanListing(compiled: compiled, graph: graph)
    listing.addDescriptors()
    for number in compiled.plan.nodes.indices { listing.addNode(number) }
    listing.addTables()
    return listing.lines.map { VisibleText.line($0) + "\n" }.joined()
  }

  // MARK: - Descriptors

  private mutating func addDescriptors() {
    let reading =
      plan.isStreamable
      ? "documents are read piece by piece"
      : plan.needsDocument
        ? "documents are held as a whole: @document is used"
        : plan.descriptors.count == 1
          ? "documents are held as a whole: the key path is not of keys alone"
          : "documents are held as a whole: there are several descriptors"
    lines.append("plan: \(plan.nodes.count.counting("node")), \(reading)")
    for descriptor in plan.descriptors {
      let keyPath = compiled.keyPaths[descriptor.section]
      let from = keyPath.isEmpty ? "the document" : "'\(keyPath)'"
      let number =
        switch descriptor.cardinality {
        case .automatic: ""
        case .one: ", one representation"
        case .many: ", a list of representations"
        }
      let optional = descriptor.isOptional ? ", optional" : ""
      lines.append("  \(from) -> \(name(of: descriptor.node))\(number)\(optional)")
    }
  }

  // MARK: - Nodes

  private mutating func addNode(_ number: Int) {
    let node = plan.nodes[number]
    let site = compiled.sites[Int(node.site.index)]
    lines.append("")
    let kind = node.isDynamic ? "dynamic" : "record \(site.product)"
    lines.append("node \(number): \(site.subject), \(kind)")
    if node.forcesCollection { lines.append("  every key is a representation") }
    if node.takesNestingKey { lines.append("  the key is an attribute; all else lies below it") }
    if !node.shape.isNone {
      lines.append("  keys")
      addShape(node.shape, indent: "    ")
    }
    if !node.knownKeys.isNone {
      lines.append("  other keys \(node.failsUnknownKeys ? "fail the record" : "are reported")")
      addKnownKeys(node.knownKeys, indent: "    ")
    }
    if node.isDynamic { return addMatchers(node) }
    if !node.when.isNone { lines.append("  when \(text(of: node.when))") }
    addAttributes(node.early, "attributes", copies: Int(node.copyCount), node)
    addComputed(node.expressions, "expressions")
    addValidations(node.validations, "validated", hasColumns: true)
    addRelationships(node)
    addAttributes(node.late, "attributes after the relationships", copies: 0, node)
    addValidations(node.lateValidations, "validated", hasColumns: true)
    addComputed(node.templates, "templates")
    addValidations(node.templateValidations, "validated", hasColumns: true)
    addConnections(node)
    addValidations(node.recordValidations, "the record validated", hasColumns: false)
    if !node.deletion.isNone { lines.append("  left out if \(text(of: node.deletion))") }
  }

  private mutating func addShape(_ id: PlanID<ObjectShape>, indent: String) {
    let shape = plan.shapes[id]
    let keys = keys(of: shape.table, shape.members.count)
    for (number, member) in plan.shapeMembers[shape.members].enumerated() {
      let copy = member.copy.isNone ? "" : " -> column \(member.column)"
      lines.append("\(indent)\(keys[number]) slot \(member.slot)\(copy)")
      if !member.inner.isNone { addShape(member.inner, indent: indent + "  ") }
    }
  }

  /// The spellings of the keys in a table.
  private func keys(of table: KeyTable, _ count: Int) -> [String] {
    plan.keys.spellings(of: table, count).map { spellings in
      if spellings.isEmpty { return "a key that is read as another" }
      return spellings.map { text(JSONText.quoted($0)) }.joined(separator: " or ")
    }
  }

  private mutating func addKnownKeys(_ id: PlanID<KnownKeys>, indent: String) {
    let known = plan.knownKeys[id]
    var keys = Array(
      zip(keys(of: known.table, known.inner.count), plan.innerKeys[known.inner])
    )
    keys += plan.keyPatterns[known.patterns].map { pattern in
      let pieces = plan.keyPieces[pattern.pieces].map { text(Array(plan.text[$0.range])) }
      return (pieces.joined(separator: "*"), pattern.inner)
    }
    for (key, inner) in keys {
      lines.append("\(indent)known \(key)")
      if !inner.isNone { addKnownKeys(inner, indent: indent + "  ") }
    }
  }

  private mutating func addAttributes(
    _ range: PlanRange<AttributeRule>,
    _ title: String,
    copies: Int,
    _ node: PlanNode
  ) {
    if range.isEmpty { return }
    lines.append("  \(title)")
    for (number, rule) in plan.attributes[range].enumerated() {
      let origin =
        rule.sources.isEmpty
        ? "= \(constant(rule.constant))"
        : "<- " + plan.sources[rule.sources].map(text).joined(separator: " or ")
      add(rule, number < copies ? [origin, "copied"] : [origin])
    }
    if !node.scalarAttribute.isNone, range.indices.contains(Int(node.scalarAttribute.index)) {
      let column = plan.attributes[node.scalarAttribute].column
      lines.append("    a scalar becomes column \(column)")
    }
  }

  private mutating func add(_ rule: AttributeRule, _ origin: [String]) {
    let site = compiled.sites[Int(rule.site.index)]
    var parts = ["column \(rule.column) \(site.product)"] + origin
    if !site.details.isEmpty { parts.append(site.details) }
    if rule.isRequired { parts.append("required") }
    if rule.onMissing != .absent { parts.append("missing: \(word(rule.onMissing, rule))") }
    if rule.onNull != .null { parts.append("null: \(word(rule.onNull, rule))") }
    if rule.onError != .absent { parts.append("not converted: \(word(rule.onError, rule))") }
    lines.append("    " + parts.joined(separator: ", "))
  }

  private mutating func addComputed(
    _ range: PlanRange<ComputedAttribute>,
    _ title: String
  ) {
    if range.isEmpty { return }
    lines.append("  \(title)")
    for computed in plan.computedAttributes[range] {
      let isExpression = !computed.program.isNone
      add(
        plan.attributes[computed.attribute],
        isExpression ? ["= \(text(of: computed.program))"] : []
      )
    }
  }

  private mutating func addValidations(
    _ range: PlanRange<ValidationRule>,
    _ title: String,
    hasColumns: Bool
  ) {
    if range.isEmpty { return }
    lines.append("  \(title)")
    for rule in plan.validations[range] {
      let column = hasColumns ? "column \(rule.column), " : ""
      if rule.outcome == .required {
        lines.append("    \(column)required")
        continue
      }
      let word = rule.isNegated ? "unless" : "if"
      let value = rule.outcome == .set ? " \(constant(rule.value))" : ""
      lines.append("    \(column)\(word) \(text(of: rule.condition)): \(rule.outcome)\(value)")
    }
  }

  private mutating func addRelationships(_ node: PlanNode) {
    if node.relationships.isEmpty { return }
    lines.append("  relationships")
    for rule in plan.relationships[node.relationships] {
      let site = compiled.sites[Int(rule.site.index)]
      var parts = [
        "column \(rule.column) \(site.product)", "<- \(text(plan.sources[rule.source]))",
        name(of: rule.node),
      ]
      switch rule.cardinality {
      case .automatic: break
      case .one: parts.append("one")
      case .many: parts.append("many")
      }
      if rule.isRequired { parts.append("required") }
      if rule.onMissing != .absent { parts.append("missing: \(rule.onMissing)") }
      if rule.onNull != .null { parts.append("null: \(rule.onNull)") }
      if rule.onError != .absent { parts.append("not converted: \(rule.onError)") }
      if rule.emptyIsNull { parts.append("empty text is null") }
      lines.append("    " + parts.joined(separator: ", "))
    }
  }

  private mutating func addConnections(_ node: PlanNode) {
    if node.connections.isEmpty { return }
    lines.append("  connections, for which all records are held until the end")
    for rule in plan.connections[node.connections] {
      let site = compiled.sites[Int(rule.site.index)]
      var parts = ["column \(rule.column) \(site.product)", "<- \(site.details)"]
      parts += plan.connectionCandidates[rule.candidates].map { name(of: $0.node) }
      switch rule.cardinality {
      case .automatic: break
      case .one: parts.append("one")
      case .many: parts.append("many")
      }
      lines.append("    " + parts.joined(separator: ", "))
    }
  }

  /// A spec whose records have identities is meant for tables, so these are listed, too.
  private mutating func addTables() {
    if graph.identities().isEmpty { return }
    let tables = TableCompiler.compile(compiled, graph, .database)
    if !tables.isTooWide { lines += TableListing.lines(of: tables.schema) }
  }

  private mutating func addMatchers(_ node: PlanNode) {
    lines.append("  matchers")
    for matcher in plan.matchers[node.matchers] {
      let condition =
        matcher.source.isNone
        ? text(of: matcher.predicate)
        : "\(text(plan.sources[matcher.source])) \(matcher.test.words)"
      let values = plan.literals[matcher.literals]
      if case .text = matcher.test {
        for value in values {
          lines.append("    \(condition) \(text(value)) -> \(choice(value.node))")
        }
        continue
      }
      let value = values.isEmpty ? "" : " " + values.map(text).joined(separator: " or ")
      lines.append("    \(condition)\(value) -> \(choice(matcher.node))")
    }
    lines.append("    else -> \(otherwise(node))")
  }

  // MARK: - Words

  private func name(of node: PlanID<PlanNode>) -> String { "node \(node.index)" }

  private func otherwise(_ node: PlanNode) -> String {
    guard node.otherwise.isNone else { return choice(node.otherwise) }
    return switch node.unmatched {
    case .decline: choice(.none)
    case .report: "declined, with a warning"
    case .fail: "error"
    }
  }

  private func choice(_ node: PlanID<PlanNode>) -> String {
    node.isNone ? "declined" : name(of: node)
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func text(_ literal: MatcherLiteral) -> String {
    let bytes = Array(plan.text[literal.text.range])
    return literal.kind == .string ? text(JSONText.quoted(bytes)) : text(bytes)
  }

  private func text(of program: PlanID<ExpressionProgram>) -> String {
    ProgramListing(plan: plan) { text($0) }.text(of: program)
  }

  private func constant(_ cell: Cell) -> String { text(Array(plan.text[cell.range])) }

  private func word(_ fallback: Fallback, _ rule: AttributeRule) -> String {
    guard fallback == .default else { return "\(fallback)" }
    return rule.constant.kind == .missing ? "null" : constant(rule.constant)
  }

  private func text(_ steps: PlanRange<PathStep>) -> String { plan.text(of: steps) }

  private func text(_ source: Source) -> String {
    way(of: source) + (source.findsNull ? ", a null on the way being found" : "")
  }

  private func way(of source: Source) -> String {
    switch source.origin {
    case .member(let slot): "slot \(slot)\(text(source.rest))"
    case .representation: "representation\(text(source.rest))"
    case .nestingKey: "nesting key"
    case .parent(let levels, let path): "parent \(levels)\(text(plan.ancestorPaths[path].steps))"
    case .owner(let path): "owner\(text(plan.ancestorPaths[path].steps))"
    case .root(let path): "root\(text(plan.ancestorPaths[path].steps))"
    case .document(let path): "document\(text(plan.ancestorPaths[path].steps))"
    case .key: "key"
    case .collectionIndex: "index"
    case .rootKeyPath: "root key path"
    case .parentObject(let attribute): "attribute \(attribute) of the parent"
    case .metadata(let path):
      "metadata"
        + plan.keyPieces[plan.metadataPaths[path].names]
        .map { "." + text(Array(plan.text[$0.range])) }.joined()
    case .line: "line"
    }
  }
}
