/// The attributes that distinguish the records of one shape from others of their target.
package struct RecordIdentity: Sendable, BitwiseCopyable {
  /// The number of the records' target: records of one target are the same if their identities are.
  package var target: UInt32
  /// The columns of the identity's parts, in the same order for all shapes of the target; -1 for a
  /// part that is not mapped.
  ///
  /// Empty if there is no identity.
  package var columns: PlanRange<Int32>

  package init(target: Int, columns: PlanRange<Int32>) {
    self.target = UInt32(target)
    self.columns = columns
  }
}
