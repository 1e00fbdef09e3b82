/// One component of a key path.
package enum PathStep: Sendable, BitwiseCopyable {
  /// A key of an object, its text among the plan's constants; on an array it distributes the rest
  /// of the path.
  case key(ByteRange)
  /// An element of an array, from the end if negative.
  case index(Int32)
  /// All values of an array or an object, in one list; whether the path says that it is an array tells
  /// one element from several where the format does not.
  case all(isList: Bool)
  /// The values of an object whose keys match.
  case glob(PlanID<KeyGlob>)
  /// The values under a key at any depth, in the order of the document.
  case descendants(ByteRange)
  /// The result of an operator on a collection; what follows is looked up in each element first, if
  /// the operator says so.
  case collection(CollectionOperator)
}

/// Keys that match a pattern: texts with any text between them.
package struct KeyGlob: Sendable, BitwiseCopyable {
  /// Among the plan's constants; there is at least one star between them.
  package var pieces: PlanRange<ByteRange>

  package init(pieces: PlanRange<ByteRange>) { self.pieces = pieces }
}
