internal import RKDiagnostics
internal import RKEngine

/// Compiles predicates over stored rows. Their names refer to columns of the tables.
extension TableCompiler {
  mutating func addStoredRules() {
    let applying = scopes.compactMap(\.self)
    var deletions: [MappingID: Int] = [:]
    var identifications: [MappingID: Int] = [:]
    let appended = tables.plan.relatives.filter { relative in
      !relative.list.isNone && tables.plan.lists[relative.list].policy == .union
    }.map { Int($0.row.index) }
    for (rule, node) in tables.ruleNodes.enumerated() {
      guard let node, case .object(let mapping) = graph[compiled.mappings[node]] else { continue }
      let id = compiled.mappings[node]
      let table = Int(tables.plan.rows[rule].table)
      let isAdded = layouts[table].key.isEmpty && appended.contains(rule)
      if tables.plan.rows[rule].key.isEmpty || isAdded, mapping.policies.onRepeat != .last {
        tables.rules.unidentified[rule] = mapping.id
      }
      if let predicate = mapping.deletionPredicate {
        if let made = deletions[id] {
          tables.rules.deletions[made].rows.append(rule)
        } else if let made = condition(predicate, table, [node], applying) {
          deletions[id] = tables.rules.deletions.count
          tables.rules.deletions.append(
            StoredRules.Deletion(table: table, rows: [rule], predicate: made)
          )
        }
      }
      if let predicate = mapping.identificationPredicate, !layouts[table].key.isEmpty {
        if identifications[id] == nil, let made = condition(predicate, table, [node], applying) {
          identifications[id] = tables.rules.identifications.count
          tables.rules.identifications.append(made)
        }
        tables.plan.rows[rule].identification = Int32(identifications[id] ?? -1)
      }
    }
    addPrunes()
  }

  /// A descriptor covers rows of every target that its records may have.
  private mutating func addPrunes() {
    for (number, descriptor) in compiled.descriptors.enumerated() {
      guard let prune = descriptor.prune, number < scopes.count, let scope = scopes[number] else {
        continue
      }
      var nodes: [Int: [Int]] = [:]
      for node in choices(of: compiled.plan.descriptors[number].node) {
        nodes[table(of: targets[node]), default: []].append(node)
      }
      for (table, nodes) in nodes.sorted(by: { $0.key < $1.key }) {
        guard !layouts[table].key.isEmpty, let made = condition(prune, table, nodes, [scope])
        else {
          continue
        }
        let rows = tables.ruleNodes.indices.filter { rule in
          tables.ruleNodes[rule].map { nodes.contains($0) } ?? false
        }
        var rule = StoredRules.Prune(
          table: table,
          rows: rows,
          predicate: made,
          section: UInt32(compiled.plan.descriptors[number].section),
          descriptor: descriptor.name ?? descriptor.keyPath.text,
          obstacle: StoredRules.Prune.obstacle(prune.tree.pathsOfRun, scope)
        )
        if scope.isOfDocuments {
          rule.template = PruneTemplate(prune, ofDescriptor: number) {
            column(named: $0, of: nodes, in: table)
          }
        }
        tables.rules.prunes.append(rule)
      }
    }
  }

  /// Compiles a predicate to a condition on the rows of a table.
  ///
  /// Returns nil and adds a diagnostic if that is impossible.
  private mutating func condition(
    _ predicate: SpecExpression,
    _ table: Int,
    _ nodes: [Int],
    _ scopes: [RunScope]
  ) -> StoredPredicate? {
    let known = self
    let compiler = StoredPredicateCompiler { name in
      known.column(named: name, of: nodes, in: table)
    } constant: { path in
      // If descriptors have different values, no value holds for all rows.
      let values = scopes.map { $0.constant(path) }
      return values.allSatisfy { $0 == values.first } ? values.first ?? nil : nil
    }
    do throws(StoredPredicateCompiler.Refusal) {
      return try compiler.predicate(predicate.tree)
    } catch {
      tables.failures.append(error.diagnostic(of: predicate, in: graph))
      return nil
    }
  }

  /// The column for a destination of some nodes' records in their table.
  private func column(named name: [String], of nodes: [Int], in table: Int)
    -> StoredPredicateCompiler.Column?
  {
    let columns = tables.schema.tables[table].columns
    let start = columns.count - layouts[table].columns.count
    let text = name.joined(separator: ".")
    var found: Int?
    for node in nodes where found == nil {
      if let column = compiled.columns[node][text] {
        found = place(of: UInt32(column), node)
      }
    }
    found =
      found
      ?? layouts[table].columns.firstIndex { column in
        column.identity.path.joined(separator: ".") == text
      }
    if let found {
      return StoredPredicateCompiler.Column(columns[start + found].type, start + found)
    }
    let isKnown = nodes.contains { compiled.columns[$0][text] != nil }
    return isKnown ? .noColumn(reason: "'\(text)' has no column in the table") : nil
  }
}

extension StoredPredicateCompiler.Column {
  /// Creates a column of a type, by its number.
  init(_ type: TableSchema.ValueType, _ number: Int) {
    switch type.form.storage {
    case .json: self = .structure(number)
    case .digits: self = .decimal(number)
    case .scaled(let scale): self = .scaled(number, scale)
    case .integer, .flag, .text, .real, .anything: self = .column(number)
    }
  }
}

extension StoredPredicateCompiler.Refusal {
  /// The diagnostic, located in the spec.
  func diagnostic(of predicate: SpecExpression, in graph: MappingGraph) -> Diagnostic {
    let location = graph.location(of: predicate.place)
    switch reason {
    case .unknown(let name):
      return Diagnostic(
        .untranslatablePredicate,
        "'\(name)' is no column of the rows that this predicate is about",
        at: location
      )
    case .untranslatable(let message, let help):
      return Diagnostic(
        .untranslatablePredicate,
        "this predicate is about stored rows: \(message)",
        at: location,
        help: [help].compactMap { $0 }
      )
    }
  }
}
