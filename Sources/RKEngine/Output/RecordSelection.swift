/// The records of one target, root or related.
package struct RecordSelection: Sendable {
  /// For each record shape, whether it belongs to the target.
  private let shapes: [Bool]

  /// `keys` are the shapes of records that only contain keys of other records.
  package init(target: String, schema: RowSchema, except keys: Set<Int32> = []) {
    shapes = schema.records.enumerated().map { number, record in
      schema.text[record.name.range].elementsEqual(target.utf8) && !keys.contains(Int32(number))
    }
  }

  /// The rows of a root record, and of all records in it.
  @inline(__always)
  func range(of root: Int, _ batch: borrowing RecordBatch) -> Range<Int> {
    batch.rows[root].record.isNone ? root..<(root + 1) : root..<Int(batch.rows[root].end)
  }

  /// Whether a record is selected; the replacement of a failed root record is, too.
  @inline(__always)
  func contains(_ row: Int, of batch: borrowing RecordBatch) -> Bool {
    let record = batch.rows[row].record
    return record.isNone || shapes[Int(record.index)]
  }
}
