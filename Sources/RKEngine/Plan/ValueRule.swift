/// What is done to a value between its source and its record, in this order; where none of it is
/// wanted there is no rule, and the value is copied.
package struct ValueRule: Sendable, BitwiseCopyable {
  /// Empty text counts as null.
  package var emptyIsNull = false
  /// What is done to the value before its map and its type are looked at.
  package var transforms: PlanRange<TransformRule> = .empty
  /// What the value's text is exchanged for.
  package var map: PlanID<ValueMap> = .none
  package var conversion: Conversion?

  package init(_ conversion: Conversion? = nil) { self.conversion = conversion }
}
