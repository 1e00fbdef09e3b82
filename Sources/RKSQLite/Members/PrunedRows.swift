internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// Deletes the stored rows that a complete response should have contained but did not, at the end
/// of a run.
final class PrunedRows {
  private let removal: RowRemoval
  private let stored: StoredSchema
  private let rows: RunRows
  private let prunes: [StoredRules.Prune]
  private let limit: DatabaseOptions.PruneLimit

  /// The rows in the scope of a descriptor that existed before the run, and those of them that the
  /// run did not bring.
  private struct Scope {
    var stored = 0
    var missing = 0
    var keys: [KeptRow] = []
  }

  init(_ removal: RowRemoval, _ prunes: [StoredRules.Prune], _ limit: DatabaseOptions.PruneLimit) {
    self.removal = removal
    self.prunes = prunes
    self.limit = limit
    stored = removal.stored
    rows = removal.rows
  }

  /// Prunes, or reports why nothing is pruned; returns false if more rows would be deleted than
  /// allowed.
  ///
  /// `hasCome` says whether the run has brought root records of a rule. Two descriptors may have
  /// the same rules, but only one of them records this.
  func finish(
    _ outcome: RunOutcome,
    _ hasCome: (_ rule: Int) -> Bool,
    report: (Diagnostic) -> Void
  ) throws(WriteError) -> Bool {
    rows.beginPruning()
    if prunes.isEmpty { return true }
    if outcome.hasErrors {
      report(Self.finding(.note, "there were errors"))
      return true
    }
    var wanted: [StoredRules.Prune] = []
    let scopes =
      outcome.scopes
      ?? prunes.map { prune in
        PruneScopes.Scope(
          prune: prune,
          hasRecords: outcome.sections.contains(prune.section)
            && prune.rows.contains(where: hasCome)
        )
      }
    for scope in scopes where rows.remembers(table: scope.prune.table) {
      let prune = scope.prune
      if !scope.hasRecords {
        report(Self.finding(.note, "the run brought no record of \(name(of: prune))"))
      } else if let obstacle = prune.obstacle {
        report(Self.finding(.note, obstacle))
      } else {
        wanted.append(prune)
      }
    }
    // If one scope exceeds its limit, nothing at all is deleted.
    var isAllowed = true
    for prune in wanted {
      let scope = try look(at: prune, keepsKeys: false)
      if allows(scope) { continue }
      isAllowed = false
      report(excess(scope, prune))
    }
    guard isAllowed else { return false }
    for prune in wanted {
      let key = stored.schema.tables[prune.table].primaryKey
      for values in try look(at: prune, keepsKeys: true).keys {
        rows.didPrune(try removal.remove(from: prune.table, where: key, are: values))
      }
    }
    return true
  }

  /// Counts the rows in the scope of a descriptor, and collects the keys of missing ones if
  /// requested.
  private func look(at prune: StoredRules.Prune, keepsKeys: Bool) throws(WriteError) -> Scope {
    let definition = stored.definition(of: prune.table)
    let condition = StoredCondition(prune.predicate, definition)
    let counting = removal.counting(of: prune.table)
    let key = definition.table.primaryKey.compactMap { counting.columns.firstIndex(of: $0) }
    let select = try Statement.make(
      removal.database,
      "SELECT \(definition.list(counting.columns)) FROM \(definition.name) WHERE \(condition.sql)"
    )
    try condition.bind(to: select)
    defer { select.reset() }
    var scope = Scope()
    while try select.next() {
      if let entry = rows.entry(of: counting.row(select, rows)) {
        if entry.wasThere { scope.stored += 1 }
        continue
      }
      scope.stored += 1
      scope.missing += 1
      guard keepsKeys else { continue }
      let values = KeptRow()
      for place in key { values.append(place, of: select) }
      scope.keys.append(values)
    }
    return scope
  }

  // MARK: - The limit

  private func allows(_ scope: Scope) -> Bool {
    switch limit {
    case .count(let most): scope.missing <= most
    case .share(let perMillion): scope.missing * 1_000_000 <= scope.stored * perMillion
    }
  }

  private func excess(_ scope: Scope, _ prune: StoredRules.Prune) -> Diagnostic {
    let rows = scope.missing == 1 ? "row" : "rows"
    return Self.finding(
      .error,
      """
      \(scope.missing) of \(scope.stored) stored rows in the scope of \(name(of: prune)) did not \
      come again, and --prune-limit is \(limit.text)
      """,
      help: [
        "--prune-limit \(scope.missing) deletes the \(rows), where the input is all there is",
        "the records of the run are written",
      ]
    )
  }

  private func name(of prune: StoredRules.Prune) -> String {
    let table = "'\(stored.schema.tables[prune.table].name)'"
    let scope = prune.scope.isEmpty ? "" : " (\(prune.scope))"
    return
      (prune.descriptor.isEmpty ? table : "\(table) by the descriptor '\(prune.descriptor)'")
      + scope
  }

  private static func finding(
    _ severity: Diagnostic.Severity,
    _ reason: String,
    help: [String] = []
  ) -> Diagnostic {
    Diagnostic(.notPruned, severity: severity, "nothing is pruned: \(reason)", help: help)
  }
}

extension DatabaseOptions.PruneLimit {
  /// The limit in the command line's notation.
  var text: String {
    switch self {
    case .count(let count): return "\(count)"
    case .share(let perMillion):
      let places = "\(perMillion % 10_000 + 10_000)".dropFirst()
      let digits = String(places.reversed().drop { $0 == "0" }.reversed())
      return "\(perMillion / 10_000)\(digits.isEmpty ? "" : "." + digits)%"
    }
  }
}
