/// Receives all faults of an input, while its bytes are available.
package protocol FaultReceiver: AnyObject {
  /// Whether a fault will be shown, so that computing its position is worthwhile.
  ///
  /// `kind` is the JSON kind of its value.
  func wantsPlace(of fault: MappingFault, _ kind: JSONKind?) -> Bool

  /// Receives a fault of a value or of a record, which is the `record`th of its input; 0 for none.
  ///
  /// `keys` are those of the document in which nothing was found.
  func receive(
    _ fault: MappingFault,
    _ kind: JSONKind?,
    of record: Int,
    at place: InputPlace?,
    keys: [[UInt8]]
  )

  /// Whether a syntax error will be shown, so that computing its position is worthwhile.
  func wantsPlace(of error: JSONSyntaxError) -> Bool

  /// Receives a syntax error: the input, or the text of one of its records, is not JSON.
  func receive(
    _ error: JSONSyntaxError,
    of record: Int,
    in format: InputFormat,
    at place: InputPlace?
  )

  /// Reports progress: the current input has been read up to an offset, and the run has produced
  /// `recordCount` root records.
  func advance(to byteOffset: Int, recordCount: Int)
}

extension FaultReceiver {
  /// Ignores progress by default.
  package func advance(to byteOffset: Int, recordCount: Int) {}
}
