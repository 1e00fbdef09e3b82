/// Decides whether a complete record may be written: an output may require more of records than the
/// mapping does.
package protocol RecordAdmission: AnyObject {
  /// Whether its answers are independent of each other, so that several threads may ask.
  var isIndependent: Bool { get }

  /// Why the record at `row` may not be written; nil if it may.
  func refusal(
    of row: Int,
    in batch: borrowing RecordBatch,
    _ view: TokenView
  ) -> RecordRefusal?

  /// What else there is to say about the record after a refusal that is only a warning.
  func takeWarnings() -> [RecordRefusal]
}

extension RecordAdmission {
  package var isIndependent: Bool { false }
  package func takeWarnings() -> [RecordRefusal] { [] }
}

/// Why an output refuses a record.
package struct RecordRefusal: BitwiseCopyable {
  package enum Reason: UInt8, BitwiseCopyable {
    /// A part of its identity is missing or null.
    case noIdentity
    /// A part of its identity is of another kind than earlier ones: a text among numbers.
    case otherKind
    /// A row with its identity exists already, and must not.
    case isThere
    /// A row with its identity exists that must not be used for it.
    case isOther
    /// A column would store a value that differs from the record's.
    case changed
    /// The record cannot be written in the output's form.
    case notWritable
  }

  package var reason: Reason
  /// The column of the record that the reason is about; -1 if the record has no column for its
  /// identity.
  package var column: Int32
  /// The token of the value that the reason is about, if that is not the record's own; 0 if not
  /// known.
  package var token: UInt32
  /// How a value would be changed; or why it cannot be written, in the numbering of the output that
  /// refuses it.
  package var detail: UInt32
  /// The record is written all the same.
  package var isWarning = false

  package init(_ reason: Reason, column: Int32, token: UInt32 = 0, detail: UInt32 = 0) {
    self.reason = reason
    self.column = column
    self.token = token
    self.detail = detail
  }
}
