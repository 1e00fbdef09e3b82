/// Where a value comes from.
package struct Source: Sendable, BitwiseCopyable {
  package enum Origin: Sendable, BitwiseCopyable {
    /// A key of the representation, kept in this slot during the walk.
    case member(slot: UInt32)
    /// The representation itself.
    case representation
    /// The key that a nesting attribute takes.
    case nestingKey
    /// The representation `levels` above, 1 for the parent.
    case parent(levels: UInt32, path: PlanID<AncestorPath>)
    /// The representation of the record that this one is related to.
    case owner(path: PlanID<AncestorPath>)
    case root(path: PlanID<AncestorPath>)
    case document(path: PlanID<AncestorPath>)
    /// The key that the representation was found under.
    case key
    case collectionIndex
    /// The key path of the descriptor.
    case rootKeyPath
    /// An attribute of the record that the representation's record is related to.
    case parentObject(attribute: UInt32)
    /// A value of the metadata: of the input, or of the request that it answers.
    case metadata(PlanID<MetadataPath>)
    /// The line of the input that the representation begins on.
    case line
  }

  package var origin: Origin
  /// The path that is followed from there; for an ancestor it is part of the origin.
  package var rest: PlanRange<PathStep>
  /// The whole path, for a representation that is not an object.
  package var whole: PlanRange<PathStep>
  /// Where to continue if there is an array in the middle of the path.
  package var detours: PlanRange<Detour>
  /// A null in the middle of the path is the result; otherwise there is no result.
  package var findsNull = false
  /// Finding this source makes a representation mappable, though not all sources of its rule do.
  package var countsAlone = false

  package init(
    _ origin: Origin,
    rest: PlanRange<PathStep> = .empty,
    whole: PlanRange<PathStep> = .empty,
    detours: PlanRange<Detour> = .empty
  ) {
    self.origin = origin
    self.rest = rest
    self.whole = whole
    self.detours = detours
  }
}

/// The slot of a key in the middle of a path, and the rest of the path after it.
package struct Detour: Sendable, BitwiseCopyable {
  package var slot: UInt32
  package var rest: PlanRange<PathStep>

  package init(slot: UInt32, rest: PlanRange<PathStep>) {
    self.slot = slot
    self.rest = rest
  }
}

/// A path that records read from an ancestor.
package struct AncestorPath: Sendable, BitwiseCopyable {
  package var steps: PlanRange<PathStep>
  /// Like `Source.findsNull`.
  package var findsNull: Bool

  package init(_ steps: PlanRange<PathStep>, findsNull: Bool = false) {
    self.steps = steps
    self.findsNull = findsNull
  }
}
