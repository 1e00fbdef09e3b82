package import RKEngine

/// The `prune` scopes of a run's documents if each document has a request of its own: the
/// predicates of descriptors with the values of that request.
package final class PruneScopes {
  /// A scope, and whether it has produced records.
  package struct Scope {
    package var prune: StoredRules.Prune
    package var hasRecords: Bool

    package init(prune: StoredRules.Prune, hasRecords: Bool = false) {
      self.prune = prune
      self.hasRecords = hasRecords
    }
  }

  private let prunes: [StoredRules.Prune]
  private let roots: [PlanID<RowRule>]
  private var scopes: [Scope] = []
  /// The indices of equal scopes.
  private var places: [Key: Int] = [:]
  /// The scopes of the current document.
  private var present: [Int] = []

  private struct Key: Hashable {
    var prune: Int
    var predicate: StoredPredicate
    /// Unknown values make no scope, but a reason to report.
    var obstacle: String?
  }

  /// nil if documents do not affect scopes.
  package init?(_ rules: StoredRules, _ tables: TablePlan) {
    guard rules.prunes.contains(where: { $0.template != nil }) else { return nil }
    prunes = rules.prunes
    roots = tables.roots
  }

  /// All scopes, including those of descriptors that no document was for.
  package var all: [Scope] {
    let met = Set(places.keys.map(\.prune))
    return scopes
      + prunes.indices.filter { !met.contains($0) }.map { Scope(prune: prunes[$0]) }
  }

  /// A document follows.
  func begin(_ context: DocumentContext?) {
    present = []
    guard let context else { return }
    for (number, prune) in prunes.enumerated() {
      guard let template = prune.template, context.descriptors.contains(template.descriptor),
        template.descriptor < context.metadata.count
      else { continue }
      let made = template.prune(
        prune,
        for: RunScope(metadata: context.metadata[template.descriptor])
      )
      let key = Key(prune: number, predicate: made.predicate, obstacle: made.obstacle)
      let place = places[key] ?? scopes.count
      if place == scopes.count {
        scopes.append(Scope(prune: made))
        places[key] = place
      }
      present.append(place)
    }
  }

  /// A root record of the current document was received.
  func didReceive(_ section: UInt32, _ shape: PlanID<RecordShape>) {
    guard !shape.isNone else { return }
    let rule = roots[Int(shape.index)]
    for place in present
    where !scopes[place].hasRecords && scopes[place].prune.section == section
      && !rule.isNone && scopes[place].prune.rows.contains(Int(rule.index))
    {
      scopes[place].hasRecords = true
    }
  }
}

/// A `prune` predicate that still needs values of a request.
package struct PruneTemplate: Sendable, Hashable {
  /// The descriptor's index in the plan.
  package let descriptor: Int
  private let expression: SpecExpression
  /// The columns of its names in the table.
  private let columns: [[String]: StoredPredicateCompiler.Column]

  init(
    _ expression: SpecExpression,
    ofDescriptor descriptor: Int,
    column: ([String]) -> StoredPredicateCompiler.Column?
  ) {
    self.descriptor = descriptor
    self.expression = expression
    var columns: [[String]: StoredPredicateCompiler.Column] = [:]
    for path in expression.tree.sourcePaths {
      let name = path.components.compactMap { component in
        if case .key(let key) = component { key } else { nil }
      }
      if columns[name] == nil { columns[name] = column(name) }
    }
    self.columns = columns
  }

  /// The rule for the values of a request.
  func prune(_ rule: StoredRules.Prune, for scope: RunScope) -> StoredRules.Prune {
    var made = rule
    let paths = expression.tree.pathsOfRun
    made.obstacle = StoredRules.Prune.obstacle(paths, scope)
    let values = paths.compactMap { path in scope.constant(path).map { (path.lastName, $0) } }
    made.scope = values.map { "\($0) \($1.plainText)" }.joined(separator: ", ")
    let compiler = StoredPredicateCompiler {
      columns[$0]
    } constant: {
      scope.constant($0)
    }
    do throws(StoredPredicateCompiler.Refusal) {
      made.predicate = try compiler.predicate(expression.tree)
    } catch {
      // It can be evaluated with other values.
      made.obstacle = "a database cannot be asked the predicate with \(made.scope)"
    }
    return made
  }
}

extension StoredRules.Prune {
  /// What a predicate needs and a run does not know.
  static func obstacle(_ paths: [SourceKeyPath], _ scope: RunScope) -> String? {
    paths.first { scope.constant($0) == nil }.map {
      "'\($0.text)', which the predicate asks for, is not known"
    }
  }
}

extension SourceKeyPath {
  /// The last name of a metadata path.
  fileprivate var lastName: String {
    if case .metadata(let names) = root { names.last ?? "" } else { "" }
  }
}
