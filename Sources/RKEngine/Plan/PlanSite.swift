/// The place in the spec that a part of the plan was made from, as a number; RKMapping keeps the
/// places.
package struct PlanSite: Sendable, Hashable, BitwiseCopyable {
  package var index: UInt32

  package init(_ index: Int) { self.index = UInt32(index) }
}
