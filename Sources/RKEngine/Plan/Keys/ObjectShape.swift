/// The keys that a plan wants from one object.
///
/// The dotted sources of a mapper form a tree of shapes.
package struct ObjectShape: Sendable, BitwiseCopyable {
  package var table: KeyTable
  /// One member for each key of the table, in its order.
  package var members: PlanRange<ShapeMember>

  package init(table: KeyTable, members: PlanRange<ShapeMember>) {
    self.table = table
    self.members = members
  }
}

/// How one wanted key of an object is handled.
package struct ShapeMember: Sendable, BitwiseCopyable {
  /// The slot that keeps the value's token.
  package var slot: UInt32
  /// An attribute whose value is this key's, copied unchanged, and left out if missing: the
  /// simplest and most common kind.
  ///
  /// The value goes directly to its column; the rule says what to do if it cannot be copied.
  package var copy: PlanID<AttributeRule>
  package var column: UInt32
  /// The keys wanted from the value if it is an object.
  package var inner: PlanID<ObjectShape>
  /// The slots of everything below this key, cleared when the key occurs again.
  package var innerSlots: Range32

  package init(
    slot: UInt32,
    copy: PlanID<AttributeRule> = .none,
    column: UInt32 = 0,
    inner: PlanID<ObjectShape> = .none,
    innerSlots: Range32 = Range32(0..<0)
  ) {
    self.slot = slot
    self.copy = copy
    self.column = column
    self.inner = inner
    self.innerSlots = innerSlots
  }
}

/// A half-open range of 32-bit numbers.
package struct Range32: Sendable, Hashable, BitwiseCopyable {
  package var first: UInt32
  package var end: UInt32

  package init(_ range: Range<Int>) {
    first = UInt32(range.lowerBound)
    end = UInt32(range.upperBound)
  }
}
