/// What a spec says of rows that are stored: which go at the end of a run, and which may be taken for
/// a record's.
package struct StoredRules: Sendable {
  /// Rows that are to go where the run has brought records of a mapper (`deletionPredicate`).
  package struct Deletion: Sendable, Hashable {
    package var table: Int
    /// The rules of the rows that such records become.
    package var rows: [Int]
    package var predicate: StoredPredicate
  }

  /// Rows that a complete response stands for: those of them that it did not bring are to go (`prune`).
  package struct Prune: Sendable, Hashable {
    package var table: Int
    /// The rules of the rows that the descriptor's records become.
    package var rows: [Int]
    package var predicate: StoredPredicate
    /// The place of the descriptor's key path among the result's.
    package var section: UInt32
    /// As findings name it: its name, or its key path.
    package var descriptor: String
    /// Why the predicate cannot be asked: something of the run that it asks for is not there.
    package var obstacle: String?
    /// For findings what the request of its documents gives it; empty where that is the run's.
    package var scope = ""
    /// What makes such a rule for each document, where those have requests of their own.
    package var template: PruneTemplate?
  }

  package var deletions: [Deletion] = []
  package var prunes: [Prune] = []
  /// Which stored rows may be taken for a record's (`identificationPredicate`): row rules name them by
  /// their places.
  package var identifications: [StoredPredicate] = []

  package init() {}
}
