/// The part of a document that is mapped by a node.
package struct DescriptorPlan: Sendable {
  package var path: PlanRange<PathStep>
  package var node: PlanID<PlanNode>
  package var cardinality: Cardinality = .automatic
  /// Nothing at the key path is no error.
  package var isOptional = false
  /// How one object is handled if several are declared, and how a null in a list.
  package var single = SingleRule.take
  package var nulls = SingleRule.take
  /// The index of the key path in the result.
  package var section: Int
  /// The key path as written; its last key is the one that its elements were found under.
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
