/// Related records, mapped after the early attributes of their parent.
package struct RelationshipRule: Sendable, BitwiseCopyable {
  package var source: PlanID<Source>
  package var node: PlanID<PlanNode>
  package var column: UInt32
  package var cardinality: Cardinality = .automatic
  package var onMissing: Fallback = .absent
  package var onNull: Fallback = .null
  package var onError: Fallback = .absent
  /// Empty text counts as null.
  package var emptyIsNull = false
  package var isRequired = false
  /// How a single value is handled if several records are declared.
  package var single = SingleRule.take
  /// How a null in a list is handled.
  package var nulls = SingleRule.take
  /// Finding the value makes a representation mappable.
  package var counts = true
  /// The related record is made from the parent's own representation.
  package var isComposed = false
  /// The record was composed when it was written: it counts as beginning where its parent does.
  package var sharesPlace = false
  /// The slots of the objects on the path to the value, outermost first: they are parents, too.
  package var way: PlanRange<UInt32> = .empty
  /// The last key of the path to the value, as JSON text; empty if there is none.
  package var lastKey = ByteRange(0..<0)
  /// By how many levels the related record is deeper in the output.
  package var levelCount: UInt32 = 1
  package var site: PlanSite

  package init(source: PlanID<Source>, node: PlanID<PlanNode>, column: UInt32, site: PlanSite) {
    self.source = source
    self.node = node
    self.column = column
    self.site = site
  }
}

/// What happens to a single value in place of a list of records, or to a null in one.
package enum SingleRule: UInt8, Sendable, BitwiseCopyable {
  case take
  /// It is accepted, with a warning.
  case report
  /// The record fails.
  case fail
}

/// Whether a value is one representation or several.
package enum Cardinality: UInt8, Sendable, BitwiseCopyable {
  /// Depends on the value: an array is several.
  case automatic
  case one
  case many
}
