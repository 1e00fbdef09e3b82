/// Receives everything that goes wrong with an input, while its bytes are at hand.
package protocol FaultReceiver: AnyObject {
  /// Whether a fault will be shown, so that its place is worth making.
  ///
  /// `kind` is that of its value.
  func wantsPlace(of fault: MappingFault, _ kind: JSONKind?) -> Bool

  /// Something about a value or a record, which is the `record`th of its input; 0 for none.
  ///
  /// `keys` are those of the document in which nothing was found.
  func receive(
    _ fault: MappingFault,
    _ kind: JSONKind?,
    of record: Int,
    at place: InputPlace?,
    keys: [[UInt8]]
  )

  /// Whether a text that is no JSON will be shown.
  func wantsPlace(of error: JSONSyntaxError) -> Bool

  /// The input, or the text of one of its records, is no JSON.
  func receive(
    _ error: JSONSyntaxError,
    of record: Int,
    in format: InputFormat,
    at place: InputPlace?
  )

  /// The present input has been read up to an offset, and so many root records were made in the run.
  func advance(to byteOffset: Int, recordCount: Int)
}

extension FaultReceiver {
  /// Makes nothing of it.
  package func advance(to byteOffset: Int, recordCount: Int) {}
}
