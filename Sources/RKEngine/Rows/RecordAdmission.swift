/// Decides whether a record may have a row, when it is complete: an output may ask more of records
/// than the mapping does.
package protocol RecordAdmission: AnyObject {
  /// Why the record at `row` may not have one; nil when it may.
  func refusal(
    of row: Int,
    in batch: borrowing RecordBatch,
    _ view: TokenView
  ) -> RecordRefusal?
}

/// Why a record may have no row.
package struct RecordRefusal: BitwiseCopyable {
  package enum Reason: UInt8, BitwiseCopyable {
    /// A part of its identity is missing or null.
    case noIdentity
    /// A part of its identity is of another kind than those before: a text among numbers.
    case otherKind
    /// A row of its identity is there already, and none may be.
    case isThere
    /// A row of its identity is there that may not be taken for the same.
    case isOther
    /// A column would store another value than the record has.
    case changed
    /// It cannot be written as the output says.
    case notWritable
  }

  package var reason: Reason
  /// The column of the record that the reason is about, -1 where it has none for its identity.
  package var column: Int32
  /// The value that it is about, where that is none of the record's own; 0 where it is not known.
  package var token: UInt32
  /// How a value would be changed; or why it cannot be written, which who refuses it knows.
  package var detail: UInt32

  package init(_ reason: Reason, column: Int32, token: UInt32 = 0, detail: UInt32 = 0) {
    self.reason = reason
    self.column = column
    self.token = token
    self.detail = detail
  }
}
