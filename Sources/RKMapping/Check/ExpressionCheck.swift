internal import RKDiagnostics

/// Reports names in predicates over records that these records do not have.
///
/// Takes time linear in the rules and the expressions.
struct ExpressionCheck {
  /// The names in the records of a mapping or of a target.
  private struct Names {
    var subject: String
    /// Each destination, by its keys, as it is written.
    var all: [[String]: String] = [:]
    /// The destinations that are filled after attributes are validated.
    var late: Set<[String]> = []
    /// For each source of an attribute, its destination.
    var destinations: [String: String] = [:]

    mutating func insert(_ mapping: ObjectMapping) {
      for attribute in mapping.attributes {
        all[attribute.destination.keys] = attribute.destination.text
        if attribute.template != nil { late.insert(attribute.destination.keys) }
        for source in attribute.sources { destinations[source.text] = attribute.destination.text }
      }
      let made = mapping.relationships.map(\.destination) + mapping.connections.map(\.destination)
      for destination in made {
        all[destination.keys] = destination.text
        late.insert(destination.keys)
      }
    }
  }

  private let graph: MappingGraph
  private let findings: SpecFindings
  /// For each target, the targets that it extends.
  private let bases: [String: [String]]
  /// The names in the records of a target, whichever mapping makes them.
  private var namesOfTargets: [String: Names] = [:]
  /// For each target, the mappings that make its records, or records of a target that extends it.
  private var makers: KeyedValues<String, [Int]>?

  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    // After errors, rules that could not be read would be missed.
    if findings.hasErrors { return }
    var check = ExpressionCheck(graph, findings)
    check.checkAll()
  }

  private init(_ graph: MappingGraph, _ findings: SpecFindings) {
    self.graph = graph
    self.findings = findings
    bases = graph.targetBases()
  }

  private mutating func checkAll() {
    let nestings = graph.nestingAttributesOfChoosers()
    for id in graph.reachableMappings() {
      guard case .object(let mapping) = graph[id] else { continue }
      if mapping.asksAnything { check(mapping, nestings[id, default: []]) }
      for connection in mapping.connections {
        guard let only = connection.only, let names = self.names(of: connection.target) else {
          continue
        }
        check(only, names)
      }
      if let stored = mapping.identificationPredicate, let names = self.names(of: mapping.target) {
        check(stored, names)
      }
    }
    for descriptor in graph.descriptors {
      guard let prune = descriptor.prune else { continue }
      for id in graph.objectMappings(from: descriptor.mapping) {
        guard case .object(let mapping) = graph[id], let names = names(of: mapping.target) else {
          continue
        }
        check(prune, names)
      }
    }
  }

  /// Checks the predicates over a mapping's records, which also have nesting attributes of dynamic
  /// mappings.
  private func check(_ mapping: ObjectMapping, _ nestings: Set<String>) {
    // The names are made on demand, because most conditions only use one value.
    var made: Names?
    func names() -> Names {
      if let made { return made }
      var names = Names(subject: "a record of '\(mapping.target)'")
      names.insert(mapping)
      for nesting in nestings { names.all[[nesting]] = nesting }
      made = names
      return names
    }
    for attribute in mapping.attributes {
      for rule in attribute.validations { check(rule.condition, names(), validating: attribute) }
    }
    for condition in mapping.recordConditions { check(condition, names()) }
  }

  private func findMakers() -> KeyedValues<String, [Int]> {
    var makers = KeyedValues<String, [Int]>()
    for (number, mapping) in graph.mappings.enumerated() {
      guard case .object(let mapping) = mapping else { continue }
      makers[mapping.target, default: []].append(number)
      for base in bases[mapping.target, default: []] where base != mapping.target {
        makers[base, default: []].append(number)
      }
    }
    return makers
  }

  /// The names in the records of a target, whichever mapping makes them; nil if none does.
  private mutating func names(of target: String) -> Names? {
    if let known = namesOfTargets[target] { return known }
    var names = Names(subject: "a record of '\(target)'")
    let makers = self.makers ?? findMakers()
    self.makers = makers
    for number in makers[target] ?? [] {
      if case .object(let mapping) = graph.mappings[number] { names.insert(mapping) }
    }
    for declared in graph.targets where declared.name == target {
      for property in declared.properties { names.all[property.name.keys] = property.name.text }
    }
    if names.all.isEmpty { return nil }
    namesOfTargets[target] = names
    return names
  }

  // MARK: - Names

  /// Checks an expression; with `validating` it tests the value of that attribute, which is `SELF`.
  private func check(
    _ expression: SpecExpression,
    _ names: @autoclosure () -> Names,
    validating attribute: AttributeMapping? = nil
  ) {
    let paths = expression.tree.placedNames(withSubject: attribute == nil)
      .filter { $0.path.root == .representation && !$0.path.isWhole }
    if paths.isEmpty { return }
    let names = names()
    for (path, range) in paths {
      let keys = path.leadingKeys
      let beginnings = (0...keys.count).map { Array(keys.prefix($0)) }
      guard let found = beginnings.last(where: { names.all[$0] != nil }) else {
        // Converted only here, because finding a position takes time linear in the text.
        let text = String(decoding: Array(expression.text.utf8)[range], as: UTF8.self)
        report(text, keys, names, at: findings.place(of: range, ofText: expression.place))
        continue
      }
      guard let attribute, !attribute.isLate, names.late.contains(found) else { continue }
      findings.reportOnce(
        .unknownRecordName,
        "'\(found.joined(separator: "."))' is not made yet when "
          + "'\(attribute.destination.text)' is validated",
        at: findings.place(of: range, ofText: expression.place),
        help: "the mapper's own \"validate\" sees the whole record"
      )
    }
  }

  private func report(_ text: String, _ keys: [String], _ names: Names, at place: SpecPlace) {
    let name = keys.first ?? text
    var suggestion = ""
    var help: String?
    if let destination = names.destinations[keys.joined(separator: ".")] {
      help = "names are those of the record: '\(text)' becomes '\(destination)' there"
    } else {
      suggestion = findings.suggestion(for: name) { names.all.values.sorted() }.description
    }
    findings.reportOnce(
      .unknownRecordName,
      "\(names.subject) has no '\(name)'\(suggestion)",
      at: place,
      help: help
    )
  }
}

extension Expression {
  /// The key paths that it reads; those that begin with `SELF` are included only if requested.
  fileprivate func placedNames(withSubject: Bool)
    -> [(path: SourceKeyPath, range: Range<Int>)]
  {
    if withSubject { return placedPaths }
    if case .path(let inner, _) = kind, inner.isSubject { return [] }
    if let keyPath { return [(keyPath, range)] }
    return parts.flatMap { $0.placedNames(withSubject: false) }
  }
}

extension ObjectMapping {
  /// Whether there are predicates over its records or their attributes.
  fileprivate var asksAnything: Bool {
    !recordConditions.isEmpty
      || attributes.indices.contains { !attributes[$0].validations.isEmpty }
  }

  /// The predicates over its finished records.
  fileprivate var recordConditions: [SpecExpression] {
    validations.map(\.condition) + [deletionPredicate].compactMap { $0 }
      + connections.compactMap(\.condition)
  }
}
