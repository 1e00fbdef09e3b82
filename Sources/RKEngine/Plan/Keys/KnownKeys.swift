/// The keys of an object that rules read, for a spec that reports unread keys.
///
/// Like an `ObjectShape`, but with all keys that any rule reads, and walked separately, so that
/// other plans pay nothing.
package struct KnownKeys: Sendable, BitwiseCopyable {
  package var table: KeyTable
  /// For each key of the table, in its order, what is known below it; none if everything is.
  package var inner: PlanRange<PlanID<KnownKeys>>
  package var patterns: PlanRange<KnownKeyPattern>

  package init(
    table: KeyTable,
    inner: PlanRange<PlanID<KnownKeys>>,
    patterns: PlanRange<KnownKeyPattern>
  ) {
    self.table = table
    self.inner = inner
    self.patterns = patterns
  }
}

/// Keys that are known by a pattern.
package struct KnownKeyPattern: Sendable, BitwiseCopyable {
  /// The texts between its stars, among the plan's constants; there is at least one star.
  package var pieces: PlanRange<ByteRange>
  /// What is known below these keys; none if everything is.
  package var inner: PlanID<KnownKeys>
  /// The pattern applies to keys of an object itself, not of objects in an array in its place.
  package var isOfObject: Bool

  package init(
    pieces: PlanRange<ByteRange>,
    inner: PlanID<KnownKeys>,
    isOfObject: Bool = false
  ) {
    self.pieces = pieces
    self.inner = inner
    self.isOfObject = isOfObject
  }
}
