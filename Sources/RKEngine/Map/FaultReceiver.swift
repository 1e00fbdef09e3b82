/// Receives all faults of an input, while its bytes are available.
package protocol FaultReceiver: AnyObject {
  /// Whether a fault will be shown, so that computing its position is worthwhile.
  ///
  /// `kind` is that of its value.
  func wantsPlace(of fault: MappingFault, _ kind: JSONKind?) -> Bool

  /// A fault of a value or of a record, which is the `record`th of its input; 0 for none.
  ///
  /// `keys` are those of the document in which nothing was found.
  func receive(
    _ fault: MappingFault,
    _ kind: JSONKind?,
    of record: Int,
    at place: InputPlace?,
    keys: [[UInt8]]
  )

  /// Whether a text that is not JSON will be shown.
  func wantsPlace(of error: JSONSyntaxError) -> Bool

  /// The input, or the text of one of its records, is not JSON.
  func receive(
    _ error: JSONSyntaxError,
    of record: Int,
    in format: InputFormat,
    at place: InputPlace?
  )

  /// The current input has been read up to an offset, and the run has produced so many root
  /// records.
  func advance(to byteOffset: Int, recordCount: Int)
}

extension FaultReceiver {
  /// Does nothing.
  package func advance(to byteOffset: Int, recordCount: Int) {}
}
