/// What distinguishes the records of one shape from others of their target.
package struct RecordIdentity: Sendable, BitwiseCopyable {
  /// The number of their target: records of one target are the same if their identities are.
  package var target: UInt32
  /// The columns of its parts, in an order that is the same for all shapes of the target, -1 for
  /// one that is not mapped; empty if nothing distinguishes them.
  package var columns: PlanRange<Int32>

  package init(target: Int, columns: PlanRange<Int32>) {
    self.target = UInt32(target)
    self.columns = columns
  }
}
