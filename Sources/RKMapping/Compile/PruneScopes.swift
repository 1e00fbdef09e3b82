package import RKEngine

/// The `prune` scopes of a run whose documents have their own requests: the predicates of
/// descriptors with the values of each request.
package final class PruneScopes {
  /// A scope, and whether records were found in it.
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
    /// An unknown value prevents the scope, and is reported.
    var obstacle: String?
  }

  /// Nil if the scopes do not depend on documents.
  package init?(_ rules: StoredRules, _ tables: TablePlan) {
    guard rules.prunes.contains(where: { $0.template != nil }) else { return nil }
    prunes = rules.prunes
    roots = tables.roots
  }

  /// All scopes, including those of descriptors without a document.
  package var all: [Scope] {
    let met = Set(places.keys.map(\.prune))
    return scopes
      + prunes.indices.filter { !met.contains($0) }.map { Scope(prune: prunes[$0]) }
  }

  /// Called before a document.
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

  /// Called for each root record of the current document.
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

/// A `prune` predicate that needs values of a request.
package struct PruneTemplate: Sendable, Hashable {
  /// The descriptor's index in the plan.
  package let descriptor: Int
  private let expression: SpecExpression
  /// The table columns that its names refer to.
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

  /// Returns the rule with the values of a request.
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
      // It can be evaluated with the values of other requests.
      made.obstacle = "a database cannot be asked the predicate with \(made.scope)"
    }
    return made
  }
}

extension StoredRules.Prune {
  /// The values that a predicate needs and a run does not know, in words; nil if there are none.
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
