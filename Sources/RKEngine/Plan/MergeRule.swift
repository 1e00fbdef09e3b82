/// How records of one shape are merged with others of their identity (docs/spec-format.md, Merging
/// without a database).
///
/// Exists only in plans whose records are merged.
package struct MergeRule: Sendable, BitwiseCopyable {
  /// The modification column, which says how new a record is; -1 if there is none.
  package var modification: Int32 = -1
  package var order = MergeOrder.undeclared
  /// Whether relationships are merged even if the modification column says that the record is not
  /// newer.
  package var relatesUnmodified = false
  /// How the values are merged, one for each column.
  package var columns: PlanRange<MergeColumn>
  /// The shape of records that are merged from several shapes: it has the columns of all shapes of
  /// the target.
  package var merged: PlanID<RecordShape>

  package init(columns: PlanRange<MergeColumn>, merged: PlanID<RecordShape>) {
    self.columns = columns
    self.merged = merged
  }
}

/// One column of a record that is merged.
package struct MergeColumn: Sendable, BitwiseCopyable {
  package enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// The newer value replaces the older, if present.
    case attribute
    /// The newer related records replace the older ones, if present.
    case set
    /// The newer related records follow the older ones.
    case union
  }

  package var kind: Kind
  /// The column in the merged shape.
  package var place: UInt32
  /// Whether its texts are dates, which are equal by instant.
  package var isInstant: Bool

  package init(_ kind: Kind, place: Int, isInstant: Bool = false) {
    self.kind = kind
    self.place = UInt32(place)
    self.isInstant = isInstant
  }
}

/// How values of a modification attribute compare.
package enum MergeOrder: UInt8, Sendable, BitwiseCopyable {
  /// Numbers by their value, anything else by equality.
  case undeclared
  case number
  /// Text of ISO 8601, in UTC.
  case instant
  case equality
}
