/// What a spec says of stored rows: which are deleted at the end of a run, and which may be used
/// for a record.
package struct StoredRules: Sendable {
  /// Rows to delete if the run has brought records of a mapper (`deletionPredicate`).
  package struct Deletion: Sendable, Hashable {
    package var table: Int
    /// The rules of the rows that such records become.
    package var rows: [Int]
    package var predicate: StoredPredicate
  }

  /// Rows that a complete response covers: those that it did not bring are deleted (`prune`).
  package struct Prune: Sendable, Hashable {
    package var table: Int
    /// The rules of the rows that the descriptor's records become.
    package var rows: [Int]
    package var predicate: StoredPredicate
    /// The index of the descriptor's key path in the result.
    package var section: UInt32
    /// As diagnostics name it: its name, or its key path.
    package var descriptor: String
    /// Why the predicate cannot be evaluated: it reads something of the run that is not there.
    package var obstacle: String?
    /// For diagnostics, the values of its documents' request; empty if they are the run's.
    package var scope = ""
    /// What makes such a rule for each document, if those have requests of their own.
    package var template: PruneTemplate?
  }

  package var deletions: [Deletion] = []
  package var prunes: [Prune] = []
  /// Which stored rows may be used for a record (`identificationPredicate`): row rules refer to
  /// them by index.
  package var identifications: [StoredPredicate] = []

  package init() {}
}
