/// Records that belong to a record because its keys say so: a foreign key (RestKit's
/// RKConnectionDescription, docs/restkit.md).
package struct ConnectionRule: Sendable, BitwiseCopyable {
  package var column: UInt32
  /// The columns of the record's own that hold its keys.
  package var keys: PlanRange<UInt32>
  /// If it is present and false, the record is connected to nothing.
  package var condition: PlanID<ExpressionProgram> = .none
  /// Several records, whatever the keys are, or one; `automatic` follows the keys: a list means
  /// several.
  package var cardinality: Cardinality = .automatic
  /// Its keys are enough for the output: nothing is looked up.
  package var isKept = false
  /// The kinds of records that it may be connected to.
  package var candidates: PlanRange<ConnectionCandidate> = .empty
  package var site: PlanSite

  package init(column: UInt32, keys: PlanRange<UInt32>, site: PlanSite) {
    self.column = column
    self.keys = keys
    self.site = site
  }
}

extension MappingPlan {
  /// Some records lead to others by keys, so that all are held until the end.
  package var hasConnections: Bool { connections.contains { !$0.isKept } }
}

/// A kind of records that a connection may lead to.
package struct ConnectionCandidate: Sendable, BitwiseCopyable {
  package var node: PlanID<PlanNode>
  /// For each key of the connection, the column of such a record that it is looked up in, -1 if it
  /// has none.
  package var columns: PlanRange<Int32>
  /// Which of them may be found; none for all.
  package var only: PlanID<ExpressionProgram> = .none
  /// The same for a record that was merged from such ones and others.
  package var onlyMerged: PlanID<ExpressionProgram> = .none

  package init(node: PlanID<PlanNode>, columns: PlanRange<Int32>) {
    self.node = node
    self.columns = columns
  }
}
