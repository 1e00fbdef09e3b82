/// Which part of a document is mapped by which node.
package struct DescriptorPlan: Sendable {
  package var path: PlanRange<PathStep>
  package var node: PlanID<PlanNode>
  package var cardinality: Cardinality = .automatic
  /// Not finding it is no error.
  package var isOptional = false
  /// The index of its key path among the result's.
  package var section: Int
  /// The key path as written; its last key is the one its elements were found under.
  package var keyPath: ByteRange
  package var lastKey: ByteRange

  package init(
    path: PlanRange<PathStep>,
    node: PlanID<PlanNode>,
    section: Int,
    keyPath: ByteRange,
    lastKey: ByteRange
  ) {
    self.path = path
    self.node = node
    self.section = section
    self.keyPath = keyPath
    self.lastKey = lastKey
  }
}
