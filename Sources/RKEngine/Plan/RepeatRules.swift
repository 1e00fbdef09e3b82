/// How records of a run that have one identity are compared with each other (docs/spec-format.md,
/// "A record that comes twice").
///
/// Empty unless the output merges records, or the run validates them, and the spec declares an
/// identification.
package struct RepeatRules: Sendable {
  /// One for each record shape.
  package var shapes: [RepeatShape] = []
  package var columns: [RepeatColumn] = []
  /// For each target that is watched, the number of its members.
  package var memberCounts: [Int] = []
  /// Related records are written as they come, so only root records are compared.
  package var takesRootsAlone = false
  /// Records become rows of tables, where a join table has one row of each member.
  package var areOfTables = false
  /// Each document is compared by itself.
  package var isOfDocuments = false

  package init() {}

  package var isEmpty: Bool { memberCounts.isEmpty }

  /// Whether a record fails that differs from an earlier one.
  package var fails: Bool { shapes.contains { $0.policy == .fail } }

  /// Whether what a record means depends on those before it, also where nothing is reported.
  package var needsOrder: Bool { shapes.contains { $0.policy == .fail || $0.modification >= 0 } }
}

/// How the records of one shape are compared with earlier ones of their identity.
package struct RepeatShape: Sendable, BitwiseCopyable {
  package enum Policy: UInt8, Sendable, BitwiseCopyable {
    case report
    /// It is meant that the last record counts.
    case last
    /// The later record fails.
    case fail
  }

  package var policy = Policy.report
  /// The number of the target among those that are watched; -1 if it is not.
  package var target: Int32 = -1
  package var columns: PlanRange<RepeatColumn> = .empty
  /// The column that says how new a record is; -1 if there is none.
  package var modification: Int32 = -1
  /// Whether what an older record is related to is mapped all the same.
  package var relatesUnmodified = false
  /// How the values of that column compare.
  package var modificationOrder = MergeOrder.undeclared
  /// The mapper.
  package var site: PlanSite

  package init(site: PlanSite) { self.site = site }

  /// Whether a record is not newer than one that says how new it is; values are as bytes that are
  /// ordered like them, empty for none.
  func isOld(_ revision: [UInt8], _ isNull: Bool, known: [UInt8]) -> Bool {
    if known.isEmpty || revision.isEmpty { return !known.isEmpty && isNull }
    return modificationOrder == .equality
      ? revision == known : !known.lexicographicallyPrecedes(revision)
  }
}

/// One column of a record that is compared.
package struct RepeatColumn: Sendable, BitwiseCopyable {
  package enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// Not written, or never in conflict.
    case ignored
    case value
    /// Texts are compared as numbers, by value.
    case decimal
    /// Texts are ISO 8601, and compared by instant.
    case instant
    case related
  }

  package var kind: Kind
  /// It is a part of the identity, which is no member of a record that has one.
  package var isKey = false
  /// The order of a list's elements does not matter.
  package var isSet = false
  /// A value without a token may stand for one that is missing or could not be converted.
  package var hasStandIn = false
  /// The relationship, if its records become rows of a join table: it has one of each.
  package var joinSite: PlanSite?
  /// The number of the member among those of the target.
  package var place: UInt32

  package init(_ kind: Kind, place: Int) {
    self.kind = kind
    self.place = UInt32(place)
  }
}
