/// Rules of a spec about stored rows: which are deleted at the end of a run, and which may be used
/// for a record.
package struct StoredRules: Sendable {
  /// Rows to delete if the run has found records of a mapper (`deletionPredicate`).
  package struct Deletion: Sendable, Hashable {
    package var table: Int
    /// The indices of the row rules for these records.
    package var rows: [Int]
    package var predicate: StoredPredicate
  }

  /// The rows that a complete response covers; those that are missing from it are deleted (`prune`).
  package struct Prune: Sendable, Hashable {
    package var table: Int
    /// The indices of the row rules for the descriptor's records.
    package var rows: [Int]
    package var predicate: StoredPredicate
    /// The index of the descriptor's key path in the result.
    package var section: UInt32
    /// The name of the descriptor in diagnostics: its name, or its key path.
    package var descriptor: String
    /// Why the predicate cannot be evaluated: it needs a value that the run does not have.
    package var obstacle: String?
    /// For diagnostics, the values from the documents' request; empty if they come from the run.
    package var scope = ""
    /// Makes this rule for each document, if documents have their own requests.
    package var template: PruneTemplate?
  }

  package var deletions: [Deletion] = []
  package var prunes: [Prune] = []
  /// The predicates for stored rows that may be used for a record (`identificationPredicate`).
  ///
  /// Row rules refer to them by index.
  package var identifications: [StoredPredicate] = []
  /// The mappers of root records, and of members by `union`, that nothing identifies, so that
  /// another run adds their rows again, by the indices of their row rules; without those that say so
  /// (`"onRepeat": "last"`).
  package var unidentified: [Int: String] = [:]

  package init() {}
}
