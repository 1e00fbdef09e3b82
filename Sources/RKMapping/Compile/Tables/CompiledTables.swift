internal import RKDiagnostics
internal import RKEngine

/// The tables of a mapping, and the plan that makes rows from its records.
struct CompiledTables: Sendable {
  var schema = TableSchema()
  var plan = TablePlan()
  /// The targets of root records, in the order of the descriptors.
  var rootTargets: [String] = []
  /// The targets that are in no table: their records are columns of others.
  var flattenedTargets: [String] = []
  /// For each table, the relationships whose records have no place in it, nor beside it.
  var leftOut: [[RuleSite]] = []
  /// For each row rule, the node of the records that become such rows; nil for rows that join
  /// others.
  var ruleNodes: [Int?] = []
  var rules = StoredRules()
  /// The connections of the plan whose keys are foreign keys, so that nothing is looked up.
  var keptConnections: [Int] = []
  /// Predicates over stored rows that do not apply to these tables.
  var failures: [Diagnostic] = []
  /// A table would have more columns than the limit.
  var isTooWide = false

  /// Removes from the plan what tables do themselves: connections that are foreign keys, and in a
  /// database rows that are to be deleted.
  func adapt(_ plan: inout MappingPlan, isDatabase: Bool = true) {
    for number in keptConnections { plan.connections[number].isKept = true }
    guard isDatabase else { return }
    for case let node? in ruleNodes where plan.nodes.indices.contains(node) {
      plan.nodes[node].deletion = .none
    }
  }

  /// Makes no rows of records that are only keys, to which rows refer.
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

/// How tables are made from records, and how their columns are named.
enum TableForm: Hashable {
  /// One table for each target, linked by their keys (spec-format.md, fine print 14).
  case related
  /// The same for a database, which distinguishes rows, and creates what undeclared cardinality
  /// needs when the records that need it come (fine print 14a).
  case database
  /// Everything that a record has in one row, its related records' columns after a separator; of
  /// the named target, or else of the root records.
  case flat(separator: String, target: String?)

  var separator: String {
    switch self {
    case .related, .database: "_"
    case .flat(let separator, _): separator
    }
  }

  /// Whether records below the root ones have rows, too.
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
  /// A name for comparison with others: a database ignores the case of ASCII letters.
  func compared(_ name: String) -> String {
    guard self == .database else { return name }
    return String(
      decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 },
      as: UTF8.self
    )
  }

  /// A valid name of the output, made from one that may not be valid: SQL ends at U+0000.
  func allowed(_ name: String) -> String {
    guard self == .database, name.utf8.contains(0) else { return name }
    return String(decoding: name.utf8.map { $0 == 0 ? 0x5F : $0 }, as: UTF8.self)
  }

  /// The same for a table: SQLite and rkmap reserve some names.
  func allowedTable(_ name: String) -> String {
    let compared = compared(name)
    let isReserved = compared.hasPrefix("sqlite_") || compared.hasPrefix("_rkmap_")
    return self == .database && isReserved ? "_" + name : name
  }
}

extension CompiledMapping {
  /// The same with every relationship of undeclared cardinality treated as to-one (fine print 14a),
  /// and the rules of those.
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
