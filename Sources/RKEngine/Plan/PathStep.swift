/// One component of a key path.
package enum PathStep: Sendable, BitwiseCopyable {
  /// A key of an object, whose text is among the plan's constants; on an array, the rest of the
  /// path is distributed.
  case key(ByteRange)
  /// An element of an array; negative from the end.
  case index(Int32)
  /// All values of an array or an object, in one list. `isList` says that the path declares an
  /// array, for formats that do not distinguish one element from several.
  case all(isList: Bool)
  /// The values of an object whose keys match.
  case glob(PlanID<KeyGlob>)
  /// The values under a key at any depth, in the order of the document.
  case descendants(ByteRange)
  /// The result of an operator on a collection. For some operators, the steps after it are looked
  /// up in each element first.
  case collection(CollectionOperator)
}

/// Keys that match a pattern: texts with any text between them.
package struct KeyGlob: Sendable, BitwiseCopyable {
  /// The texts, among the plan's constants; there is at least one star between them.
  package var pieces: PlanRange<ByteRange>

  package init(pieces: PlanRange<ByteRange>) { self.pieces = pieces }
}
