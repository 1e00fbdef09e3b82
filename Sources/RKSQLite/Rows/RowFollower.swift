package import RKEngine

/// Observes the rows of a run, to maintain lists, deletions and provenance.
package protocol RowFollower: AnyObject {
  /// Called before each batch.
  func beginBatch()

  /// Receives the list of the event at `list`.
  func write(
    list: Int,
    of batch: borrowing RowBatch,
    owner: RowWriter.OwnerState
  ) throws(WriteError)

  /// How far the positions of a rule's child rows are shifted from those in the batch, for the
  /// owner whose row is the event `owner`.
  func offset(ofRow rule: UInt32, owner: UInt32) -> Int64

  /// Whether the follower needs to see each written row.
  var followsRows: Bool { get }

  /// Called for a row that was inserted, changed or left unchanged. `number` is the one that the
  /// database assigned. If `isTaken` is false, a newer row exists, and nothing of this one counts.
  func didTake(
    _ row: RowWriter.Row,
    number: Int64?,
    of batch: borrowing RowBatch,
    hasChanged: Bool,
    isTaken: Bool
  ) throws(WriteError)

  /// Called when a row stops referring to a row of `table`, whose key is in these columns of `row`.
  func willReplace(
    table: Int,
    _ columns: [Int],
    of row: Statement
  ) throws(Database.Failure)
}
