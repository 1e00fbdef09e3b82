/// Decides whether a complete record may have a row: an output may require more of records than the
/// mapping does.
package protocol RecordAdmission: AnyObject {
  /// Its answers do not depend on each other, so that several threads may ask.
  var isIndependent: Bool { get }

  /// Why the record at `row` may not have one; nil if it may.
  func refusal(
    of row: Int,
    in batch: borrowing RecordBatch,
    _ view: TokenView
  ) -> RecordRefusal?
}

extension RecordAdmission {
  package var isIndependent: Bool { false }
}

/// Why a record may have no row.
package struct RecordRefusal: BitwiseCopyable {
  package enum Reason: UInt8, BitwiseCopyable {
    /// A part of its identity is missing or null.
    case noIdentity
    /// A part of its identity is of another kind than earlier ones: a text among numbers.
    case otherKind
    /// A row of its identity exists already, and must not.
    case isThere
    /// A row of its identity exists that must not be used for it.
    case isOther
    /// A column would store a value that differs from the record's.
    case changed
    /// It cannot be written as the output says.
    case notWritable
  }

  package var reason: Reason
  /// The column of the record that the reason is about, -1 if the record has none for its identity.
  package var column: Int32
  /// The value that it is about, if that is not the record's own; 0 if it is not known.
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
