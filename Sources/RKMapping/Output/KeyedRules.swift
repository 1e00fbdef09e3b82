internal import RKDiagnostics
internal import RKEngine

/// Finds rules that cannot be applied by a process that sees only a part of the input.
struct KeyedRules {
  private let compiled: CompiledMapping
  private let graph: MappingGraph
  private let form: KeyedForm

  init(_ compiled: CompiledMapping, _ graph: MappingGraph, _ form: KeyedForm) {
    self.compiled = compiled
    self.graph = graph
    self.form = form
  }

  /// Throws a diagnostic for each such rule.
  func check() throws(DiagnosticsError) {
    var findings: [Diagnostic] = []
    for (number, node) in compiled.plan.nodes.enumerated() where !node.record.isNone {
      guard case .object(let mapping) = graph[compiled.mappings[number]] else { continue }
      for finding in self.findings(mapping, node) where !findings.contains(finding) {
        findings.append(finding)
      }
    }
    findings += metadata
    if !findings.isEmpty { throw DiagnosticsError(findings) }
  }

  // MARK: - Mappers

  private func findings(_ mapping: ObjectMapping, _ node: PlanNode) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    let subject = "mappers.\(mapping.id)"
    for connection in mapping.connections where !isByIdentity(connection) {
      findings.append(
        finding(
          "\(subject).connections.\(connection.destination.text) leads to records that other parts may "
            + "hold, and not by their identification alone",
          at: connection.place,
          help:
            "\"where\" names all of the identification of '\(connection.target)', without \"only\""
        )
      )
    }
    for relationship in mapping.relationships where relationship.assignmentPolicy == .replace {
      findings.append(
        finding(
          "\(subject).relationships.\(relationship.destination.text) has \"assignmentPolicy\": "
            + "\"replace\", which deletes records that other parts may refer to",
          at: relationship.place,
          help: "\"set\" leaves them in place"
        )
      )
    }
    let isIdentified = form.shapes[Int(node.record.index)].isIdentified
    if isIdentified, mapping.modification != nil, !mapping.mapsRelationshipsIfUnmodified,
      leadsToLines(node)
    {
      findings.append(
        finding(
          "\(subject) has a modification attribute, and what an older record leads to would have to be "
            + "taken back from other parts",
          at: mapping.place,
          help:
            "\"mapRelationshipsIfUnmodified\": true maps related records whatever their owner's age"
        )
      )
    }
    if mapping.policies.onRepeat == .fail || isIdentified && mapping.onRepeat == .fail {
      let source =
        mapping.policies.onRepeat == nil ? "\"drift\": \"fail\", which includes " : ""
      findings.append(
        finding(
          "\(subject) says \(source)\"onRepeat\": \"fail\", but parts do not know one another's records",
          at: mapping.place,
          help: "\"onRepeat\": \"report\" lets 'rkmap load' and 'rkmap merge' tell of such records"
        )
      )
    }
    if form.shapes[Int(node.record.index)].isLabelled, hasMember(KeyedForm.targetKey, node) {
      findings.append(
        finding(
          "\(subject) writes a member '\(KeyedForm.targetKey)', which says the target of a record in keyed "
            + "lines",
          at: mapping.place,
          help: "rename the destination"
        )
      )
    }
    return findings
  }

  /// Whether a connection is made by the keys that also identify lines.
  private func isByIdentity(_ connection: ConnectionMapping) -> Bool {
    guard connection.only == nil, let identity = graph.identities()[connection.target] else {
      return false
    }
    return Set(connection.keys.map(\.other)) == Set(identity.attributes)
      && connection.keys.count == identity.attributes.count
      && (connection.keys.count == 1 || connection.cardinality != .many)
  }

  /// Whether a node's records contain records that have lines of their own.
  private func leadsToLines(_ node: PlanNode) -> Bool {
    var seen: Set<PlanID<PlanNode>> = []
    var open = compiled.plan.relationships[node.relationships].map(\.node)
    while let next = open.popLast() {
      for choice in compiled.plan.choices(of: next) where seen.insert(choice).inserted {
        let related = compiled.plan.nodes[choice]
        if form.shapes[Int(related.record.index)].isIdentified { return true }
        open += compiled.plan.relationships[related.relationships].map(\.node)
      }
    }
    return false
  }

  private func hasMember(_ name: String, _ node: PlanNode) -> Bool {
    let schema = compiled.plan.schema
    return schema.members[schema.records[node.record].members].contains {
      schema.text($0.name) == name
    }
  }

  // MARK: - Metadata

  /// Diagnostics for metadata that counts from the beginning of an input, or of all inputs.
  private var metadata: [Diagnostic] {
    var found: [(path: String, place: SpecPlace?)] = []
    for site in compiled.sites {
      for path in site.paths where path.isCount { found.append((path.text, site.place)) }
    }
    if found.isEmpty {
      if compiled.plan.readsIndex { found.append(("@metadata.mapping.collectionIndex", nil)) }
      if compiled.plan.readsLines { found.append(("@metadata.file.line", nil)) }
      if compiled.plan.readsFileIndex { found.append(("@metadata.file.index", nil)) }
    }
    return found.map { path, place in
      finding(
        "'\(path)' differs by the part in which a record is mapped",
        at: place ?? graph.descriptors.first?.place,
        help: "leave it out"
      )
    }
  }

  private func finding(_ message: String, at place: SpecPlace?, help: String) -> Diagnostic {
    Diagnostic(
      .notForParts,
      message,
      at: place.map { graph.location(of: $0) },
      help: [help]
    )
  }
}

extension SourceKeyPath {
  /// Whether it counts representations, lines or inputs.
  fileprivate var isCount: Bool {
    switch root {
    case .collectionIndex, .metadata(["file", "line"]), .metadata(["file", "index"]),
      .metadata(["file"]):
      true
    case .representation, .nestingAttribute, .parent, .root, .document, .key, .rootKeyPath,
      .parentObject, .metadata:
      false
    }
  }
}

extension MappingPlan {
  fileprivate var readsFileIndex: Bool {
    metadataPaths.contains { path in
      let names = keyPieces[path.names].map { String(decoding: text[$0.range], as: UTF8.self) }
      return names == ["file", "index"] || names == ["file"]
    }
  }
}
