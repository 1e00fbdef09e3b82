/// Connects a record to other records by a foreign key among its attributes (RestKit's
/// RKConnectionDescription, docs/restkit.md).
package struct ConnectionRule: Sendable, BitwiseCopyable {
  package var column: UInt32
  /// The record's own columns with its keys.
  package var keys: PlanRange<UInt32>
  /// If this condition is present and false, the record is connected to nothing.
  package var condition: PlanID<ExpressionProgram> = .none
  /// Whether it leads to one record or several; with `automatic`, a list of keys means several.
  package var cardinality: Cardinality = .automatic
  /// The output needs only the keys: nothing is looked up.
  package var isKept = false
  /// The shapes of records that it may lead to.
  package var candidates: PlanRange<ConnectionCandidate> = .empty
  package var site: PlanSite

  package init(column: UInt32, keys: PlanRange<UInt32>, site: PlanSite) {
    self.column = column
    self.keys = keys
    self.site = site
  }
}

extension MappingPlan {
  /// Some records refer to others by keys, so all are held until the end of the run.
  package var hasConnections: Bool { connections.contains { !$0.isKept } }
}

/// A shape of records that a connection may lead to.
package struct ConnectionCandidate: Sendable, BitwiseCopyable {
  package var node: PlanID<PlanNode>
  /// For each key of the connection, the column in which it is looked up, -1 if the shape has none.
  package var columns: PlanRange<Int32>
  /// The condition for records that may be found; none for all.
  package var only: PlanID<ExpressionProgram> = .none
  /// The condition for records that were merged from this shape and others.
  package var onlyMerged: PlanID<ExpressionProgram> = .none

  package init(node: PlanID<PlanNode>, columns: PlanRange<Int32>) {
    self.node = node
    self.columns = columns
  }
}
