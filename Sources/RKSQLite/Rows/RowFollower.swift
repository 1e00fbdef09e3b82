package import RKEngine

/// What follows the rows of a run: their members, candidates of deletion, provenance.
package protocol RowFollower: AnyObject {
  /// Another batch follows.
  func beginBatch()

  /// Takes the list that is the event at `list`.
  func write(
    list: Int,
    of batch: borrowing RowBatch,
    owner: RowWriter.OwnerState
  ) throws(WriteError)

  /// How far the child rows of a rule stand after the places that a batch gives them, for the owner
  /// whose row is the event `owner`.
  func offset(ofRow rule: UInt32, owner: UInt32) -> Int64

  /// It wants to know of the rows that are written.
  var followsRows: Bool { get }

  /// A row has come, and was inserted or changed or not; `number` is the one that the database gives.
  func didTake(
    _ row: RowWriter.Row,
    number: Int64?,
    of batch: borrowing RowBatch,
    hasChanged: Bool
  ) throws(WriteError)

  /// A row has referred to one of `table`, whose key are those columns of `row`, and will no more.
  func willReplace(
    table: Int,
    _ columns: [Int],
    of row: Statement
  ) throws(Database.Failure)
}
