package import RKEngine

/// Observes the rows of a run: for members, deletions, provenance.
package protocol RowFollower: AnyObject {
  /// Another batch follows.
  func beginBatch()

  /// Receives the list of the event at `list`.
  func write(
    list: Int,
    of batch: borrowing RowBatch,
    owner: RowWriter.OwnerState
  ) throws(WriteError)

  /// How far the child rows of a rule are shifted from the places in the batch, for the owner whose
  /// row is the event `owner`.
  func offset(ofRow rule: UInt32, owner: UInt32) -> Int64

  /// Whether it needs the rows that are written.
  var followsRows: Bool { get }

  /// A row has come, and was inserted, changed or left unchanged; `number` is the one assigned by
  /// the database. Nothing of the row counts if it is not taken, because another one is newer.
  func didTake(
    _ row: RowWriter.Row,
    number: Int64?,
    of batch: borrowing RowBatch,
    hasChanged: Bool,
    isTaken: Bool
  ) throws(WriteError)

  /// A row referred to one of `table`, whose key is in those columns of `row`, and will no longer.
  func willReplace(
    table: Int,
    _ columns: [Int],
    of row: Statement
  ) throws(Database.Failure)
}
