internal import RKDiagnostics
internal import RKEngine

/// The tables of a mapping, and the plan that makes their rows from records.
struct CompiledTables: Sendable {
  var schema = TableSchema()
  var plan = TablePlan()
  /// The targets of root records, in the order of the descriptors.
  var rootTargets: [String] = []
  /// The targets without a table, whose records are columns of other tables.
  var flattenedTargets: [String] = []
  /// For each table, the relationships whose records fit neither in it nor in another table.
  var leftOut: [[RuleSite]] = []
  /// For each row rule, the node of its records; nil for rows that join others.
  var ruleNodes: [Int?] = []
  var rules = StoredRules()
  /// The connections whose keys are foreign keys, so that nothing needs to be looked up.
  var keptConnections: [Int] = []
  /// Diagnostics for predicates over stored rows that do not apply to these tables.
  var failures: [Diagnostic] = []
  /// Whether a table would have more columns than the limit.
  var isTooWide = false

  /// Removes from the plan what tables do themselves: connections that are foreign keys and, in a
  /// database, the deletion of rows.
  func adapt(_ plan: inout MappingPlan, isDatabase: Bool = true) {
    for number in keptConnections { plan.connections[number].isKept = true }
    guard isDatabase else { return }
    for case let node? in ruleNodes where plan.nodes.indices.contains(node) {
      plan.nodes[node].deletion = .none
    }
  }

  /// Makes no rows for records that are only keys: these refer to rows.
  mutating func leaveOutRows(of keys: Set<Int32>) {
    for number in plan.relatives.indices where keys.contains(plan.relatives[number].record.index) {
      plan.relatives[number].row = .none
    }
  }

  /// The number of a target's table.
  func table(named name: String) -> Int? {
    schema.tables.firstIndex { $0.name == name && !$0.isJoin }
  }
}

/// How tables are made from records.
enum TableForm: Hashable {
  /// One table for each target, linked by keys (docs/spec-format.md, "Tables").
  case related
  /// Related tables for a database, which distinguishes rows. What depends on an undeclared
  /// cardinality is created with the first record that needs it (docs/spec-format.md, "Tables of a
  /// database").
  case database
  /// One row for each record, of the named target or else of the root records. The columns of
  /// related records are named with a separator.
  case flat(separator: String, target: String?)

  var separator: String {
    switch self {
    case .related, .database: "_"
    case .flat(let separator, _): separator
    }
  }

  /// Whether records below the root records also have rows.
  var isDeep: Bool {
    switch self {
    case .related, .database: true
    case .flat(_, let target): target != nil
    }
  }

  var isRelated: Bool {
    switch self {
    case .related, .database: true
    case .flat: false
    }
  }
}

extension TableForm {
  /// The form of a name for comparison with others: databases ignore the case of ASCII letters.
  func compared(_ name: String) -> String {
    guard self == .database else { return name }
    return String(
      decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 },
      as: UTF8.self
    )
  }

  /// Makes a valid name for the output, because SQL ends at U+0000.
  func allowed(_ name: String) -> String {
    guard self == .database, name.utf8.contains(0) else { return name }
    return String(decoding: name.utf8.map { $0 == 0 ? 0x5F : $0 }, as: UTF8.self)
  }

  /// Makes a valid name for a table, because SQLite and rkmap reserve some names.
  func allowedTable(_ name: String) -> String {
    let compared = compared(name)
    let isReserved = compared.hasPrefix("sqlite_") || compared.hasPrefix("_rkmap_")
    return self == .database && isReserved ? "_" + name : name
  }
}

extension CompiledMapping {
  /// A copy that treats every relationship of undeclared cardinality as to-one, and the rules of
  /// those relationships.
  func withDeclaredCardinalities() -> (mapping: CompiledMapping, undeclared: [RuleSite]) {
    var mapping = self
    var undeclared: [RuleSite] = []
    for (number, rule) in plan.relationships.enumerated() where plan.isUndeclared(rule) {
      mapping.plan.relationships[number].cardinality = .one
      mapping.sites[Int(rule.site.index)].expectation = "one record"
      let site = sites[Int(rule.site.index)]
      let isKnown = undeclared.contains { $0.place == site.place } || rule.isComposed
      if !isKnown { undeclared.append(site) }
    }
    for (number, rule) in plan.connections.enumerated() where rule.cardinality == .automatic {
      mapping.plan.connections[number].cardinality = .one
      let site = sites[Int(rule.site.index)]
      if !undeclared.contains(where: { $0.place == site.place }) { undeclared.append(site) }
    }
    return (mapping, undeclared)
  }
}

extension MappingPlan {
  /// Whether the cardinality of a relationship is undeclared.
  func isUndeclared(_ rule: RelationshipRule) -> Bool {
    rule.cardinality == .automatic && !nodes[rule.node].forcesCollection
  }

  /// Whether a relationship leads to several records.
  func leadsToMany(_ rule: RelationshipRule) -> Bool {
    rule.cardinality == .many
      || rule.cardinality == .automatic && nodes[rule.node].forcesCollection
  }
}
